#include "analyzer/worker/UnitFiles.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace fsfind::analyzer {

namespace {

/// Bytes of a source file; clang itself takes no more than four times as many.
constexpr std::uint64_t kLargest = std::uint64_t{512} << 20U;

bool endsAsSources(llvm::StringRef path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(path))
      .CasesLower(".c", ".cc", ".cp", ".cpp", ".cxx", true)
      .CasesLower(".c++", ".cppm", ".ixx", ".m", ".mm", true)
      .CasesLower(".h", ".hh", ".hpp", ".hxx", ".h++", true)
      .CasesLower(".i", ".ii", ".inc", ".inl", ".ipp", true)
      .CasesLower(".tcc", ".tpp", ".txx", ".def", ".x", true)
      .Default(false);
}

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) &&
         (path.empty() || path.front() == '/' || folder.ends_with("/"));
}

} // namespace

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
UnitFiles::openFileForRead(const llvm::Twine &path) {
  const llvm::ErrorOr<llvm::vfs::Status> found = status(path);
  if (!found)
    return found.getError();
  const std::string name = path.str();
  if (found->getType() != llvm::sys::fs::file_type::directory_file && name != "/dev/null") {
    if (!found->isRegularFile())
      return std::make_error_code(std::errc::operation_not_supported);
    if (found->getSize() > kLargest)
      return std::make_error_code(std::errc::file_too_large);
    if (!mayTell(name, *found))
      return std::make_error_code(std::errc::permission_denied);
  }
  auto file = ProxyFileSystem::openFileForRead(path);
  llvm::SmallString<256> real;
  if (file.getError() == std::errc::permission_denied && !getRealPath(path, real))
    beyond_.insert(llvm::sys::path::parent_path(real).str());
  return file;
}

bool UnitFiles::mayTell(const std::string &path, const llvm::vfs::Status &status) {
  if ((status.getPermissions() & llvm::sys::fs::others_read) != 0 || endsAsSources(path))
    return true;
  llvm::SmallString<256> real;
  return !getRealPath(path, real) &&
         std::any_of(trusted_.begin(), trusted_.end(),
                     [&](const std::string &folder) { return isBelow(real, folder); });
}

std::vector<std::string> systemPlaces() {
  return {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store",
          // By these, clang's driver tells distributions apart (clang/Driver/Distro.h).
          "/etc/os-release", "/etc/lsb-release", "/etc/redhat-release", "/etc/debian_version",
          "/etc/SuSE-release"};
}

} // namespace fsfind::analyzer

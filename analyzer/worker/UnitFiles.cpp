#include "analyzer/worker/UnitFiles.h"

#include "rules/input/Telling.h"

#include <llvm/Support/Path.h>

#include <system_error>

namespace fsfind::analyzer {

namespace {

/// Bytes of a source file; clang itself takes no more than four times as many.
constexpr std::uint64_t kLargest = std::uint64_t{512} << 20U;

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
    if (!mayTell(name, trusted_))
      return std::make_error_code(std::errc::permission_denied);
  }
  auto file = ProxyFileSystem::openFileForRead(path);
  if (file && found->isRegularFile())
    opened_.insert(name);
  llvm::SmallString<256> real;
  if (file.getError() == std::errc::permission_denied && !getRealPath(path, real))
    beyond_.insert(llvm::sys::path::parent_path(real).str());
  return file;
}

std::vector<std::string> systemPlaces() {
  return {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store",
          // By these, clang's driver tells distributions apart (clang/Driver/Distro.h).
          "/etc/os-release", "/etc/lsb-release", "/etc/redhat-release", "/etc/debian_version",
          "/etc/SuSE-release"};
}

} // namespace fsfind::analyzer

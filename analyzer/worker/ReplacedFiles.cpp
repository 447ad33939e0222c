#include "analyzer/worker/ReplacedFiles.h"

#include <system_error>

namespace fsfind::analyzer {

std::optional<std::string> ReplacedFiles::resolved(const llvm::Twine &path) {
  llvm::SmallString<256> whole;
  path.toVector(whole);
  return makeAbsolute(whole) ? std::nullopt : paths_.resolved(whole.str().str());
}

llvm::ErrorOr<llvm::vfs::Status> ReplacedFiles::status(const llvm::Twine &path) {
  const auto real = resolved(path);
  if (!real)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  const auto found = ProxyFileSystem::status(*real);
  return found ? llvm::vfs::Status::copyWithNewName(*found, path) : found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
ReplacedFiles::openFileForRead(const llvm::Twine &path) {
  const auto real = resolved(path);
  if (!real)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return llvm::vfs::File::getWithPath(ProxyFileSystem::openFileForRead(*real), path);
}

llvm::vfs::directory_iterator ReplacedFiles::dir_begin(const llvm::Twine &path,
                                                       std::error_code &error) {
  const auto real = resolved(path);
  if (real)
    return ProxyFileSystem::dir_begin(*real, error);
  error = std::make_error_code(std::errc::no_such_file_or_directory);
  return {};
}

} // namespace fsfind::analyzer

#include "analyzer/worker/ReplacedFiles.h"

#include <deque>
#include <filesystem>
#include <system_error>

namespace fsfind::analyzer {

namespace fs = std::filesystem;

bool ReplacedFiles::isGone(const std::string &path) const {
  for (std::size_t end = path.size(); end != 0 && end != std::string::npos;
       end = path.rfind('/', end - 1))
    if (gone_.contains(path.substr(0, end)))
      return true;
  return false;
}

bool ReplacedFiles::hasText(const std::string &path) const {
  const auto below = texts_.lower_bound(path + '/');
  return texts_.contains(path) || (below != texts_.end() && below->first.starts_with(path + '/'));
}

std::optional<std::string> ReplacedFiles::linkAt(const std::string &path) {
  const auto [known, fresh] = seen_.try_emplace(path);
  if (fresh)
    known->second = lookForLink(path);
  return known->second;
}

std::optional<std::string> ReplacedFiles::lookForLink(const std::string &path) const {
  if (const auto link = links_.find(path); link != links_.end())
    return link->second.empty() ? std::nullopt : std::optional(link->second);
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  return error || hasText(path) || isGone(path) ? std::nullopt : std::optional(target.string());
}

std::optional<std::string> ReplacedFiles::resolved(const llvm::Twine &path) {
  constexpr int kMostLinks = 40; // as Linux
  llvm::SmallString<256> whole;
  path.toVector(whole);
  if (makeAbsolute(whole))
    return std::nullopt;
  const fs::path given(whole.str().str());
  std::deque<std::string> left(given.begin(), given.end());
  fs::path now = "/";
  for (int links = 0; !left.empty();) {
    const std::string part = std::move(left.front());
    left.pop_front();
    if (part == "..")
      now = now.parent_path();
    if (part.empty() || part == "/" || part == "." || part == "..")
      continue;
    const fs::path next = now / part;
    const auto target = linkAt(next.string());
    if (!target) {
      now = next;
      continue;
    }
    if (++links > kMostLinks)
      return std::nullopt;
    const fs::path to(*target);
    if (to.is_absolute())
      now = "/";
    left.insert(left.begin(), to.begin(), to.end());
  }
  std::string found = now.string();
  return isGone(found) && !hasText(found) ? std::nullopt : std::optional(std::move(found));
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

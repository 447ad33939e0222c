#include "analyzer/worker/OtherPaths.h"

#include <deque>
#include <filesystem>
#include <system_error>

namespace fsfind::analyzer {

namespace fs = std::filesystem;

OtherPaths::OtherPaths(const OtherFiles &others)
    : gone_(others.gone.begin(), others.gone.end()), links_(others.links) {
  for (const auto &[path, text] : others.texts)
    texts_.insert(path);
}

bool OtherPaths::isGone(const std::string &path) const {
  for (std::size_t end = path.size(); end != 0 && end != std::string::npos;
       end = path.rfind('/', end - 1))
    if (gone_.contains(path.substr(0, end)))
      return true;
  return false;
}

bool OtherPaths::hasText(const std::string &path) const {
  const auto below = texts_.lower_bound(path + '/');
  return texts_.contains(path) || (below != texts_.end() && below->starts_with(path + '/'));
}

std::optional<std::string> OtherPaths::linkAt(const std::string &path) {
  const auto [known, fresh] = seen_.try_emplace(path);
  if (fresh)
    known->second = lookForLink(path);
  return known->second;
}

std::optional<std::string> OtherPaths::lookForLink(const std::string &path) const {
  if (const auto link = links_.find(path); link != links_.end())
    return link->second.empty() ? std::nullopt : std::optional(link->second);
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  return error || hasText(path) || isGone(path) ? std::nullopt : std::optional(target.string());
}

std::optional<std::string> OtherPaths::resolved(const std::string &path) {
  constexpr int kMostLinks = 40; // as Linux
  const fs::path given(path);
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

} // namespace fsfind::analyzer

#include "cli/units/SourceTree.h"

#include "rules/join/FileMatch.h"

#include <algorithm>
#include <deque>
#include <filesystem>

namespace fsfind::units {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 200'000;

bool isFile(const std::string &path) {
  std::error_code error;
  return !path.empty() && fs::is_regular_file(path, error);
}

/// The folders in which two paths with a common end begin to be equal.
std::pair<std::string, std::string> differingFolders(const std::string &a, const std::string &b) {
  fs::path first(a), second(b);
  while (first.has_relative_path() && second.has_relative_path() &&
         first.filename() == second.filename()) {
    first = first.parent_path();
    second = second.parent_path();
  }
  return {first.string(), second.string()};
}

} // namespace

std::string nameOf(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

void SourceTree::walk() {
  std::deque<fs::path> waiting(folders_.begin(), folders_.end());
  std::set<fs::path> seen(folders_.begin(), folders_.end());
  std::size_t files = 0;
  for (; !waiting.empty() && files < kMostFiles; waiting.pop_front()) {
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(waiting.front(), error)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with('.'))
        continue;
      if (entry.is_directory(error) && !entry.is_symlink(error)) {
        if (seen.insert(entry.path()).second)
          waiting.push_back(entry.path());
      } else if (entry.is_regular_file(error) && ++files <= kMostFiles) {
        files_[name].push_back(entry.path().string());
      }
    }
  }
}

const std::vector<std::string> &SourceTree::named(const std::string &name) {
  if (!std::exchange(walked_, true))
    walk();
  return files_[name];
}

MovedSources::MovedSources(const std::set<std::string> &recorded, SourceTree &tree) {
  std::set<std::string> missing, known;
  for (const std::string &path : recorded) {
    if (isFile(path))
      continue;
    missing.insert(path);
    const auto &named = tree.named(nameOf(path));
    known.insert(named.begin(), named.end());
  }
  if (missing.empty())
    return;
  const FileMatch match(missing, known);
  for (const std::string &path : missing)
    if (const std::string &now = match.sourceOf(path); !now.empty())
      moved_.emplace(path, now);
  if (recorded.size() - missing.size() + moved_.size() < (recorded.size() + 1) / 2)
    moved_.clear();
  for (const auto &[before, now] : moved_)
    folders_.insert(differingFolders(before, now));
}

std::string MovedSources::find(const std::string &recorded) const {
  if (isFile(recorded))
    return recorded;
  if (const auto moved = moved_.find(recorded); moved != moved_.end())
    return moved->second;
  for (const auto &[before, now] : folders_) {
    const std::string path = now + recorded.substr(std::min(before.size(), recorded.size()));
    if (recorded.starts_with(before + '/') && isFile(path))
      return path;
  }
  return {};
}

} // namespace fsfind::units

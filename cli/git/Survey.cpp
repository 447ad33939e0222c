#include "cli/git/Survey.h"

#include "cli/check/Files.h"
#include "rules/input/InputFile.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace fsfind::git {

namespace {

namespace fs = std::filesystem;

constexpr InputKind kAlternates{"a list of git's", input::kMebi, InputStreams::None};

/// In a git folder: the user's programs, and what other programs keep. Git reads nothing there but
/// submodules, to which it comes by their files.
constexpr std::array<std::string_view, 4> kOthers = {"hooks", "annex", "lfs", "modules"};

/// What git reads in the folders of a work tree.
constexpr std::array<std::string_view, 4> kRead = {".gitattributes", ".gitignore", ".gitmodules",
                                                   ".mailmap"};

/// Whether a path lies in a git folder, in what git reads of it.
bool isOwn(const std::string &path, const std::string &git_folder) {
  if (!check::isBelow(path, git_folder))
    return false;
  const std::string inner = path.substr(std::min(path.size(), git_folder.size() + 1));
  return std::ranges::find(kOthers, std::string_view(inner).substr(0, inner.find('/'))) ==
         kOthers.end();
}

bool isOwn(const std::string &path, const Whereabouts &place) {
  return check::isBelow(path, place.common) ? isOwn(path, place.common) : isOwn(path, place.folder);
}

/// Where a link leads that lies in a folder without links in its path. Empty if the path to there
/// has links itself: where these lead may depend on who follows them, as of those in /proc.
std::string targetOf(const fs::path &link) {
  std::error_code error;
  const fs::path named = fs::read_symlink(link, error);
  fs::path at = named.is_absolute() ? named.root_path() : link.parent_path();
  bool down = named.is_absolute();
  for (const fs::path &part : named.relative_path()) {
    if (part == "..") {
      if (down)
        return {};
      at = at.parent_path();
    } else if (!part.empty() && part != ".") {
      at /= part;
      down = true;
    }
  }
  const std::string folder = at.parent_path();
  return !error && check::absolutePath(folder) == folder ? at.string() : std::string();
}

} // namespace

Expected<void> Survey::lookThrough(const Whereabouts &place) {
  FSFIND_CHECK(walkGitFolder(place.common));
  FSFIND_CHECK(walkGitFolder(place.folder));
  return followAlternates(place.common + "/objects");
}

Expected<void> Survey::walkGitFolder(const std::string &start) {
  for (const std::string &folder : walked_)
    if (check::isBelow(start, folder))
      return {};
  walked_.insert(start);
  return walk_.through(start, [&](const Entry &entry) -> Expected<bool> {
    if (entry.form == Form::Stream)
      return failure(endlessError(entry.path()));
    if (entry.form == Form::Link) {
      FSFIND_CHECK(checkEnds(entry.path()));
      links_.push_back(entry.path());
    }
    return true;
  });
}

Expected<bool> Survey::visitBorrowed(const std::string &objects, const Entry &entry) {
  if (entry.form == Form::Stream || entry.form == Form::Link)
    FSFIND_CHECK(checkEnds(entry.path()));
  constexpr std::size_t kDigits = 2; // folders are named by the first ones of the objects
  return entry.folder != objects || entry.name.size() == kDigits || entry.name == "pack" ||
         entry.name == "info";
}

Expected<void> Survey::followAlternates(const std::string &objects) {
  std::vector<std::string> borrowing = {objects};
  while (!borrowing.empty()) {
    const std::string from = std::move(borrowing.back());
    borrowing.pop_back();
    const std::string list = from + "/info/alternates";
    if (formBehind(list) == Form::Nothing)
      continue;
    FSFIND_TRY(const std::string text, readInput(list, kAlternates));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with('#'))
        continue;
      if (line.starts_with('"'))
        return failure({list, {}, "has a path in quotes", "write it without"});
      const std::string named = check::absolutePath(fs::path(from) / line);
      if (!borrowed_.try_emplace(named, list).second)
        continue;
      FSFIND_CHECK(
          walk_.through(named, [&](const Entry &entry) { return visitBorrowed(named, entry); }));
      borrowing.push_back(named);
    }
  }
  return {};
}

Expected<void> Survey::lookThroughFiles(const std::string &top) {
  return walk_.through(top, [&](const Entry &entry) { return visitFile(top, entry); });
}

Expected<bool> Survey::visitFile(const std::string &top, const Entry &entry) {
  if (entry.name == ".git") {
    if (entry.folder == top)
      return false;
    FSFIND_TRY(const auto other, whereaboutsBy(entry.path()));
    if (other) {
      FSFIND_CHECK(walkGitFolder(other->common));
      FSFIND_CHECK(walkGitFolder(other->folder));
    }
    return false;
  }
  const bool may_hang = entry.form == Form::Stream || entry.form == Form::Link;
  if (may_hang && std::ranges::find(kRead, entry.name) != kRead.end())
    FSFIND_CHECK(checkEnds(entry.path()));
  return true;
}

Expected<void> Survey::checkStays(const Whereabouts &place) const {
  const auto leaves = [&](const std::string &from, const std::string &to) {
    return failure({from,
                    {},
                    "leads out of the repository, to " + to,
                    "set GIT_DIR to " + place.folder + " if you trust this repository"});
  };
  for (const std::string &link : links_)
    if (isOwn(link, place) && !isOwn(targetOf(link), place))
      return leaves(link, check::absolutePath(link));
  for (const auto &[objects, list] : borrowed_)
    if (!check::isBelow(objects, place.top) && !check::isBelow(objects, place.common))
      return leaves(list, objects);
  return {};
}

} // namespace fsfind::git

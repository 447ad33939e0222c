#include "cli/git/Whereabouts.h"

#include "cli/check/Files.h"
#include "cli/git/Forms.h"
#include "rules/input/InputFile.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace fsfind::git {

namespace {

namespace fs = std::filesystem;

/// Git reads no longer file that names a git folder.
constexpr InputKind kPointer{"a file of git's with a path", input::kMebi, InputStreams::None};

/// Whether git may see a repository there: it looks at no more than this and at HEAD.
bool isPossible(const Whereabouts &place) {
  const auto isOpen = [&](const char *name) {
    return access((place.common + "/" + name).c_str(), X_OK) == 0;
  };
  return isOpen("refs") && (!fromEnvironment("GIT_OBJECT_DIRECTORY").empty() || isOpen("objects"));
}

/// Whether git sees a repository there for certain. It takes other forms of HEAD, too.
bool isCertain(const Whereabouts &place) {
  constexpr std::size_t kHashDigits = 40;
  const std::string head = beginningOf(place.folder + "/HEAD", kHashDigits);
  const bool is_hash = head.size() == kHashDigits &&
                       head.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  return is_hash || head.starts_with("ref: refs/");
}

} // namespace

std::string fromEnvironment(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? value : "";
}

std::optional<std::string> pathIn(const std::string &file, const std::string &prefix,
                                  const std::string &base) {
  const auto text = readInput(file, kPointer);
  if (!text || !text->starts_with(prefix))
    return std::nullopt;
  std::string path = text->substr(prefix.size());
  path.resize(std::min(path.size(), path.find('\0')));
  path.erase(path.find_last_not_of("\r\n") + 1);
  if (path.empty())
    return std::nullopt;
  return check::absolutePath(fs::path(base) / path);
}

Expected<std::optional<Whereabouts>> whereaboutsBy(const std::string &dot_git) {
  std::optional<std::string> folder;
  const std::string top = check::absolutePath(fs::path(dot_git).parent_path());
  if (const Form form = formBehind(dot_git); form == Form::Folder)
    folder = check::absolutePath(dot_git);
  else if (form == Form::File)
    folder = pathIn(dot_git, "gitdir: ", fs::path(dot_git).parent_path());
  if (!folder || formAt(*folder + "/HEAD") == Form::Nothing)
    return std::optional<Whereabouts>();
  FSFIND_CHECK(checkEnds(*folder + "/HEAD"));
  FSFIND_CHECK(checkEnds(*folder + "/commondir"));
  const std::string common = fromEnvironment("GIT_COMMON_DIR");
  Whereabouts place{top, *folder,
                    common.empty() ? pathIn(*folder + "/commondir", "", *folder).value_or(*folder)
                                   : check::absolutePath(common)};
  return isPossible(place) ? std::optional(std::move(place)) : std::nullopt;
}

Expected<std::vector<Whereabouts>> whereaboutsFor(const std::string &folder) {
  std::vector<Whereabouts> places;
  if (const std::string named = fromEnvironment("GIT_DIR"); !named.empty()) {
    FSFIND_TRY(const auto place, whereaboutsBy(fs::path(folder) / named));
    if (place)
      places.push_back({folder, place->folder, place->common, true});
    return places;
  }
  for (fs::path at = folder;; at = at.parent_path()) {
    // A folder without `.git` may be one itself.
    for (const fs::path &candidate : {at / ".git", at}) {
      FSFIND_TRY(auto place, whereaboutsBy(candidate));
      if (!place)
        continue;
      place->top = at;
      places.push_back(*place);
      if (isCertain(*place))
        return places;
    }
    if (!at.has_relative_path())
      return places;
  }
}

} // namespace fsfind::git

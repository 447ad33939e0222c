#include "rules/privacy/KnownPaths.h"

#include "rules/privacy/Characters.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Whether a path that is known may end before byte `at`.
bool mayEnd(std::string_view text, std::size_t at) {
  constexpr std::string_view kBehindPaths = "'\"`)>]},;:|";
  if (at >= text.size() || isBlank(text[at]) || kBehindPaths.find(text[at]) != kNone)
    return true;
  return text[at] == '.' && (at + 1 == text.size() || isBlank(text[at + 1]));
}

/// Goes through the folders that a text begins with, one slash after another.
class FolderWalk {
public:
  explicit FolderWalk(std::string_view text) : text_(text) {}

  /// Enters the next folder; false if no slash is left.
  bool next() {
    const std::size_t slash = text_.find('/', end_);
    if (slash == kNone)
      return false;
    enter(text_.substr(end_, slash - end_));
    end_ = slash + 1;
    return true;
  }

  /// Bytes of the text up to here, the folder's slash included.
  [[nodiscard]] std::size_t end() const { return end_; }
  /// The folder without `.`, inner `..` and slashes that say nothing; it ends with a slash. Empty
  /// if it is the current one.
  [[nodiscard]] const std::string &plain() const { return plain_; }
  /// Whether the folder has a name: it is neither the root nor the current one.
  [[nodiscard]] bool isNamed() const { return plain_.size() > 1; }

private:
  void enter(std::string_view name) {
    if (end_ == 0 && name.empty())
      plain_ = "/";
    else if (name == "..")
      leave();
    else if (!name.empty() && name != ".")
      plain_.append(name) += '/';
  }

  void leave() {
    if (plain_ == "/")
      return;
    const std::size_t above = plain_.size() < 2 ? kNone : plain_.rfind('/', plain_.size() - 2);
    const std::size_t last = above == kNone ? 0 : above + 1;
    if (plain_.empty() || plain_.substr(last) == "../")
      plain_ += "../";
    else
      plain_.erase(last);
  }

  std::string_view text_;
  std::size_t end_ = 0;
  std::string plain_;
};

} // namespace

/// Has all folders be known that the path goes through, as it is written. Gives the last one.
std::string KnownPaths::addFolders(std::string_view path) {
  FolderWalk walk(path);
  while (walk.next())
    if (walk.isNamed())
      folders_.insert(walk.plain());
  return walk.isNamed() ? walk.plain() : "";
}

void KnownPaths::add(const std::string &path) {
  if (const std::string folder = addFolders(path); !folder.empty())
    paths_.insert(folder + path.substr(path.rfind('/') + 1));
}

void KnownPaths::addModule(const std::string &path) {
  add(path);
  if (const std::string folder = addFolders(path); !folder.empty() && !folder.starts_with('/'))
    module_folders_.insert(folder);
}

void KnownPaths::addFolder(const std::string &path) {
  if (const std::string folder = addFolders(path + '/'); !folder.empty())
    hidden_folders_.insert(folder);
}

KnownPaths::Match KnownPaths::at(std::string_view text, std::size_t at) const {
  Match best;
  const std::string_view rest = text.substr(at);
  std::string folder;
  bool hidden = false;
  for (FolderWalk walk(rest); walk.next();) {
    if (!walk.isNamed())
      continue; // `./`, or a way back to where it began
    if (!folders_.contains(walk.plain()))
      break;
    folder = walk.plain();
    best.length = walk.end();
    hidden = hidden || hidden_folders_.contains(folder);
    best.names_only = best.names_only || hidden || module_folders_.contains(folder);
  }
  if (best.length == 0)
    return best;
  // Only names of that folder are left, none of which holds a slash.
  const std::size_t limit = std::min(rest.find('/', best.length), rest.size());
  for (std::size_t end = limit; end > best.length; --end)
    if (mayEnd(rest, end) &&
        paths_.contains(folder + std::string(rest.substr(best.length, end - best.length))))
      return {end, true, hidden || module_folders_.contains(folder)};
  return best;
}

} // namespace fsfind

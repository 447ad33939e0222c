#include "cli/commands/SinceRevision.h"

#include "cli/check/Files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace fsfind::cli {

namespace {

/// The names in a list that ends each with a zero.
std::vector<std::string> namesIn(const std::string &list) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t end = list.find('\0', start);
    names.push_back(list.substr(start, end - start));
    start = end == std::string::npos ? list.size() : end + 1;
  }
  return names;
}

/// The last commit that HEAD and the revision have in common.
Expected<std::string> commonCommit(const git::Repository &git, const std::string &revision) {
  const Error strange = {
      revision, {}, "has no commit in common with HEAD", "fetch more of the history"};
  FSFIND_TRY(const std::string named,
             git.commitOf(revision, {revision,
                                     {},
                                     "is no revision of " + git.root(),
                                     "see that it is written so, and fetched: CI often fetches one "
                                     "commit only (fetch-depth: 0)"}));
  FSFIND_TRY(const std::string head, git.commitOf("HEAD", strange));
  return git.line({"merge-base", named, head}, strange);
}

/// What is staged is compared with the commit before it; with nothing if it is for the first one.
Expected<std::string> commitBeforeStaged(const git::Repository &git) {
  if (auto head = git.commitOf("HEAD", {}))
    return head;
  return git.line({"hash-object", "-t", "tree", "--stdin"}, // without input
                  {git.root(), {}, "git knows no empty tree", "use --since"});
}

/// What may run another git in a submodule, or a program, is left out.
constexpr const char *kNoSubmodules = "--ignore-submodules=all";

// Modes of git's.
constexpr std::string_view kNone = "000000", kLink = "120000", kSubmodule = "160000";

/// Counts all of each file below the folder as changed, but for what is git's.
void addFilesBelow(const std::string &folder, check::ChangedLines &lines) {
  namespace fs = std::filesystem;
  constexpr std::size_t kMost = 1'000'000;
  std::error_code error;
  std::size_t seen = 0;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                           error);
       !error && at != fs::recursive_directory_iterator() && ++seen < kMost; at.increment(error)) {
    std::error_code none;
    if (at->path().filename() == ".git")
      at.disable_recursion_pending();
    else if (at->symlink_status(none).type() == fs::file_type::regular)
      lines[at->path().string()].push_back({});
  }
}

} // namespace

Expected<SinceRevision> SinceRevision::of(const std::string &revision, const std::string &folder) {
  FSFIND_TRY(git::Repository git, git::Repository::of(folder));
  FSFIND_TRY(std::string commit, commonCommit(git, revision));
  return between(std::move(git), std::move(commit), Until::Folder);
}

Expected<SinceRevision> SinceRevision::ofStaged(const std::string &folder) {
  FSFIND_TRY(git::Repository git, git::Repository::of(folder));
  FSFIND_TRY(std::string commit, commitBeforeStaged(git));
  return between(std::move(git), std::move(commit), Until::Index);
}

/// Of `git diff --raw -z`: each entry is `:mode mode blob blob fate`, and a path.
std::vector<SinceRevision::Change> SinceRevision::changesIn(const std::string &list) {
  std::vector<Change> changes;
  const std::vector<std::string> words = namesIn(list);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    std::istringstream entry(words[i]);
    Change change;
    std::string other_blob, fate;
    entry >> change.mode >> change.other_mode >> change.blob >> other_blob >> fate;
    change.mode.erase(0, 1);
    change.path = words[i + 1];
    if (fate != "U") // in a conflict nothing is staged
      changes.push_back(std::move(change));
  }
  return changes;
}

Expected<SinceRevision> SinceRevision::between(git::Repository git, std::string commit,
                                               Until until) {
  SinceRevision since(std::move(git), std::move(commit));
  const std::string &root = since.git_.root();
  Error problem = {root,
                   {},
                   "git cannot compare it with " + since.commit_,
                   "see what git diff says; of a partial clone, fetch what it lacks"};
  const auto told = [&](const std::vector<std::string> &words) -> Expected<std::string> {
    FSFIND_TRY(git::Printed result, since.git_.printed(words));
    if (!result.succeeded)
      return failure(problem);
    return std::move(result.text);
  };
  const auto compared = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"diff", "--no-ext-diff", "--no-textconv"});
    return told(options);
  };
  const std::vector<std::string> raw = {"--raw", "-z", "--no-abbrev"};
  const auto sinceCommit = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--no-renames", kNoSubmodules});
    if (until == Until::Index)
      options.emplace_back("--cached");
    options.insert(options.end(), {since.commit_, "--"});
    return compared(options);
  };
  FSFIND_TRY(const std::string diff,
             sinceCommit({"--unified=0", "--inter-hunk-context=0", "--no-prefix", "--no-color"}));
  FSFIND_TRY(const std::string changed, sinceCommit(raw));
  since.lines_ = check::changedLines(diff, root);
  since.changed_ = changesIn(changed);
  for (const Change &change : since.changed_)
    if (const std::string path = root + "/" + change.path;
        change.other_mode != kNone && !since.lines_.contains(path))
      since.lines_[path].push_back({});
  if (until == Until::Folder) {
    FSFIND_TRY(const std::string added, told({"ls-files", "-z", "--others", "--exclude-standard"}));
    for (const std::string &name : namesIn(added)) {
      since.unknown_.push_back(root + "/" + name);
      since.lines_[since.unknown_.back()].push_back({});
    }
  } else {
    FSFIND_TRY(const std::string unstaged,
               compared({"--raw", "-z", "--no-abbrev", "--no-renames", kNoSubmodules}));
    since.unstaged_ = changesIn(unstaged);
  }
  // By the index: what git would read in a submodule's folder may be another repository's.
  FSFIND_TRY(const std::string submodules,
             compared({"--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
                       "--ignore-submodules=dirty", since.commit_, "--"}));
  for (const Change &change : changesIn(submodules))
    if (const std::string folder = check::absolutePath(root + "/" + change.path);
        (change.mode == kSubmodule || change.other_mode == kSubmodule) &&
        check::isBelow(folder, root)) { // an index may name any path
      since.submodules_.push_back(folder);
      addFilesBelow(folder, since.lines_);
    }
  return since;
}

bool SinceRevision::isOfChange(const std::string &path) const {
  return hasChanged(path) || std::ranges::find(unknown_, path) != unknown_.end();
}

/// The paths in the repository of those that lie there.
std::vector<std::string> SinceRevision::inside(const std::vector<std::string> &files) const {
  std::vector<std::string> paths;
  for (const std::string &file : files)
    if (file != git_.root() && check::isBelow(file, git_.root()))
      paths.push_back(std::filesystem::path(file).lexically_relative(git_.root()));
  return paths;
}

/// What git would write to the folder. Of a filter, which may be any program, the text before it.
Expected<std::string>
SinceRevision::textOf(const Change &change,
                      const std::map<std::string, git::Conversion> &how) const {
  std::vector<std::string> words = {"cat-file"};
  if (const auto one = how.find(change.path);
      change.mode != kLink && one != how.end() && one->second.filter.empty())
    words.insert(words.end(), {"--filters", "--path=" + change.path, change.blob});
  else
    words.insert(words.end(), {"blob", change.blob});
  FSFIND_TRY(git::Printed blob, git_.printed(words));
  if (!blob.succeeded)
    return failure(
        {git_.root() + "/" + change.path, {}, "git does not have what it was", "fetch it"});
  return std::move(blob.text);
}

Expected<analyzer::OtherFiles> SinceRevision::thisSideOf(const std::vector<Change> &changes) const {
  analyzer::OtherFiles files;
  std::vector<std::string> paths;
  for (const Change &change : changes)
    paths.push_back(change.path);
  FSFIND_TRY(const auto how, git_.conversions(paths));
  for (const Change &change : changes) {
    const std::string path = git_.root() + "/" + change.path;
    std::string text;
    if (change.mode == kSubmodule || change.other_mode == kSubmodule)
      continue;
    const bool there = change.mode != kNone;
    if (there) {
      FSFIND_TRY(text, textOf(change, how));
    }
    if (change.mode == kLink || change.other_mode == kLink)
      files.links[path] = there && change.mode == kLink ? text : std::string();
    if (!there)
      files.gone.push_back(path);
    else if (change.mode != kLink)
      files.texts[path] = std::move(text);
  }
  return files;
}

Expected<analyzer::OtherFiles> SinceRevision::staged() const {
  FSFIND_TRY(analyzer::OtherFiles files, thisSideOf(unstaged_));
  for (const Change &change : changed_) {
    files.relinked |= change.mode == kLink || change.other_mode == kLink;
    if (change.mode == kNone)
      files.appeared.insert(git_.root() + "/" + change.path);
  }
  std::error_code error;
  for (const std::string &path : unknown_) {
    files.relinked |= std::filesystem::is_symlink(path, error);
    files.appeared.insert(path);
  }
  return files;
}

Expected<analyzer::OtherFiles> SinceRevision::before() const {
  FSFIND_TRY(analyzer::OtherFiles files, thisSideOf(changed_));
  files.gone.insert(files.gone.end(), unknown_.begin(), unknown_.end());
  if (unstaged_.empty())
    return files;
  // What did not change, but lies otherwise.
  FSFIND_TRY(analyzer::OtherFiles lying, thisSideOf(unstaged_));
  const std::set<std::string> gone(files.gone.begin(), files.gone.end());
  const auto known = [&](const std::string &path) {
    return gone.contains(path) || files.links.contains(path) || files.texts.contains(path);
  };
  std::erase_if(lying.gone, known);
  std::erase_if(lying.links, [&](const auto &one) { return known(one.first); });
  std::erase_if(lying.texts, [&](const auto &one) { return known(one.first); });
  files.gone.insert(files.gone.end(), lying.gone.begin(), lying.gone.end());
  files.links.merge(lying.links);
  files.texts.merge(lying.texts);
  return files;
}

bool SinceRevision::hasChanged(const std::string &path) const {
  const auto named = [&](const std::string &one) {
    return std::ranges::any_of(changed_, [&](const Change &change) {
      return check::isBelow(one, git_.root() + "/" + change.path);
    });
  };
  return named(path) || named(check::absolutePath(path));
}

Expected<SinceRevision::Unknown>
SinceRevision::unknownAmong(const std::vector<std::string> &files) const {
  for (const std::string &file : files)
    if (std::ranges::any_of(
            submodules_, [&](const std::string &folder) { return check::isBelow(file, folder); }))
      return Unknown{file, "is of a submodule that has changed"};
  const std::vector<std::string> paths = inside(files);
  FSFIND_TRY(const auto now, git_.conversions(paths));
  for (const auto &[path, how] : now)
    if (const std::string file = git_.root() + "/" + path; !how.filter.empty() && hasChanged(file))
      return Unknown{file, "has changed, of which git keeps what a filter makes"};
  const auto isAttributes = [](const std::string &path) {
    return std::filesystem::path(path).filename() == ".gitattributes";
  };
  if (std::ranges::none_of(changed_, isAttributes, &Change::path) &&
      std::ranges::none_of(unknown_, isAttributes))
    return Unknown{};
  FSFIND_TRY(const auto then, git_.conversions(paths, commit_));
  for (const std::string &path : paths) {
    const auto at_first = then.find(path), at_last = now.find(path);
    if ((at_first == then.end() ? git::Conversion() : at_first->second) !=
        (at_last == now.end() ? git::Conversion() : at_last->second))
      return Unknown{git_.root() + "/" + path,
                     "is made otherwise of what git keeps, by .gitattributes that have changed"};
  }
  return Unknown{};
}

Expected<std::set<std::string>>
SinceRevision::encodedAmong(const std::vector<std::string> &files) const {
  FSFIND_TRY(const auto now, git_.conversions(inside(files)));
  std::set<std::string> encoded;
  for (const auto &[path, how] : now)
    if (!how.encoding.empty())
      encoded.insert(git_.root() + "/" + path);
  return encoded;
}

} // namespace fsfind::cli

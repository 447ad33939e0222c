#include "cli/commands/SinceRevision.h"

#include "cli/check/Files.h"

#include <filesystem>
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

/// What became of files, of the output of `git diff -z --name-status`.
struct Fates {
  std::vector<std::string> deleted;         ///< also those that were moved away
  std::map<std::string, std::string> moved; ///< by the path now: that before
};

Fates fatesIn(const std::string &list) {
  Fates fates;
  const std::vector<std::string> words = namesIn(list);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    fates.deleted.push_back(words[i + 1]);
    if (words[i].starts_with('R') && i + 2 < words.size()) {
      fates.moved[words[i + 2]] = words[i + 1];
      ++i;
    }
  }
  return fates;
}

/// The text files of `git diff -z --numstat`, which counts no lines of others: `1<tab>2<tab>path`.
std::vector<std::string> textFilesIn(const std::string &list) {
  std::vector<std::string> files;
  for (const std::string &entry : namesIn(list))
    if (const std::size_t path = entry.rfind('\t'); path != std::string::npos && entry[0] != '-')
      files.push_back(entry.substr(path + 1));
  return files;
}

/// What may run another git in a submodule, or a program, is left out.
constexpr const char *kNoSubmodules = "--ignore-submodules=all";

/// The submodules of another commit, of the output of `git diff --raw -z`: each entry is
/// `:modes and commits` and a path.
std::vector<std::string> submodulesIn(const std::string &list) {
  constexpr std::string_view kMode = "160000 "; // of a submodule
  std::vector<std::string> paths;
  const std::vector<std::string> words = namesIn(list);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    if (words[i].find(kMode) < kMode.size() + 2) // before, or now
      paths.push_back(words[i + 1]);
  return paths;
}

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

/// Adds the texts by each other name that the facts have for their files.
void addOtherNames(analyzer::FileTexts &texts, const Facts &facts) {
  for (const std::string &name : facts.paths())
    if (const auto same = texts.find(check::absolutePath(name)); same != texts.end())
      texts[name] = same->second;
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
    options.insert(options.begin(),
                   {"diff", "--find-renames", "--no-ext-diff", "--no-textconv", kNoSubmodules});
    if (until == Until::Index)
      options.emplace_back("--cached");
    options.insert(options.end(), {since.commit_, "--"});
    return told(options);
  };
  FSFIND_TRY(const std::string diff,
             compared({"--unified=0", "--inter-hunk-context=0", "--no-prefix", "--no-color"}));
  FSFIND_TRY(const std::string fates, compared({"-z", "--name-status", "--diff-filter=DR"}));
  since.lines_ = check::changedLines(diff, root);
  if (until == Until::Folder) {
    FSFIND_TRY(const std::string added, told({"ls-files", "-z", "--others", "--exclude-standard"}));
    for (const std::string &name : namesIn(added))
      since.lines_[root + "/" + name].push_back({});
  } else {
    FSFIND_TRY(const std::string unstaged, told({"diff", "-z", "--numstat", "--no-renames",
                                                 "--no-ext-diff", "--no-textconv", kNoSubmodules}));
    since.unstaged_ = textFilesIn(unstaged);
  }
  // By the index: what git would read in a submodule's folder may be another repository's.
  FSFIND_TRY(
      const std::string submodules,
      told({"diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
            "--no-textconv", "--ignore-submodules=dirty", since.commit_, "--"}));
  for (const std::string &name : submodulesIn(submodules))
    if (const std::string folder = check::absolutePath(root + "/" + name);
        check::isBelow(folder, root)) // an index may name any path
      addFilesBelow(folder, since.lines_);
  Fates known = fatesIn(fates);
  since.deleted_ = std::move(known.deleted);
  since.moved_ = std::move(known.moved);
  return since;
}

Expected<analyzer::FileTexts> SinceRevision::textsStaged(const Facts &facts) const {
  analyzer::FileTexts texts;
  for (const std::string &name : unstaged_) {
    FSFIND_TRY(git::Printed blob, git_.printed({"cat-file", "blob", ":0:" + name}));
    if (blob.succeeded) // in a conflict nothing is staged
      texts[git_.root() + "/" + name] = std::move(blob.text);
  }
  addOtherNames(texts, facts);
  return texts;
}

Expected<analyzer::FileTexts> SinceRevision::textsBefore(const Facts &facts) const {
  const std::string &root = git_.root();
  analyzer::FileTexts texts;
  const auto add = [&](const std::string &name,
                       const std::string &in_repository) -> Expected<void> {
    FSFIND_TRY(git::Printed blob,
               git_.printed({"cat-file", "blob", commit_ + ":" + in_repository}));
    texts[name] = blob.succeeded ? std::move(blob.text) : std::string();
    return {};
  };
  for (const auto &[path, ranges] : lines_) {
    const std::string now = path.substr(root.size() + 1);
    const auto moved = moved_.find(now);
    FSFIND_CHECK(add(path, moved == moved_.end() ? now : moved->second));
  }
  addOtherNames(texts, facts);
  for (const std::string &name : deleted_)
    FSFIND_CHECK(add(root + "/" + name, name));
  return texts;
}

} // namespace fsfind::cli

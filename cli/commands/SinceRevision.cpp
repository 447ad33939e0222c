#include "cli/commands/SinceRevision.h"

#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/record/Host.h"
#include "cli/check/Files.h"

#include <optional>

namespace fsfind::cli {

namespace {

/// Runs git in a folder, and gives what it prints, however long.
class Git {
public:
  static Expected<Git> in(std::string folder) {
    const auto program = record::Host::thisOne().findProgram("git");
    if (!program)
      return failure({"--since", {}, "git is not installed", "install it, or use --baseline"});
    FSFIND_TRY(TemporaryFolder place, TemporaryFolder::make());
    return Git(*program, std::move(folder), std::move(place));
  }

  /// None if git fails.
  [[nodiscard]] Expected<std::optional<std::string>>
  printed(const std::vector<std::string> &words) const {
    std::vector<std::string> command = {program_, "-C", folder_, "-c", "core.quotePath=off"};
    command.insert(command.end(), words.begin(), words.end());
    record::ChildPlace child;
    child.output = place_.path() + "/output";
    child.error = place_.path() + "/error";
    child.apart = true;
    FSFIND_TRY(const record::ChildEnd end, record::runChild(command, {}, {}, child));
    if (end.exit_code != 0)
      return std::optional<std::string>();
    FSFIND_TRY(std::string text, check::readFile(child.output));
    return std::optional(std::move(text));
  }

  /// The same for output of one line; fails with `error` if git does.
  [[nodiscard]] Expected<std::string> line(const std::vector<std::string> &words,
                                           const Error &error) const {
    FSFIND_TRY(std::optional<std::string> text, printed(words));
    if (!text)
      return failure(error);
    while (text->ends_with('\n'))
      text->pop_back();
    return std::move(*text);
  }

  /// The first line of what git said to standard error the last time.
  [[nodiscard]] std::string complaint() const {
    constexpr std::string_view kFatal = "fatal: ";
    const std::string text = check::readFile(place_.path() + "/error").value_or("");
    std::string first = text.substr(0, text.find('\n'));
    return first.starts_with(kFatal) ? first.substr(kFatal.size()) : first;
  }

private:
  Git(std::string program, std::string folder, TemporaryFolder place)
      : program_(std::move(program)), folder_(std::move(folder)), place_(std::move(place)) {}

  std::string program_, folder_;
  TemporaryFolder place_;
};

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

Expected<std::string> repositoryOf(const std::string &folder) {
  FSFIND_TRY(const Git git, Git::in(folder));
  const auto root = git.line({"rev-parse", "--show-toplevel"}, {});
  if (!root)
    return failure({"--since",
                    {},
                    "git finds no repository: " + git.complaint(),
                    "start fsfind in the project's repository, or use --baseline"});
  return check::absolutePath(*root);
}

/// The last commit that HEAD and the revision have in common.
Expected<std::string> commonCommit(const Git &git, const std::string &root,
                                   const std::string &revision) {
  FSFIND_TRY(
      const std::string named,
      git.line({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"},
               {revision,
                {},
                "is no revision of " + root,
                "see that it is written so, and fetched: CI often fetches one commit only "
                "(fetch-depth: 0)"}));
  return git.line({"merge-base", named, "HEAD"},
                  {revision, {}, "has no commit in common with HEAD", "fetch more of the history"});
}

/// What is staged is compared with the commit before it; with nothing if it is for the first one.
Expected<std::string> commitBeforeStaged(const Git &git, const std::string &root) {
  FSFIND_TRY(const auto head, git.printed({"rev-parse", "--verify", "--quiet", "HEAD"}));
  if (head)
    return commonCommit(git, root, "HEAD");
  return git.line({"hash-object", "-t", "tree", "/dev/null"},
                  {root, {}, "git knows no empty tree", "use --since"});
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

/// Which text files lie in the folder otherwise than in the index; none if git fails.
Expected<std::optional<std::vector<std::string>>> unstagedFiles(const Git &git) {
  FSFIND_TRY(const auto list,
             git.printed({"diff", "-z", "--numstat", "--no-renames", "--no-ext-diff",
                          "--no-textconv", "--ignore-submodules"}));
  if (!list)
    return std::optional<std::vector<std::string>>();
  return std::optional(textFilesIn(*list));
}

/// Adds the texts by each other name that the facts have for their files.
void addOtherNames(analyzer::FileTexts &texts, const Facts &facts) {
  for (const std::string &name : facts.paths())
    if (const auto same = texts.find(check::absolutePath(name)); same != texts.end())
      texts[name] = same->second;
}

} // namespace

Expected<SinceRevision> SinceRevision::of(const std::string &revision, const std::string &folder) {
  FSFIND_TRY(std::string root, repositoryOf(folder));
  FSFIND_TRY(const Git git, Git::in(root));
  FSFIND_TRY(std::string commit, commonCommit(git, root, revision));
  return between(std::move(root), std::move(commit), Until::Folder);
}

Expected<SinceRevision> SinceRevision::ofStaged(const std::string &folder) {
  FSFIND_TRY(std::string root, repositoryOf(folder));
  FSFIND_TRY(const Git git, Git::in(root));
  FSFIND_TRY(std::string commit, commitBeforeStaged(git, root));
  return between(std::move(root), std::move(commit), Until::Index);
}

Expected<SinceRevision> SinceRevision::between(std::string root, std::string commit, Until until) {
  SinceRevision since;
  since.root_ = std::move(root);
  since.commit_ = std::move(commit);
  FSFIND_TRY(const Git git, Git::in(since.root_));
  const auto compared = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"diff", "--find-renames"});
    if (until == Until::Index)
      options.emplace_back("--cached");
    options.insert(options.end(), {since.commit_, "--"});
    return git.printed(options);
  };
  FSFIND_TRY(const auto diff, compared({"--unified=0", "--inter-hunk-context=0", "--no-prefix",
                                        "--no-color", "--no-ext-diff", "--no-textconv"}));
  FSFIND_TRY(const auto fates, compared({"-z", "--name-status", "--diff-filter=DR"}));
  std::optional<std::string> added = "";
  std::optional<std::vector<std::string>> unstaged(std::in_place);
  if (until == Until::Folder) {
    FSFIND_TRY(added, git.printed({"ls-files", "-z", "--others", "--exclude-standard"}));
  } else {
    FSFIND_TRY(unstaged, unstagedFiles(git));
  }
  if (!diff || !added || !fates || !unstaged)
    return failure(
        {since.root_, {}, "git cannot compare it with " + since.commit_, "see what git diff says"});
  since.lines_ = check::changedLines(*diff, since.root_);
  for (const std::string &name : namesIn(*added))
    since.lines_[since.root_ + "/" + name].push_back({});
  Fates told = fatesIn(*fates);
  since.deleted_ = std::move(told.deleted);
  since.moved_ = std::move(told.moved);
  since.unstaged_ = std::move(*unstaged);
  return since;
}

Expected<analyzer::FileTexts> SinceRevision::textsStaged(const Facts &facts) const {
  FSFIND_TRY(const Git git, Git::in(root_));
  analyzer::FileTexts texts;
  for (const std::string &name : unstaged_) {
    FSFIND_TRY(auto text, git.printed({"cat-file", "blob", ":0:" + name}));
    if (text) // in a conflict nothing is staged
      texts[root_ + "/" + name] = std::move(*text);
  }
  addOtherNames(texts, facts);
  return texts;
}

Expected<analyzer::FileTexts> SinceRevision::textsBefore(const Facts &facts) const {
  FSFIND_TRY(const Git git, Git::in(root_));
  analyzer::FileTexts texts;
  const auto add = [&](const std::string &name,
                       const std::string &in_repository) -> Expected<void> {
    FSFIND_TRY(const auto text, git.printed({"cat-file", "blob", commit_ + ":" + in_repository}));
    texts[name] = text.value_or("");
    return {};
  };
  for (const auto &[path, ranges] : lines_) {
    const std::string now = path.substr(root_.size() + 1);
    const auto moved = moved_.find(now);
    FSFIND_CHECK(add(path, moved == moved_.end() ? now : moved->second));
  }
  addOtherNames(texts, facts);
  for (const std::string &name : deleted_)
    FSFIND_CHECK(add(root_ + "/" + name, name));
  return texts;
}

} // namespace fsfind::cli

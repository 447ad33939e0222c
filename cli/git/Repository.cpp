#include "cli/git/Repository.h"

#include "c2c-ingest/record/ChildProcess.h"
#include "c2c-ingest/record/Host.h"
#include "cli/check/Files.h"
#include "cli/terminal/EndRequests.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace fsfind::git {

namespace {

namespace fs = std::filesystem;

/// A partial clone fetches what it lacks from where its configuration says, by programs that it
/// names. The second variable is for versions of git that do not know the first one.
const std::vector<std::string> kStayHere = {"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
                                            "GIT_OPTIONAL_LOCKS=0"};

/// Enough for the largest repositories: packs are mapped, which does not count.
constexpr std::uint64_t kMostData = std::uint64_t{8} << 30U;
/// Bytes. A file of an earlier revision may be gigabytes of blanks, which take no room in git.
constexpr std::uint64_t kMostPrinted = std::uint64_t{128} << 20U;

/// Says how files are compared with what git has of them. None names a program or a file.
constexpr const char *kPlainKeys =
    "^core\\.(autocrlf|eol|filemode|ignorecase|symlinks|trustctime|checkstat|precomposeunicode)$";

std::string lastLineEndCut(std::string text) {
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

/// A value of kPlainKeys is a word.
bool isWord(const std::string &text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char letter) { return std::isalnum(letter) != 0; });
}

/// The lines of `git config -z --get-regexp`: `key<newline>value`, or `key` alone for true.
std::string settingsIn(const std::string &list) {
  std::string text = "[core]\n";
  std::istringstream entries(list);
  for (std::string entry; std::getline(entries, entry, '\0');) {
    const std::size_t end = entry.find('\n');
    const std::string key = entry.substr(entry.find('.') + 1, end - entry.find('.') - 1);
    const std::string value = end == std::string::npos ? "true" : entry.substr(end + 1);
    if (isWord(key) && isWord(value))
      text += fmt::format("\t{} = {}\n", key, value);
  }
  return text;
}

bool write(const fs::path &file, const std::string &text) {
  return static_cast<bool>((std::ofstream(file, std::ios::binary) << text).flush());
}

} // namespace

Expected<Repository> Repository::of(const std::string &folder, Files files,
                                    std::chrono::seconds most_time) {
  const auto program = record::Host::thisOne().findProgram("git");
  if (!program)
    return failure({folder, {}, "git is not installed", "install it, or use --baseline"});
  FSFIND_TRY(TemporaryFolder place, TemporaryFolder::make());
  Repository repository(*program, std::move(place), most_time);
  FSFIND_TRY(const std::vector<Whereabouts> places, whereaboutsFor(folder));
  Survey survey;
  for (const Whereabouts &one : places) {
    FSFIND_CHECK(survey.lookThrough(one));
    FSFIND_CHECK(repository.checkIncludes(one));
  }
  FSFIND_CHECK(repository.findRoot(folder));
  FSFIND_CHECK(repository.checkOwn(folder, places, survey));
  if (files == Files::Read)
    FSFIND_CHECK(survey.lookThroughFiles(repository.root()));
  FSFIND_CHECK(repository.replaceFolder(folder));
  return repository;
}

Expected<void> Repository::findRoot(const std::string &folder) {
  FSFIND_TRY(const Printed root, told(folder, {"rev-parse", "--show-toplevel"}));
  if (!root.succeeded)
    return failure({folder,
                    {},
                    "git finds no repository: " + complaint(),
                    "start fsfind in the project's repository, or use --baseline"});
  root_ = check::absolutePath(lastLineEndCut(root.text));
  return {};
}

Expected<std::string> Repository::placeOf(const std::string &folder, const char *option) const {
  FSFIND_TRY(const Printed path, told(folder, {"rev-parse", option}));
  if (!path.succeeded)
    return failure({folder, {}, "git does not say where its data lie: " + complaint(), ""});
  return check::absolutePath(fs::path(folder) / lastLineEndCut(path.text));
}

Expected<std::vector<std::string>> Repository::settings(const std::string &file,
                                                        const char *keys) const {
  std::vector<std::string> values;
  if (formBehind(file) != Form::File)
    return values;
  // There git finds no repository, whose configuration it would read as well.
  std::vector<std::string> variables = kStayHere;
  variables.push_back("GIT_DIR=" + place_.pathOf("none"));
  FSFIND_TRY(const Printed list, run(place_.path(),
                                     {"config", "--file", file, "--no-includes", "--type=path",
                                      "-z", "--get-regexp", keys},
                                     variables));
  if (!list.succeeded && !complaint().empty())
    return failure({file, {}, "git cannot read it: " + complaint(), "mend it"});
  std::istringstream entries(list.text);
  for (std::string entry; std::getline(entries, entry, '\0');)
    values.push_back(entry.substr(std::min(entry.size(), entry.find('\n') + 1)));
  return values;
}

Expected<void> Repository::checkIncludes(const Whereabouts &place) const {
  constexpr std::size_t kMostFiles = 100;
  std::vector<std::string> files = {place.common + "/config", place.folder + "/config.worktree"};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string file = files[i];
    FSFIND_CHECK(checkEnds(file));
    FSFIND_TRY(const auto included, settings(file, R"(^include(if\..*)?\.path$)"));
    for (const std::string &path : included) {
      const std::string named = fs::path(file).parent_path() / path;
      if (std::find(files.begin(), files.end(), named) == files.end())
        files.push_back(named);
    }
    if (files.size() > kMostFiles)
      return failure({place.common + "/config", {}, "includes too many files", "include fewer"});
  }
  return {};
}

Expected<bool> Repository::leadsBack(const Whereabouts &place) const {
  // Of a linked work tree: its `.git`.
  if (const auto linked = pathIn(place.folder + "/gitdir", "", place.folder))
    return fs::path(*linked).parent_path() == place.top;
  // Of a submodule, or what has been parted from its folder.
  for (const char *name : {"/config.worktree", "/config"}) {
    FSFIND_TRY(const auto trees, settings(place.folder + name, "^core\\.worktree$"));
    if (!trees.empty())
      return check::absolutePath(fs::path(place.folder) / trees.back()) == place.top;
  }
  return false;
}

Expected<void> Repository::checkOwn(const std::string &folder,
                                    const std::vector<Whereabouts> &places,
                                    const Survey &survey) const {
  FSFIND_TRY(const std::string git_folder, placeOf(folder, "--absolute-git-dir"));
  FSFIND_TRY(const std::string common, placeOf(folder, "--git-common-dir"));
  const auto found = std::ranges::find_if(places, [&](const Whereabouts &one) {
    return one.folder == git_folder && one.common == common;
  });
  const std::string remedy = "if you trust it, set GIT_DIR to " + git_folder +
                             " and GIT_WORK_TREE to the folder with the files";
  if (found == places.end())
    return failure({git_folder, {}, "has the repository, and nothing says so", remedy});
  if (found->named)
    return {};
  if (fromEnvironment("GIT_WORK_TREE").empty() && !check::isBelow(root_, found->top))
    return failure({git_folder, {}, "is the repository of files elsewhere, in " + root_, remedy});
  FSFIND_TRY(const bool own, check::isBelow(git_folder, found->top) ? true : leadsBack(*found));
  if (!own)
    return failure(
        {found->top + "/.git", {}, "leads to another repository, " + git_folder, remedy});
  const bool shared = check::isBelow(common, found->top) ||
                      check::isBelow(git_folder, common + "/worktrees") ||
                      !fromEnvironment("GIT_COMMON_DIR").empty();
  if (!shared && git_folder != common)
    return failure(
        {git_folder + "/commondir", {}, "leads to another repository, " + common, remedy});
  return survey.checkStays(*found);
}

Expected<std::string> Repository::pathOf(const std::string &folder, const char *name) const {
  FSFIND_TRY(const Printed path, told(folder, {"rev-parse", "--git-path", name}));
  if (!path.succeeded)
    return failure({folder, {}, "git does not say where its data lie: " + complaint(), ""});
  return (fs::path(folder) / lastLineEndCut(path.text)).string();
}

Expected<std::string> Repository::configuration(const std::string &folder) const {
  // Older versions know no other format, and print the option.
  FSFIND_TRY(const Printed format, told(folder, {"rev-parse", "--show-object-format"}));
  FSFIND_TRY(const Printed plain, told(folder, {"config", "-z", "--get-regexp", kPlainKeys}));
  // All submodules are active that are there.
  std::string text = settingsIn(plain.text) + "[submodule]\n\tactive = .\n";
  if (lastLineEndCut(format.text) == "sha256")
    text += "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n";
  return text;
}

Expected<void> Repository::replaceFolder(const std::string &folder) {
  const fs::path replaced = place_.pathOf("git");
  std::error_code error, none;
  for (const char *inner : {"refs", "info"})
    fs::create_directories(replaced / inner, error);
  FSFIND_TRY(const std::string settings, configuration(folder));
  bool whole = write(replaced / "HEAD", "ref: refs/heads/none\n") &&
               write(replaced / "config", settings) && !error;
  for (const char *name : {"shallow", "info/exclude", "info/attributes"}) {
    FSFIND_TRY(const std::string path, pathOf(folder, name));
    if (fs::exists(path, none))
      fs::create_symlink(path, replaced / name, error);
    whole = whole && !error;
  }
  FSFIND_TRY(const Printed shared, told(folder, {"rev-parse", "--shared-index-path"}));
  if (const fs::path path = lastLineEndCut(shared.text); shared.succeeded && !path.empty())
    fs::create_symlink(folder / path, replaced / path.filename(), error);
  if (!whole || error)
    return failure({place_.path(), {}, "cannot be written to", "set TMPDIR to another folder"});
  FSFIND_TRY(const std::string index, pathOf(folder, "index"));
  FSFIND_TRY(const std::string objects, pathOf(folder, "objects"));
  variables_ = kStayHere;
  variables_.insert(variables_.end(),
                    {"GIT_DIR=" + replaced.string(), "GIT_COMMON_DIR=" + replaced.string(),
                     "GIT_WORK_TREE=" + root_, "GIT_INDEX_FILE=" + index,
                     "GIT_OBJECT_DIRECTORY=" + objects});
  return {};
}

Expected<std::string> Repository::commitOf(const std::string &revision,
                                           const Error &otherwise) const {
  FSFIND_TRY(const Printed commit, told(root_, {"rev-parse", "--verify", "--quiet",
                                                "--end-of-options", revision + "^{commit}"}));
  if (!commit.succeeded)
    return failure(otherwise);
  return lastLineEndCut(commit.text);
}

Expected<Printed> Repository::run(const std::string &folder, const std::vector<std::string> &words,
                                  const std::vector<std::string> &variables) const {
  // A monitor runs when the index is read, which some revisions need.
  std::vector<std::string> command = {program_, "-C", folder, "--no-pager"};
  for (const char *setting :
       {"core.quotePath=off", "core.fsmonitor=false", "core.hooksPath=/dev/null"})
    command.insert(command.end(), {"-c", setting});
  command.insert(command.end(), words.begin(), words.end());
  record::ChildPlace child;
  child.output = place_.pathOf("output");
  child.error = place_.pathOf("error");
  child.apart = true;
  child.most_data = kMostData;
  // It writes nothing of which a part could be left behind.
  const cli::EndRequests requests;
  record::Watch watch;
  watch.stop_signal = SIGKILL;
  watch.duration = most_time_;
  watch.go_on = [&] { return !requests.arePending(); };
  FSFIND_TRY(const record::ChildEnd end, record::runChild(command, variables, watch, child));
  if (end.ending == record::Ending::TimeLimit)
    return failure(
        {folder,
         {},
         fmt::format("git {} takes longer than {} s", words.front(), most_time_.count()),
         "see what slows git down there, as patterns in .gitignore may, or use --baseline"});
  if (end.ending != record::Ending::Itself || requests.arePending())
    return failure({folder, {}, "git was interrupted", ""});
  std::error_code unknown;
  if (const auto size = std::filesystem::file_size(child.output, unknown);
      !unknown && size > kMostPrinted)
    return failure({folder,
                    {},
                    fmt::format("git {} prints {} bytes, and at most {} are read", words.front(),
                                size, kMostPrinted),
                    "see which file is so large there, or use --baseline"});
  FSFIND_TRY(std::string text, check::readFile(child.output));
  return Printed{end.exit_code == 0, std::move(text)};
}

Expected<Printed> Repository::told(const std::string &folder,
                                   const std::vector<std::string> &words) const {
  return run(folder, words, kStayHere);
}

Expected<Printed> Repository::printed(const std::vector<std::string> &words,
                                      const std::string &folder) const {
  return run(folder.empty() ? root_ : folder, words, variables_);
}

Expected<std::string> Repository::line(const std::vector<std::string> &words,
                                       const Error &otherwise) const {
  FSFIND_TRY(const Printed result, printed(words));
  if (!result.succeeded)
    return failure(otherwise);
  return lastLineEndCut(result.text);
}

Expected<std::map<std::string, Conversion>>
Repository::conversions(const std::vector<std::string> &paths, const std::string &tree) const {
  constexpr std::size_t kMostPaths = 500; // by as many words a program can be started anywhere
  std::vector<std::string> command = {"check-attr", "-z"}, variables = variables_;
  if (!tree.empty()) {
    command.emplace_back("--cached");
    variables.insert(variables.begin(), "GIT_INDEX_FILE=" + place_.pathOf("index"));
    FSFIND_TRY(const Printed read, run(root_, {"read-tree", tree}, variables));
    if (!read.succeeded)
      return failure({root_, {}, "git cannot read " + tree + ": " + complaint(), "fetch it"});
  }
  command.insert(command.end(), {"ident", "working-tree-encoding", "filter", "--"});
  std::map<std::string, Conversion> found;
  for (std::size_t at = 0; at < paths.size(); at += kMostPaths) {
    std::vector<std::string> words = command;
    for (std::size_t i = at; i < std::min(paths.size(), at + kMostPaths); ++i)
      words.push_back(paths[i]);
    FSFIND_TRY(const Printed list, run(root_, words, variables));
    if (!list.succeeded)
      return failure({root_, {}, "git cannot read .gitattributes: " + complaint(), "mend them"});
    std::istringstream entries(list.text);
    for (std::string path, name, value; std::getline(entries, path, '\0') &&
                                        std::getline(entries, name, '\0') &&
                                        std::getline(entries, value, '\0');)
      if (value != "unspecified" && value != "unset") {
        Conversion &one = found[path];
        (name == "ident" ? one.ident : name == "filter" ? one.filter : one.encoding) = value;
      }
  }
  // Others than the user's own are not run, and git takes files as they lie there.
  FSFIND_TRY(const Printed filters,
             printed({"config", "--name-only", "--get-regexp", "^filter\\."}));
  for (auto &[path, one] : found)
    if (("\n" + filters.text).find("\nfilter." + one.filter + ".") == std::string::npos)
      one.filter.clear();
  std::erase_if(found, [](const auto &one) { return one.second == Conversion(); });
  return found;
}

/// The first line of what git said to standard error the last time.
std::string Repository::complaint() const {
  constexpr std::string_view kFatal = "fatal: ";
  const std::string text = check::readFile(place_.pathOf("error")).value_or("");
  std::string first = text.substr(0, text.find('\n'));
  return first.starts_with(kFatal) ? first.substr(kFatal.size()) : first;
}

} // namespace fsfind::git

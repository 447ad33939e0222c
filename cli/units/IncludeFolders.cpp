#include "cli/units/IncludeFolders.h"

#include "cli/check/Files.h"
#include "cli/check/Trust.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <filesystem>
#include <optional>
#include <string_view>

namespace fsfind::units {

namespace fs = std::filesystem;

namespace {

/// Of the headers that a unit includes, those of the system left out.
constexpr std::size_t kMostHeaders = 10'000;
constexpr std::uintmax_t kLargestFile = 16U << 20U; // bytes; a file of data is no header
constexpr const char *kOfConfigure = "HAVE_CONFIG_H";
/// Below these are headers of compilers and of their C++ library.
constexpr std::array<std::string_view, 4> kOfCompilers = {"/usr/include/c++", "/usr/lib/gcc",
                                                          "/usr/lib/clang", "/usr/lib/llvm"};
/// Below these are headers that are not the program's own.
constexpr std::array<std::string_view, 3> kOfSystem = {"/usr/include", "/usr/local/include",
                                                       "/usr/lib"};
/// The same, wherever a compiler is installed.
constexpr std::array<std::string_view, 3> kWithinCompilers = {"/include/c++/", "/lib/gcc/",
                                                              "/lib/clang/"};

/// `/a/b` of `/a/b/c/d.h` and `c/d.h`; none if the path does not end so.
std::optional<std::string> folderBefore(const std::string &path, const std::string &name) {
  if (path.size() < name.size() + 2 || !path.ends_with(name) ||
      path[path.size() - name.size() - 1] != '/')
    return {};
  return path.substr(0, path.size() - name.size() - 1);
}

bool isOfSystem(const std::string &folder) {
  return std::any_of(
             kOfSystem.begin(), kOfSystem.end(),
             [&](std::string_view one) { return check::isBelow(folder, std::string(one)); }) ||
         std::any_of(kWithinCompilers.begin(), kWithinCompilers.end(), [&](std::string_view one) {
           return (folder + '/').find(one) != std::string::npos;
         });
}

std::string_view afterBlanks(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

/// What follows `word` and blanks; empty if the text does not begin with it.
std::string_view after(std::string_view text, std::string_view word) {
  text = afterBlanks(text);
  return text.starts_with(word) ? afterBlanks(text.substr(word.size())) : std::string_view();
}

std::string_view wordAtBegin(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), [](char one) {
    return one == '_' || std::isalnum(static_cast<unsigned char>(one)) != 0;
  });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// The only macro that a condition asks for, such as `defined(X)`; empty for other conditions.
std::string macroOf(std::string_view condition) {
  if (const std::string_view name = after(condition, "defined"); !name.empty())
    condition = name;
  const bool braces = condition.starts_with('(');
  condition.remove_prefix(braces ? 1 : 0);
  const std::string_view word = wordAtBegin(afterBlanks(condition));
  const std::string_view rest = afterBlanks(
      condition.substr(static_cast<std::size_t>(word.data() + word.size() - condition.data())));
  const std::string_view end = braces ? after(rest, ")") : rest;
  const bool only = end.find_first_of("&|!=<>?") == std::string_view::npos;
  // Compilers define names of this form.
  return only && !word.starts_with('_') ? std::string(word) : std::string();
}

/// Follows the conditions that hold where a file's next directive is.
void noteBranch(std::string_view line, std::vector<std::string> &branches) {
  const std::string_view word = wordAtBegin(line);
  if (word == "ifdef")
    branches.push_back(macroOf(after(line, word)));
  else if (word == "if")
    branches.push_back(line.find("defined") != std::string_view::npos ? macroOf(after(line, word))
                                                                      : std::string());
  else if (word == "ifndef")
    branches.emplace_back();
  else if (branches.size() > 1 && (word == "else" || word.starts_with("elif")))
    branches.back().clear();
  else if (branches.size() > 1 && word == "endif")
    branches.pop_back();
}

std::size_t commonBegin(const std::string &a, const std::string &b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const std::size_t slash = a.rfind('/', static_cast<std::size_t>(end - a.begin()));
  return slash == std::string::npos ? 0 : slash;
}

/// The folders in `folder` of which `test` takes the name.
template <class Test>
void addFolders(std::vector<std::string> &to, const std::string &folder, const char *below,
                Test test) {
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (test(entry.path().filename().string()))
      to.push_back(entry.path().string() + below);
}

std::vector<std::string> implicitFolders() {
  const auto any = [](const std::string &) { return true; };
  const auto of_machine = [](const std::string &name) {
    return name.find("-linux-") != std::string::npos;
  };
  std::vector<std::string> folders = {"/usr/include", "/usr/local/include"}, compilers;
  addFolders(folders, "/usr/include", "", of_machine);
  addFolders(folders, "/usr/include/c++", "", any); // of a version
  addFolders(folders, "/usr/lib/clang", "/include", any);
  addFolders(compilers, "/usr/lib/gcc", "", of_machine);
  for (const std::string &compiler : compilers)
    addFolders(folders, compiler, "/include", any);
  return folders;
}

} // namespace

IncludeFolders::IncludeFolders(const std::set<std::string> &headers, SourceTree &tree)
    : tree_(tree), implicit_(implicitFolders()) {
  for (const std::string &path : headers)
    headers_[nameOf(path)].push_back(path);
}

/// The folders of one unit while its directives are followed.
struct IncludeFolders::Search {
  struct Folder {
    std::string path;
    bool angled; ///< a directive with `<...>` needs it
  };

  IncludeFolders &all;
  const Unit &unit;
  std::map<std::string, std::vector<std::string>> used = {}; ///< by their last part
  std::vector<Folder> folders = {};
  std::map<std::string, std::string> switches = {}; ///< the macro that includes a file
  /// The files that are found without any folder.
  std::optional<std::set<std::string>> found_anyway = {};

  /// The file that the directive means; empty if it is unknown or among the implicit folders.
  std::string resolve(const Directive &include, const std::string &includer) {
    if (const std::string path = beside(include, includer); !path.empty())
      return path;
    const bool implicit = all.isImplicitHeader(include.name);
    for (const std::string &path : used[nameOf(include.name)])
      if (mayMean(path, include, implicit))
        return take(path, include);
    for (Folder &folder : folders)
      if (const std::string path = folder.path + '/' + include.name;
          (include.quoted || folder.angled || !implicit) && all.exists(path)) {
        folder.angled |= !include.quoted;
        return path;
      }
    if (implicit)
      return {};
    const std::string path = nearest(include, includer);
    return path.empty() ? path : take(path, include);
  }

  std::string beside(const Directive &include, const std::string &includer) {
    const auto path = (fs::path(includer).parent_path() / include.name).lexically_normal();
    return include.quoted && all.exists(path.string()) ? path.string() : std::string();
  }

  /// Whether a folder is to be added for the directive's sake so that it means `path`. A file of a
  /// name that the system has, too, may be used since another directive finds it without a folder:
  /// <sys/time.h> and "time.h" do not make <time.h> mean them.
  bool mayMean(const std::string &path, const Directive &include, bool implicit) {
    const auto folder = folderBefore(path, include.name);
    if (!folder || all.isImplicit(*folder))
      return false;
    const bool of_system = isOfSystem(path), hides = implicit && !include.quoted;
    return !(of_system && hides) && !((of_system || hides) && isFoundAnyway(path));
  }

  bool isFoundAnyway(const std::string &path) {
    if (!found_anyway) {
      found_anyway.emplace();
      noteFoundFrom(unit.source);
      for (const std::string &one : unit.used)
        noteFoundFrom(one);
    }
    return found_anyway->count(path) != 0;
  }

  void noteFoundFrom(const std::string &includer) {
    for (const Directive &include : all.directivesOf(includer))
      if (std::string path = beside(include, includer); !path.empty())
        found_anyway->insert(std::move(path));
      else
        for (const std::string &folder : all.implicit_)
          found_anyway->insert(folder + '/' + include.name);
  }

  /// Of files that no unit may use, the one that has the longest way in common with the includer,
  /// or else with the build's folder, where generated headers are; empty if two have.
  std::string nearest(const Directive &include, const std::string &includer) {
    std::string best;
    std::pair<std::size_t, std::size_t> longest;
    bool tied = false;
    const std::string name = nameOf(include.name);
    const std::vector<std::string> &among_headers = all.headers_[name];
    for (const auto *files : {&among_headers, &all.tree_.named(name)})
      for (const std::string &path : *files) {
        if (path == best || !mayMean(path, include, false))
          continue;
        const std::pair common(commonBegin(path, includer), commonBegin(path, unit.directory));
        tied = !best.empty() && (common == longest || (tied && common < longest));
        if (best.empty() || common > longest) {
          best = path;
          longest = common;
        }
      }
    return tied ? std::string() : best;
  }

  /// Adds the folder that makes the directive mean this file, before any in which it would mean
  /// another.
  std::string take(const std::string &path, const Directive &include) {
    Folder folder{*folderBefore(path, include.name), !include.quoted};
    const auto same = [&](const Folder &one) { return one.path == folder.path; };
    const auto at = std::find_if(folders.begin(), folders.end(), [&](const Folder &one) {
      return same(one) || all.exists(one.path + '/' + include.name);
    });
    const auto place = at - folders.begin();
    if (const auto known = std::find_if(at, folders.end(), same); known != folders.end()) {
      folder.angled |= known->angled;
      folders.erase(known);
    }
    folders.insert(folders.begin() + place, std::move(folder));
    return path;
  }

  /// The unit uses `path`, which `include` means: if only what a macro switches on includes it, the
  /// command line defined the macro. HAVE_CONFIG_H is that of all that `configure` makes.
  void noteSwitch(const Directive &include, const std::string &path) {
    const auto &same = used[nameOf(path)];
    if (include.macro == kOfConfigure || std::find(same.begin(), same.end(), path) != same.end()) {
      const auto [known, fresh] = switches.try_emplace(path, include.macro);
      if (!fresh && known->second != include.macro)
        known->second.clear();
    }
  }

  [[nodiscard]] std::set<std::string> macros() const {
    std::set<std::string> macros;
    for (const auto &[path, macro] : switches)
      if (!macro.empty() && all.defined_.count(macro) == 0)
        macros.insert("-D" + macro);
    return macros;
  }

  /// What only directives with quotes need must not hide a header of the system.
  [[nodiscard]] std::vector<std::string> options() const {
    const auto for_quotes = [](const Folder &one) { return !one.angled && !isOfSystem(one.path); };
    const auto last = std::find_if(folders.rbegin(), folders.rend(), for_quotes);
    std::vector<std::string> options;
    for (auto at = folders.begin(); at != last.base(); ++at) // in the order that quotes need
      options.insert(options.end(), {"-iquote", at->path});
    for (const Folder &one : folders)
      if (!for_quotes(one))
        options.insert(options.end(), {isOfSystem(one.path) ? "-isystem" : "-I", one.path});
    return options;
  }
};

std::vector<std::string> IncludeFolders::optionsFor(const Unit &unit) {
  Search search{*this, unit};
  for (const std::string &path : unit.used)
    search.used[nameOf(path)].push_back(path);
  std::deque<std::string> waiting = {unit.source};
  std::set<std::string> seen = {unit.source};
  for (; !waiting.empty(); waiting.pop_front())
    for (const Directive &include : directivesOf(waiting.front())) {
      std::string path = search.resolve(include, waiting.front());
      if (!path.empty())
        search.noteSwitch(include, path);
      if (!path.empty() && seen.size() < kMostHeaders && seen.insert(path).second)
        waiting.push_back(std::move(path));
    }
  std::vector<std::string> options = search.options();
  const std::set<std::string> macros = search.macros();
  options.insert(options.end(), macros.begin(), macros.end());
  return options;
}

const std::vector<IncludeFolders::Directive> &
IncludeFolders::directivesOf(const std::string &path) {
  const auto [known, fresh] = directives_.try_emplace(path);
  std::error_code error;
  if (!fresh || fs::file_size(path, error) > kLargestFile || error)
    return known->second;
  const auto text = check::readNamed(path);
  if (!text)
    return known->second;
  std::vector<std::string> branches = {{}}; // the macros that they ask for
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = after(rest.substr(0, end), "#");
    rest.remove_prefix(std::min(end + 1, rest.size()));
    noteBranch(line, branches);
    if (const std::string_view macro = after(line, "define"); !macro.empty())
      defined_.emplace(wordAtBegin(macro));
    const std::string_view name = after(line, "include");
    const char close = name.starts_with('"') ? '"' : '>';
    const std::size_t length = name.find(close, 1);
    if ((name.starts_with('"') || name.starts_with('<')) && length != std::string_view::npos &&
        length > 1)
      known->second.push_back(
          {std::string(name.substr(1, length - 1)), close == '"', branches.back()});
  }
  return known->second;
}

bool IncludeFolders::exists(const std::string &path) {
  const auto [known, fresh] = exists_.try_emplace(path);
  std::error_code error;
  if (fresh)
    known->second = fs::is_regular_file(path, error);
  return known->second;
}

bool IncludeFolders::isImplicit(const std::string &folder) const {
  return std::find(implicit_.begin(), implicit_.end(), folder) != implicit_.end() ||
         std::any_of(kOfCompilers.begin(), kOfCompilers.end(),
                     [&](std::string_view one) { return folder.starts_with(one); });
}

bool IncludeFolders::isImplicitHeader(const std::string &name) {
  return std::any_of(implicit_.begin(), implicit_.end(),
                     [&](const std::string &folder) { return exists(folder + '/' + name); });
}

} // namespace fsfind::units

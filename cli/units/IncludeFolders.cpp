#include "cli/units/IncludeFolders.h"

#include "cli/check/Files.h"
#include "cli/check/Trust.h"

#include <algorithm>
#include <array>
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
/// Below these are headers of compilers and of their C++ library.
constexpr std::array<std::string_view, 4> kOfCompilers = {"/usr/include/c++", "/usr/lib/gcc",
                                                          "/usr/lib/clang", "/usr/lib/llvm"};
/// Below these are headers that are not the program's own.
constexpr std::array<std::string_view, 3> kOfSystem = {"/usr/include", "/usr/local/include",
                                                       "/usr/lib"};
/// The same, wherever a compiler is installed.
constexpr std::array<std::string_view, 3> kWithinCompilers = {"/include/c++/", "/lib/gcc/",
                                                              "/lib/clang/"};

std::string nameOf(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

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

std::size_t commonBegin(const std::string &a, const std::string &b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const std::size_t slash = a.rfind('/', static_cast<std::size_t>(end - a.begin()));
  return slash == std::string::npos ? 0 : slash;
}

std::vector<std::string> implicitFolders() {
  std::vector<std::string> folders = {"/usr/include", "/usr/local/include"};
  std::error_code error;
  for (const auto &entry : fs::directory_iterator("/usr/include", error))
    if (entry.path().filename().string().find("-linux-") != std::string::npos)
      folders.push_back(entry.path().string()); // of the machine
  for (const auto &entry : fs::directory_iterator("/usr/include/c++", error))
    folders.push_back(entry.path().string()); // of a version
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
  IncludeFolders &all;
  std::map<std::string, std::vector<std::string>> used; ///< by their last part
  std::vector<std::string> folders = {};

  /// The file that the directive means; empty if it is unknown or among the implicit folders.
  std::string resolve(const Directive &include, const std::string &includer) {
    const std::string beside =
        (fs::path(includer).parent_path() / include.name).lexically_normal().string();
    if (include.quoted && all.exists(beside))
      return beside;
    if (const auto path = amongUsed(include.name))
      return *path;
    for (const std::string &folder : folders)
      if (const std::string path = folder + '/' + include.name; all.exists(path))
        return path;
    if (all.isImplicitHeader(include.name))
      return {};
    const std::string path = all.nearest(include.name, includer);
    return path.empty() ? path : take(path, include.name);
  }

  /// As resolve(); none if the unit uses no file that can be meant.
  std::optional<std::string> amongUsed(const std::string &name) {
    const auto same = used.find(nameOf(name));
    if (same == used.end())
      return {};
    for (const std::string &path : same->second)
      if (const auto folder = folderBefore(path, name))
        return all.isImplicit(*folder) ? std::string() : take(path, name);
    return {};
  }

  /// Adds the folder that makes the directive mean this file, before any in which it would mean
  /// another.
  std::string take(const std::string &path, const std::string &name) {
    const std::string folder = *folderBefore(path, name);
    const auto at = std::find_if(folders.begin(), folders.end(), [&](const std::string &one) {
      return one == folder || all.exists(one + '/' + name);
    });
    if (at == folders.end() || *at != folder) {
      const auto place = at - folders.begin();
      std::erase(folders, folder); // it lies behind `at`, if anywhere
      folders.insert(folders.begin() + place, folder);
    }
    return path;
  }
};

std::vector<std::string> IncludeFolders::optionsFor(const std::string &source,
                                                    const std::vector<std::string> &used) {
  Search search{*this, {}};
  for (const std::string &path : used)
    search.used[nameOf(path)].push_back(path);
  std::deque<std::string> waiting = {source};
  std::set<std::string> seen = {source};
  for (; !waiting.empty(); waiting.pop_front())
    for (const Directive &include : directivesOf(waiting.front())) {
      std::string path = search.resolve(include, waiting.front());
      if (!path.empty() && seen.size() < kMostHeaders && seen.insert(path).second)
        waiting.push_back(std::move(path));
    }
  std::vector<std::string> options;
  for (const std::string &folder : search.folders) {
    options.emplace_back(isOfSystem(folder) ? "-isystem" : "-I");
    options.push_back(folder);
  }
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
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view name = after(after(rest.substr(0, end), "#"), "include");
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const char close = name.starts_with('"') ? '"' : '>';
    const std::size_t length = name.find(close, 1);
    if ((name.starts_with('"') || name.starts_with('<')) && length != std::string_view::npos &&
        length > 1)
      known->second.push_back({std::string(name.substr(1, length - 1)), close == '"'});
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

std::string IncludeFolders::nearest(const std::string &name, const std::string &includer) {
  std::string best;
  std::size_t longest = 0;
  bool tied = false;
  const std::vector<std::string> &among_headers = headers_[nameOf(name)];
  for (const auto *files : {&among_headers, &tree_.named(nameOf(name))})
    for (const std::string &path : *files) {
      const std::size_t common = commonBegin(path, includer);
      if (path == best || !folderBefore(path, name))
        continue;
      if (best.empty() || common > longest) {
        best = path;
        longest = common;
        tied = false;
      } else if (common == longest) {
        tied = true;
      }
    }
  return tied ? std::string() : best;
}

} // namespace fsfind::units

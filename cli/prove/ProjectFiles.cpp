#include "cli/prove/ProjectFiles.h"

#include "cli/check/Files.h"
#include "cli/git/Repository.h"
#include "cli/terminal/EndRequests.h"
#include "rules/model/ContentDigest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <strings.h>

namespace fsfind::prove {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 500'000;
constexpr const char *kCMakeCache = "CMakeCache.txt";

Error tooLarge(const ProjectFiles &files, std::uint64_t most_bytes) {
  return {
      files.root,
      {},
      fmt::format("has more than {} files or {} MB to copy", kMostFiles, most_bytes / kMegabyte),
      files.repository ? "have git ignore what the build does not need, or allow more with "
                         "--prove-size"
                       : "make it a git repository, whose ignored files are not copied, or "
                         "allow more with --prove-size"};
}

/// Whether the path that git lists is one that git itself would have made, of a file that lies in
/// the project: not behind a link, and not in git's own folders. An index may name any path.
bool isOwn(const fs::path &root, const fs::path &path) {
  std::error_code error;
  fs::path at = root;
  for (const fs::path &part : path) {
    if (part.empty() || part == "." || part == ".." || part.has_root_directory() ||
        strcasecmp(part.c_str(), ".git") == 0)
      return false;
    if (at != root && fs::is_symlink(at, error))
      return false;
    at /= part;
  }
  return at != root;
}

/// Adds files one by one, up to a limit.
class Collector {
public:
  Collector(ProjectFiles &files, const Extent &extent) : files_(files), extent_(extent) {}

  Expected<void> add(const std::string &path) {
    std::error_code error;
    const fs::path full = fs::path(files_.root) / path;
    const fs::file_status status = fs::symlink_status(full, error);
    if (path == kCMakeCache && fs::exists(status))
      return failure({full.string(),
                      {},
                      "CMake has configured the project in its own folder, and a copy would build "
                      "the project itself",
                      "configure it in a folder of its own, and remove this file"});
    if (isLeftOut(full) || isInBound(path))
      return {};
    if (fs::is_directory(status))
      return addTree(path);
    if (fs::is_regular_file(status))
      files_.bytes += fs::file_size(full, error);
    else if (!fs::is_symlink(status))
      return {}; // deleted, or no file that can be copied
    files_.paths.push_back(path);
    if (files_.bytes > extent_.most_bytes || files_.paths.size() > kMostFiles)
      return failure(tooLarge(files_, extent_.most_bytes));
    return {};
  }

  /// Symbolic links are not followed, and what cannot be read is left out.
  Expected<void> addTree(const std::string &folder) {
    std::error_code error;
    fs::recursive_directory_iterator at(fs::path(files_.root) / folder,
                                        fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      const bool is_folder = at->is_directory(error) && !at->is_symlink(error);
      if (is_folder && (isBound(at->path()) || isLeftOut(at->path())))
        at.disable_recursion_pending();
      if (!is_folder)
        FSFIND_CHECK(add(at->path().lexically_relative(files_.root).string()));
    }
    return {};
  }

private:
  [[nodiscard]] bool isLeftOut(const fs::path &full) const {
    return std::any_of(extent_.without.begin(), extent_.without.end(),
                       [&](const std::string &folder) {
                         return !folder.empty() && check::isBelow(full.string(), folder);
                       });
  }
  static bool isBound(const fs::path &folder) {
    std::error_code error;
    return folder.filename() == ".git" || fs::exists(folder / kCMakeCache, error);
  }
  /// Of what git lists, too, and of a link to such a folder.
  [[nodiscard]] bool isInBound(const fs::path &path) {
    if (path.empty())
      return false;
    const auto [known, fresh] = bound_.try_emplace(path.string(), false);
    if (fresh)
      known->second = isInBound(path.parent_path()) || isBound(files_.root / path);
    return known->second;
  }

  ProjectFiles &files_;
  const Extent &extent_;
  std::map<std::string, bool> bound_; ///< paths that were asked for
};

/// Adds the files that git lists; false if git cannot.
Expected<bool> addListed(const git::Repository &git, std::vector<std::string> which,
                         ProjectFiles &files, const Extent &extent) {
  which.insert(which.begin(), {"ls-files", "-z"});
  const auto listed = git.printed(which, files.root);
  if (!listed || !listed->succeeded)
    return false;
  Collector collector(files, extent);
  std::istringstream names(listed->text);
  for (std::string name; std::getline(names, name, '\0');)
    if (isOwn(files.root, name))
      FSFIND_CHECK(collector.add(name));
  return true;
}

std::string describe(const fs::path &full, std::error_code &error) {
  const fs::file_status status = fs::symlink_status(full, error);
  if (fs::is_symlink(status))
    return "link " + fs::read_symlink(full, error).string();
  const auto text = check::readFile(full.string());
  return fmt::format("{} {}", static_cast<unsigned>(status.permissions()),
                     text ? contentDigest(*text) : std::string());
}

} // namespace

Expected<ProjectFiles> projectFiles(const std::string &root, const Extent &extent, Shell &shell) {
  ProjectFiles files;
  files.root = root;
  const cli::EndRequests requests;
  std::error_code error;
  if (fs::exists(fs::path(root) / ".git", error)) {
    const auto git = git::Repository::of(root);
    files.refusal = git ? "git does not list its files" : git.error().message();
    if (git) {
      FSFIND_TRY(const bool tracked,
                 addListed(*git, {"--cached", "--recurse-submodules"}, files, extent));
      FSFIND_TRY(const bool added,
                 addListed(*git, {"--others", "--exclude-standard"}, files, extent));
      files.repository = tracked && added;
    }
  }
  FSFIND_CHECK(shell.note(requests.take()));
  if (!files.repository) {
    files.paths.clear();
    files.bytes = 0;
    FSFIND_CHECK(Collector(files, extent).addTree(""));
  }
  std::sort(files.paths.begin(), files.paths.end());
  files.paths.erase(std::unique(files.paths.begin(), files.paths.end()), files.paths.end());
  return files;
}

std::string contentOf(const ProjectFiles &files) {
  std::string all;
  std::error_code error;
  for (const std::string &path : files.paths)
    all += path + '\0' + describe(fs::path(files.root) / path, error) + '\0';
  return contentDigest(all);
}

} // namespace fsfind::prove

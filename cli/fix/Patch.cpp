#include "cli/fix/Patch.h"

#include "cli/check/Files.h"
#include "cli/check/Trust.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/OutputError.h"
#include "rules/model/ContentHash.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <map>
#include <ostream>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fsfind::fix {

namespace {

/// Fails where writing the file would separate its names.
Expected<void> mustHaveOneName(const std::string &file, const std::string &named) {
  std::error_code error;
  if (std::filesystem::hard_link_count(file, error) > 1 && !error)
    return failure({named,
                    {},
                    "has several hard links, which writing the file would separate",
                    "make it a file of its own, or edit it by hand"});
  return {};
}

/// The edits that were taken of a file, by place.
class TakenEdits {
public:
  /// None collides with one that was taken of another finding.
  void take(const Edit &edit) {
    std::vector<Edit> &here = by_line_[edit.line];
    if (std::find(here.begin(), here.end(), edit) != here.end())
      return;
    here.push_back(edit);
    most_lines_ = std::max(most_lines_, edit.end_line - edit.line);
  }

  [[nodiscard]] bool collideWith(const Edit &edit) const {
    const std::uint32_t first = edit.line - std::min(edit.line, most_lines_);
    for (auto at = by_line_.lower_bound(first); at != by_line_.end() && at->first <= edit.end_line;
         ++at)
      if (std::any_of(at->second.begin(), at->second.end(),
                      [&](const Edit &other) { return collide(edit, other); }))
        return true;
    return false;
  }

  [[nodiscard]] std::vector<Edit> all() && {
    std::vector<Edit> edits;
    for (auto &[_, here] : by_line_)
      std::move(here.begin(), here.end(), std::back_inserter(edits));
    std::sort(edits.begin(), edits.end(), comesBefore);
    return edits;
  }

private:
  std::map<std::uint32_t, std::vector<Edit>> by_line_; ///< where they begin
  std::uint32_t most_lines_ = 0;                       ///< that one goes on behind its first
};

class PatchMaker {
public:
  explicit PatchMaker(const check::Contents &contents) : contents_(contents) {}

  void add(const Finding &finding) {
    std::vector<Edit> edits = finding.edits();
    std::string obstacle = edits.empty() ? "" : obstacleTo(edits);
    if (obstacle.empty())
      if (const Edit *taken = collidingEdit(edits)) {
        obstacle =
            fmt::format("{}:{}:{}: another finding's edit changes the same place; apply that "
                        "one and run again",
                        taken->file, taken->line, taken->column);
        patch_.collided.push_back({finding, obstacle});
      }
    if (!obstacle.empty())
      patch_.refused.push_back(obstacle);
    if (edits.empty() || !obstacle.empty()) {
      patch_.remaining.push_back(finding);
      return;
    }
    patch_.ended.push_back(finding);
    for (const Edit &edit : edits)
      files_.at(edit.file).taken.take(edit);
  }

  Patch patch() && {
    for (auto &[path, file] : files_) {
      file.change.edits = std::move(file.taken).all();
      if (!file.change.edits.empty())
        patch_.files.push_back(std::move(file.change));
    }
    return std::move(patch_);
  }

private:
  struct File {
    FileChange change;
    std::vector<std::string_view> lines;              ///< of the text before
    std::map<std::string, bool, std::less<>> as_read; ///< whether it was, by its names in edits
    TakenEdits taken;
  };

  /// Why there is no place for these edits; empty if there is. Replaces the edits' paths by real
  /// paths.
  std::string obstacleTo(std::vector<Edit> &edits) {
    for (Edit &edit : edits) {
      const std::string named = std::exchange(edit.file, realPath(edit.file));
      const Expected<void> opened = open(edit.file);
      if (!opened)
        return opened.error().message();
      File &file = files_.at(edit.file);
      const auto [as_read, fresh] = file.as_read.try_emplace(named);
      if (fresh)
        as_read->second = check::isAsRead(contents_, named, file.change.before);
      if (!as_read->second)
        return Error{edit.file, {}, "has changed since it was read", "check the sources anew"}
            .message();
      if (!fits(file.lines, edit))
        return fmt::format("{}:{}:{}: there is no such place any more", edit.file, edit.line,
                           edit.column);
    }
    return {};
  }

  /// The first that collides with one that was taken; null if none does. Paths are real paths.
  [[nodiscard]] const Edit *collidingEdit(const std::vector<Edit> &edits) {
    const auto found = std::find_if(edits.begin(), edits.end(), [&](const Edit &edit) {
      return files_.at(edit.file).taken.collideWith(edit);
    });
    return found == edits.end() ? nullptr : &*found;
  }

  Expected<void> open(const std::string &path) {
    if (files_.count(path))
      return {};
    FSFIND_CHECK(mustHaveOneName(path, path));
    FSFIND_TRY(std::string text, check::readNamed(path));
    std::vector<std::string> names = namesOf(path, contentHash(text));
    File &file = files_[path];
    file.change = {path, std::move(text), {}, std::move(names)};
    file.lines = linesOf(file.change.before);
    return {};
  }

  const std::string &realPath(const std::string &named) {
    const auto [known, fresh] = real_paths_.try_emplace(named);
    if (fresh)
      known->second = check::absolutePath(named);
    return known->second;
  }

  [[nodiscard]] std::vector<std::string> namesOf(const std::string &path,
                                                 std::uint64_t content) const {
    std::vector<std::string> names;
    for (const auto &[name, known] : contents_)
      if (known == content && check::absolutePath(name) == path)
        names.push_back(name);
    return names;
  }

  const check::Contents &contents_;
  std::map<std::string, File> files_;             ///< by real path
  std::map<std::string, std::string> real_paths_; ///< by names in edits
  Patch patch_;
};

/// A folder that stays the one that was opened, whatever its path leads to later.
class OpenFolder {
public:
  /// The path has no links, or has got them since it was looked at.
  explicit OpenFolder(const std::string &path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    descriptor_ = static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof(how)));
    if (descriptor_ < 0 && errno == ENOSYS) // before Linux 5.6
      descriptor_ = ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    error_ = errno;
  }
  ~OpenFolder() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  OpenFolder(const OpenFolder &) = delete;
  OpenFolder &operator=(const OpenFolder &) = delete;

  [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

private:
  int descriptor_ = -1, error_ = 0;
};

Expected<void> mustBe(const std::string &file, const std::string &text, const std::string &named) {
  const auto found = check::readFile(file);
  if (!found || *found != text)
    return failure({named, {}, "has changed since it was read", "check the sources anew"});
  return mustHaveOneName(file, named);
}

/// Replaces a file that was found by this path, which had no links, and had this text: it is not to
/// be led elsewhere meanwhile, nor to lose what another program wrote.
Expected<void> replace(const std::string &path, const std::string &before,
                       const std::string &after) {
  const std::filesystem::path file(path);
  const OpenFolder folder(file.parent_path());
  if (!folder.isOpen())
    return failure(cli::outputError(path, folder.error()));
  const std::string here = folder.path() + "/" + file.filename().string();
  FSFIND_CHECK(mustBe(here, before, path));
  Expected<void> written =
      cli::writeFile(here, [&](std::ostream &out) { out << after; }, cli::Readers::Same);
  if (!written) {
    written.error().where = path;
    written.error().remedy = "see that its folder can be written to and the disk has space";
  }
  return written;
}

/// Writes the old text of the first `count` files back, and tells which could not get it.
Error withGivenBack(Error problem, const std::vector<FileChange> &files, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const auto back = replace(files[i].path, files[i].after(), files[i].before); !back)
      problem.what += fmt::format("; {} stays edited: it {}", files[i].path, back.error().what);
  return problem;
}

} // namespace

Patch patchOf(const std::vector<Finding> &findings, const check::Contents &contents) {
  PatchMaker maker(contents);
  for (const Finding &finding : findings)
    maker.add(finding);
  return std::move(maker).patch();
}

Expected<void> apply(const Patch &patch) {
  for (const FileChange &file : patch.files)
    FSFIND_CHECK(mustBe(file.path, file.before, file.path));
  for (std::size_t i = 0; i < patch.files.size(); ++i) {
    const FileChange &file = patch.files[i];
    if (const auto written = replace(file.path, file.before, file.after()); !written)
      return failure(withGivenBack(written.error(), patch.files, i));
  }
  return {};
}

} // namespace fsfind::fix

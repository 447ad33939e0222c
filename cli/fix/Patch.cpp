#include "cli/fix/Patch.h"

#include "cli/check/Files.h"
#include "cli/terminal/Output.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ostream>
#include <system_error>

namespace fsfind::fix {

namespace {

class PatchMaker {
public:
  explicit PatchMaker(std::filesystem::file_time_type read) : read_(read) {}

  void add(const Finding &finding) {
    const std::string obstacle = finding.edits().empty() ? "" : obstacleTo(finding.edits());
    if (!obstacle.empty())
      patch_.refused.push_back(obstacle);
    if (finding.edits().empty() || !obstacle.empty()) {
      patch_.remaining.push_back(finding);
      return;
    }
    patch_.ended.push_back(finding);
    for (const Edit &edit : finding.edits())
      take(edit);
  }

  Patch patch() && {
    for (auto &[path, file] : files_) {
      std::sort(file.edits.begin(), file.edits.end(), comesBefore);
      if (!file.edits.empty())
        patch_.files.push_back(std::move(file));
    }
    return std::move(patch_);
  }

private:
  /// Why these edits cannot be made; empty if they can.
  std::string obstacleTo(const std::vector<Edit> &edits) {
    for (const Edit &edit : edits) {
      const Expected<void> file = open(edit.file);
      if (!file)
        return file.error().message();
      const FileChange &change = files_[edit.file];
      if (!fits(change.before, edit))
        return fmt::format("{}:{}:{}: there is no such place any more", edit.file, edit.line,
                           edit.column);
      if (std::any_of(change.edits.begin(), change.edits.end(),
                      [&](const Edit &other) { return collide(edit, other); }))
        return fmt::format(
            "{}:{}:{}: another finding's edit changes the same place; apply that one "
            "and run again",
            edit.file, edit.line, edit.column);
    }
    return {};
  }

  Expected<void> open(const std::string &path) {
    if (files_.count(path))
      return {};
    std::error_code error;
    const auto written = std::filesystem::last_write_time(path, error);
    if (!error && written > read_)
      return failure({path, {}, "has changed since it was read", "run fsfind fix again"});
    FSFIND_TRY(std::string text, check::readFile(path));
    files_[path] = {path, std::move(text), {}};
    return {};
  }

  void take(const Edit &edit) {
    std::vector<Edit> &edits = files_[edit.file].edits;
    if (std::find(edits.begin(), edits.end(), edit) == edits.end())
      edits.push_back(edit);
  }

  std::filesystem::file_time_type read_;
  std::map<std::string, FileChange> files_;
  Patch patch_;
};

Expected<void> write(const std::string &path, const std::string &text) {
  return cli::writeFile(path, [&](std::ostream &out) { out << text; });
}

Expected<void> mustBeAsRead(const FileChange &file) {
  FSFIND_TRY(const std::string text, check::readFile(file.path));
  if (text != file.before)
    return failure({file.path, {}, "has changed since it was read", "run fsfind fix again"});
  return {};
}

/// Best effort: what cannot be written now could be a moment ago.
void giveBack(const std::vector<FileChange> &files, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    (void)write(files[i].path, files[i].before);
}

} // namespace

Patch patchOf(const std::vector<Finding> &findings, std::filesystem::file_time_type read) {
  PatchMaker maker(read);
  for (const Finding &finding : findings)
    maker.add(finding);
  return std::move(maker).patch();
}

Expected<void> apply(const Patch &patch) {
  for (const FileChange &file : patch.files)
    FSFIND_CHECK(mustBeAsRead(file));
  for (std::size_t i = 0; i < patch.files.size(); ++i)
    if (const auto written = write(patch.files[i].path, patch.files[i].after()); !written) {
      giveBack(patch.files, i);
      return failure(written.error());
    }
  return {};
}

} // namespace fsfind::fix

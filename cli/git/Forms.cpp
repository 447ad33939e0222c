#include "cli/git/Forms.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fsfind::git {

namespace {

/// Some times what the largest checkouts have. A walk through so many takes seconds.
constexpr std::uint64_t kMostEntries = 10'000'000;

bool isNull(const struct stat &status) {
  constexpr unsigned kMajor = 1, kMinor = 3; // Documentation/admin-guide/devices.txt
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(kMajor, kMinor);
}

Form formOf(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFREG:
    return Form::File;
  case S_IFDIR:
    return Form::Folder;
  case S_IFLNK:
    return Form::Link;
  case S_IFSOCK:
    return Form::Socket;
  default:
    return Form::Stream;
  }
}

struct Closed {
  void operator()(DIR *folder) const { closedir(folder); }
};

std::unique_ptr<DIR, Closed> opened(const std::string &path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = descriptor < 0 ? nullptr : fdopendir(descriptor);
  if (!folder && descriptor >= 0)
    close(descriptor);
  return std::unique_ptr<DIR, Closed>(folder);
}

bool isDots(std::string_view name) {
  return name == "." || name == "..";
}

} // namespace

Form formAt(const std::string &path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 ? formOf(status.st_mode) : Form::Nothing;
}

Form formBehind(const std::string &path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0)
    return Form::Nothing;
  return isNull(status) ? Form::File : formOf(status.st_mode);
}

Error endlessError(const std::string &path) {
  return {path,
          {},
          "is a pipe or a device, or leads to one, on which git would hang",
          "remove it; git makes none"};
}

Expected<void> checkEnds(const std::string &path) {
  if (formBehind(path) == Form::Stream)
    return failure(endlessError(path));
  return {};
}

Expected<void> Walk::count(const std::string &folder) {
  if (++entries_ > kMostEntries)
    return failure({folder,
                    {},
                    fmt::format("with it, there are more than {} files to look at", kMostEntries),
                    "check a smaller checkout, or use --baseline"});
  return {};
}

Expected<void> Walk::through(const std::string &start, const Visit &visit) {
  std::vector<std::string> folders = {start};
  while (!folders.empty()) {
    const std::string path = std::move(folders.back());
    folders.pop_back();
    FSFIND_CHECK(count(path));
    if (requests_.arePending())
      return failure({path, {}, "interrupted", ""});
    const auto folder = opened(path);
    while (const dirent *found = folder ? readdir(folder.get()) : nullptr) {
      if (isDots(found->d_name))
        continue;
      FSFIND_CHECK(count(path));
      Entry entry{path, found->d_name, Form::Nothing};
      entry.form = found->d_type == DT_UNKNOWN ? formAt(entry.path())
                                               : formOf(static_cast<mode_t>(DTTOIF(found->d_type)));
      FSFIND_TRY(const bool into, visit(entry));
      if (into && entry.form == Form::Folder)
        folders.push_back(entry.path());
    }
  }
  return {};
}

} // namespace fsfind::git

#include "c2c-ingest/jit/CodeFile.h"

#include "rules/input/InputFile.h"

#include <fmt/format.h>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::jit {

namespace {

bool mayBeOwner(uid_t owner, const std::string &folder) {
  struct stat of_folder{};
  return owner == ::geteuid() || owner == 0 ||
         (::stat(folder.c_str(), &of_folder) == 0 && owner == of_folder.st_uid);
}

} // namespace

Expected<std::optional<std::string>> readCodeFile(const std::string &path, const InputKind &kind,
                                                  const std::string &folder) {
  struct stat named{}, opened{};
  if (::lstat(path.c_str(), &named) != 0)
    return std::nullopt;
  if (S_ISLNK(named.st_mode))
    return failure({path, {}, "it is a link, which is not followed", "copy the file it leads to"});
  if (!mayBeOwner(named.st_uid, folder))
    return failure({path,
                    {},
                    fmt::format("it belongs to user {}, who is neither you nor the owner of the "
                                "recording's folder",
                                named.st_uid),
                    "if it can be trusted, copy it into that folder"});
  FSFIND_TRY(InputFile file, InputFile::open(path, kind));
  const bool same = ::fstat(file.descriptor(), &opened) == 0 && opened.st_dev == named.st_dev &&
                    opened.st_ino == named.st_ino;
  if (!same)
    return failure({path, {}, "it was replaced while it was opened", "try again"});
  FSFIND_TRY(std::string content, file.rest());
  return content;
}

} // namespace fsfind::jit

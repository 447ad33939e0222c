#include "c2c-ingest/watch/RecordedStep.h"

#include "c2c-ingest/ProcessorNotes.h"
#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/perf/Recording.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>

namespace fsfind::watch {

namespace {

Error systemError(const std::string &path, const char *what) {
  return {path, {}, fmt::format("{}: {}", what, std::strerror(errno)), {}};
}

/// A file that has no name.
int openTemporary() {
  std::string name = placeOfTemporaries() + "/fsfind-watch-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0)
    unlink(name.c_str());
  return descriptor;
}

Expected<void> copyContent(InputFile &from, int to, const std::string &path) {
  std::array<char, 1U << 16> buffer{};
  for (;;) {
    FSFIND_TRY(const std::size_t count, from.read(buffer));
    if (count == 0)
      return {};
    for (std::size_t done = 0; done < count;) {
      const ssize_t written = write(to, buffer.data() + done, count - done);
      if (written < 0)
        return failure(systemError(path, "cannot be copied"));
      done += static_cast<std::size_t>(written);
    }
  }
}

bool sameState(const struct stat &a, const struct stat &b) {
  return std::tie(a.st_size, a.st_mtim.tv_sec, a.st_mtim.tv_nsec) ==
         std::tie(b.st_size, b.st_mtim.tv_sec, b.st_mtim.tv_nsec);
}

/// The note of a tear; none if the recording is whole.
std::optional<Error> tearOf(const perf::Recording &recording, const std::string &path,
                            const std::string &name) {
  for (const Note &note : recording.notes())
    if (note.incomplete)
      return note.text.starts_with(path) ? Error{{}, {}, name + note.text.substr(path.size()), {}}
                                         : Error{name, {}, note.text, {}};
  return std::nullopt;
}

} // namespace

Expected<FileCopy> FileCopy::of(const std::string &path, const std::function<void()> &meanwhile) {
  FSFIND_TRY(InputFile from, InputFile::open(path, input::kRecordingFile));
  struct stat before{}, after{};
  if (fstat(from.descriptor(), &before) != 0)
    return failure(systemError(path, "cannot be read"));
  FileCopy copy{Descriptor(openTemporary())};
  if (copy.file_.number() < 0)
    return failure(systemError(path, "there is no temporary file to copy it to"));
  FSFIND_CHECK(copyContent(from, copy.file_.number(), path));
  if (meanwhile)
    meanwhile();
  if (fstat(from.descriptor(), &after) != 0 || !sameState(before, after))
    return failure({path, {}, "has changed while it was read", "rename it here when it is whole"});
  return copy;
}

std::string FileCopy::path() const {
  return fmt::format("/proc/self/fd/{}", file_.number());
}

Expected<Step> recordedStep(const std::string &path, const std::string &name,
                            const ingest::IngestOptions &options, bool may_be_empty) {
  const auto recording = perf::Recording::open(path);
  if (!recording) {
    Error error = recording.error();
    if (error.where == path)
      error.where = name;
    return failure(std::move(error));
  }
  if (std::optional<Error> tear = tearOf(**recording, path, name))
    return failure(std::move(*tear));
  FSFIND_TRY(const Profile profile, ingest::ingest(**recording, name, options));
  if (profile.obstacle && !(may_be_empty && profile.samples == 0))
    return failure(*profile.obstacle);
  Step step = stepOf(profile, ingest::tellsHitm(**recording));
  step.origin = name;
  return step;
}

} // namespace fsfind::watch

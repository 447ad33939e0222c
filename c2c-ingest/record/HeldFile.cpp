#include "c2c-ingest/record/HeldFile.h"

#include <cstddef>
#include <fcntl.h>
#include <unistd.h>

namespace fsfind::record {

namespace {

bool putState(int file, RecordingStatus::State state) {
  const std::uint32_t word = state;
  return pwrite(file, &word, sizeof(word), kStatusOffset + offsetof(RecordingStatus, state)) ==
         sizeof(word);
}

flock64 lockOnStatus() {
  flock64 lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off64_t>(kStatusOffset);
  lock.l_len = 1;
  return lock;
}

} // namespace

bool HeldFile::isHeld(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  flock64 lock = lockOnStatus();
  const bool held = file >= 0 && fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (file >= 0)
    close(file);
  return held;
}

HeldFile::HeldFile(const std::string &path) : file_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  flock64 lock = lockOnStatus();
  if (fcntl(file_, F_OFD_SETLK, &lock) == 0)
    putState(file_, RecordingStatus::Watched);
}

HeldFile::~HeldFile() {
  if (file_ >= 0)
    close(file_);
}

RecordingStatus HeldFile::finish() const {
  putState(file_, RecordingStatus::Finished);
  RecordingStatus status{};
  if (pread(file_, &status, sizeof(status), kStatusOffset) != sizeof(status))
    return {};
  return status;
}

} // namespace fsfind::record

#include "c2c-ingest/record/HeldFile.h"

#include "c2c-ingest/record/layout/RecorderLock.h"

#include <unistd.h>

namespace fsfind::record {

bool HeldFile::isHeld(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  flock64 lock = recorderLock(F_WRLCK);
  const bool held = file >= 0 && fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (file >= 0)
    close(file);
  return held;
}

HeldFile::HeldFile(const std::string &path)
    : file_(open(path.c_str(), O_RDWR | O_CLOEXEC)), head_(file_) {
  if (!head_.isMapped())
    return;
  head_.status().mutex.initialize();
  flock64 lock = recorderLock(F_WRLCK);
  if (fcntl(file_, F_OFD_SETLK, &lock) == 0)
    head_.status().state = RecordingStatus::Watched;
}

HeldFile::~HeldFile() {
  if (file_ >= 0)
    close(file_);
}

RecordingStatus HeldFile::finish() const {
  if (!head_.isMapped())
    return {};
  RecordingStatus &status = head_.status();
  status.mutex.lock(); // nobody is writing
  status.state = RecordingStatus::Finished;
  status.mutex.unlock();
  return status;
}

} // namespace fsfind::record

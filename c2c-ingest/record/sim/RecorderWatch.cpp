#include "c2c-ingest/record/sim/RecorderWatch.h"

#include "c2c-ingest/record/layout/RecorderLock.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <memory>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

struct Watched {
  int file;
  const RecordingStatus *status;
  dev_t device;
  ino_t inode;

  /// The guest may have closed the descriptor, or put a file of its own in its place.
  [[nodiscard]] bool isRecording() const {
    struct stat now{};
    return fstat(file, &now) == 0 && now.st_dev == device && now.st_ino == inode;
  }
};

bool isWatched(const RecordingStatus &status) {
  return std::atomic_ref(const_cast<std::uint32_t &>(status.state)) == RecordingStatus::Watched;
}

/// Waits until the recorder no longer holds its lock. Where the guest takes the descriptor away,
/// the wait ends at the next stop of the process, and nothing is done.
void *waitForRecorder(void *argument) {
  const std::unique_ptr<Watched> watched(static_cast<Watched *>(argument));
  flock64 lock = recorderLock(F_RDLCK);
  int result = 0;
  while ((result = fcntl(watched->file, F_OFD_SETLKW, &lock)) != 0 && errno == EINTR) {
  }
  if (result != 0)
    return nullptr;
  if (watched->isRecording() && isWatched(*watched->status))
    kill(getpid(), SIGKILL);
  lock.l_type = F_UNLCK; // else the next recorder would take the file for one that is being written
  fcntl(watched->file, F_OFD_SETLK, &lock);
  return nullptr;
}

} // namespace

bool recorderDied(int file, const RecordingStatus &status) {
  flock64 lock = recorderLock(F_WRLCK);
  // The state is read again: the recorder may have finished between the two questions.
  return isWatched(status) && fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK &&
         isWatched(status);
}

void endWithRecorder(int file, const RecordingStatus &status) {
  constexpr std::size_t kStack = 64U << 10;
  if (!isWatched(status))
    return;
  struct stat recording{};
  if (fstat(file, &recording) != 0)
    return;
  auto watched =
      std::make_unique<Watched>(Watched{file, &status, recording.st_dev, recording.st_ino});
  sigset_t all, before; // the guest's signals are for the guest's threads
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread{};
  if (pthread_create(&thread, &attributes, waitForRecorder, watched.get()) == 0)
    (void)watched.release();
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace fsfind::record::sim

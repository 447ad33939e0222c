#include "c2c-ingest/record/sim/RecordFile.h"

#include "c2c-ingest/record/sim/RecorderWatch.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr int kOpenFlags = O_RDWR | O_CLOEXEC;

/// Numbers from here on are seldom reached by programs, and few enough for the kernel to copy the
/// table of descriptors quickly at each fork.
int highNumber() {
  constexpr rlim_t kHighest = 1024, kRoom = 16;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t end = std::min(limit.rlim_cur, kHighest);
  return end > 2 * kRoom ? static_cast<int>(end - kRoom) : 0;
}

} // namespace

RecordFile::RecordFile(const Options &options, int inherited)
    : path_(options.out), contents_(head_, options) {
  struct stat status{};
  file_ = inherited != 0 ? inherited : open(path_.c_str(), kOpenFlags);
  if (file_ < 0 || fstat(file_, &status) != 0) {
    problem_ = path_ + ": " + std::strerror(errno);
    return;
  }
  device_ = status.st_dev;
  inode_ = status.st_ino;
  head_ = SharedHead(file_);
  if (!head_.isMapped())
    problem_ = path_ + " cannot be shared between processes (" + std::strerror(errno) +
               "): choose another file system with -o";
  keepBack();
  raise();
}

/// True if the descriptor still refers to the recording.
bool RecordFile::isHeld() const {
  struct stat status{};
  return file_ >= 0 && fstat(file_, &status) == 0 && status.st_dev == device_ &&
         status.st_ino == inode_;
}

bool RecordFile::reopen() {
  file_ = open(path_.c_str(), kOpenFlags);
  if (file_ < 0)
    return false;
  if (isHeld()) {
    raise();
    return true;
  }
  close(file_);
  file_ = -1;
  errno = ESTALE;
  return false;
}

/// Moves the descriptor to a high number, if there is one free.
void RecordFile::raise() {
  const int high = highNumber();
  const int raised = file_ < high ? fcntl(file_, F_DUPFD_CLOEXEC, high) : -1;
  if (raised >= 0)
    close(std::exchange(file_, raised));
}

void RecordFile::fail(int error) {
  failed_ = true;
  std::uint32_t none = 0;
  std::atomic_ref(status().error).compare_exchange_strong(none, static_cast<std::uint32_t>(error));
}

void RecordFile::countNative(int change) const {
  std::atomic_ref(status().native).fetch_add(static_cast<std::uint32_t>(change));
}

void RecordFile::countByCode() const {
  std::atomic_ref(status().by_code).fetch_add(1);
}

void RecordFile::countApart() const {
  std::atomic_ref(status().apart).fetch_add(1);
}

void RecordFile::append(std::span<const std::byte> records) {
  if (failed_ || records.empty() || std::atomic_ref(status().state) == RecordingStatus::Finished)
    return;
  if (!isHeld() && !reopen())
    return fail(errno);
  if (recorderDied(file_, status()))
    kill(getpid(), SIGKILL);
  if (const int error = contents_.append(file_, records); error != 0)
    fail(error);
}

void RecordFile::endWithRecorder() const {
  if (isHeld())
    sim::endWithRecorder(file_, status());
}

/// The new number lies above the range; for a range that has no end, the descriptor is lost here
/// and opened again when it is needed.
void RecordFile::evade(std::uint32_t first, std::uint32_t last) {
  const auto number = static_cast<std::uint32_t>(file_);
  if (file_ < 0 || number < first || number > last || !isHeld())
    return;
  // A guest that closes one number after the other is evaded by going back to the first.
  const int from = first == last ? highNumber() : static_cast<int>(std::min(last, 1U << 30)) + 1;
  const int moved = fcntl(file_, F_DUPFD_CLOEXEC, from);
  if (moved >= 0)
    file_ = moved;
}

int RecordFile::passOn() {
  if (!isHeld() && !reopen()) {
    fail(errno);
    return -1;
  }
  fcntl(file_, F_SETFD, 0);
  return file_;
}

void RecordFile::keepBack() const {
  fcntl(file_, F_SETFD, FD_CLOEXEC);
}

} // namespace fsfind::record::sim

#include "c2c-ingest/timing/linux/ScratchFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <vector>

namespace fsfind::timing {

namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
constexpr std::uint64_t kPiece = kMebi;
constexpr std::uint64_t kPartOfFree = 8; ///< of the free space, one part in so many

Error problemOf(const std::string &folder, const std::string &what, int number) {
  return {folder,
          {},
          fmt::format("{}: {}", what, std::strerror(number)),
          "give --storage a folder of the storage that may be written to"};
}

/// Bytes that may be used; none if that is not known.
std::uint64_t usableBytes(int descriptor) {
  struct statvfs space{};
  return fstatvfs(descriptor, &space) == 0 ? space.f_bavail * space.f_frsize / kPartOfFree : 0;
}

/// Fills the piece with other bytes each time.
void scramble(std::vector<std::uint64_t> &piece, std::mt19937_64 &random) {
  for (std::uint64_t &word : piece)
    word = random();
}

/// Returns errno; 0 = all is written.
int writeWhole(int descriptor, const std::vector<std::uint64_t> &piece) {
  const auto *from = reinterpret_cast<const char *>(piece.data());
  std::size_t left = piece.size() * sizeof(piece[0]);
  while (left != 0) {
    const ssize_t written = write(descriptor, from, left);
    if (written < 0 && errno != EINTR)
      return errno;
    from += std::max<ssize_t>(written, 0);
    left -= static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  }
  return 0;
}

} // namespace

Expected<ScratchFile> ScratchFile::open(const std::string &folder) {
  constexpr mode_t kOwner = 0600;
  int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kOwner);
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
    std::string path = folder + "/.fsfind-XXXXXX"; // not every file system has files without a name
    descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0)
      unlink(path.c_str());
  }
  if (descriptor < 0)
    return failure(problemOf(folder, "no file can be made", errno));
  ScratchFile file(folder, descriptor);
  if (usableBytes(descriptor) < kLeastBytes)
    return failure({folder,
                    {},
                    fmt::format("too little space is free to measure storage: {} MiB are needed",
                                kPartOfFree * kLeastBytes / kMebi),
                    "free some, or give --storage another folder"});
  return file;
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

Expected<void> ScratchFile::fill(std::uint64_t most, std::chrono::steady_clock::time_point end,
                                 const std::function<bool()> &go_on) {
  constexpr std::uint64_t kSynced = 16 * kMebi;
  most = std::min(most, usableBytes(descriptor_));
  std::vector<std::uint64_t> piece(kPiece / sizeof(std::uint64_t));
  std::mt19937_64 random;
  const auto enough = [&] {
    return bytes_ >= kLeastBytes &&
           (bytes_ + kPiece > most || std::chrono::steady_clock::now() >= end);
  };
  while (!enough() && go_on()) {
    scramble(piece, random);
    int problem = writeWhole(descriptor_, piece);
    bytes_ += kPiece;
    if (problem == 0 && bytes_ % kSynced == 0 && fdatasync(descriptor_) != 0)
      problem = errno;
    if (problem != 0)
      return failure(problemOf(folder_, "cannot write", problem));
  }
  if (fsync(descriptor_) != 0)
    return failure(problemOf(folder_, "cannot write", errno));
  return {};
}

std::string ScratchFile::path() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_);
}

std::uint32_t ScratchFile::deviceNode() const {
  namespace fs = std::filesystem;
  struct stat status{};
  std::error_code error;
  if (fstat(descriptor_, &status) != 0)
    return UINT32_MAX;
  fs::path at = fs::canonical(
      fmt::format("/sys/dev/block/{}:{}", major(status.st_dev), minor(status.st_dev)), error);
  for (; !error && at.has_relative_path(); at = at.parent_path()) {
    std::int64_t node = -1;
    if (std::ifstream(at / "numa_node") >> node)
      return node < 0 ? UINT32_MAX : static_cast<std::uint32_t>(node);
  }
  return UINT32_MAX;
}

} // namespace fsfind::timing

#include "c2c-ingest/record/layout/RecordPlace.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <vector>

namespace fsfind::record {

int writeAt(int file, std::span<const std::byte> data, std::uint64_t at) {
  while (!data.empty()) {
    const ssize_t written = pwrite(file, data.data(), data.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? errno : EIO;
    data = data.subspan(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  return 0;
}

int readAt(int file, std::span<std::byte> data, std::uint64_t at) {
  while (!data.empty()) {
    const ssize_t size = pread(file, data.data(), data.size(), static_cast<off_t>(at));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return size < 0 ? errno : EIO;
    data = data.subspan(static_cast<std::size_t>(size));
    at += static_cast<std::uint64_t>(size);
  }
  return 0;
}

/// The copy does not overlap its new place, as it is not larger than what lay there.
int replaceByCopy(int file, const SharedHead &head, std::uint64_t copy, std::uint64_t bytes) {
  constexpr std::uint64_t kChunk = 1U << 20;
  head.begin() = copy;
  head.size() = bytes;
  std::vector<std::byte> chunk;
  for (std::uint64_t at = 0; at < bytes; at += chunk.size()) {
    chunk.resize(static_cast<std::size_t>(std::min(kChunk, bytes - at)));
    if (const int error = readAt(file, chunk, copy + at); error != 0)
      return error;
    if (const int error = writeAt(file, chunk, kHeadSize + at); error != 0)
      return error;
  }
  head.begin() = kHeadSize;
  return ftruncate(file, static_cast<off_t>(kHeadSize + bytes)) == 0 ? 0 : errno;
}

} // namespace fsfind::record

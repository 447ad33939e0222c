#include "c2c-ingest/record/sim/GuestMemory.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

namespace fsfind::record::sim {

bool GuestMemory::read(std::uint64_t address, void *to, std::size_t size) const {
  const iovec here{to, size};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the guest
  const iovec there{reinterpret_cast<void *>(address + base_), size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == static_cast<ssize_t>(size);
}

/// Reads the text in aligned pieces, since the page after its end may not be mapped.
std::optional<std::string> GuestMemory::text(std::uint64_t address, std::size_t most) const {
  constexpr std::uint64_t kPiece = 256; // divides any page
  std::string result;
  while (result.size() <= most) {
    char piece[kPiece];
    const std::size_t size = kPiece - (address + base_) % kPiece;
    if (!read(address, piece, size))
      return std::nullopt;
    const std::size_t length = strnlen(piece, size);
    result.append(piece, length);
    if (length < size)
      return result.size() <= most ? std::optional(std::move(result)) : std::nullopt;
    address += size;
  }
  return std::nullopt;
}

/// One transfer, which ends at the first page that is not mapped.
std::vector<std::uint64_t> GuestMemory::words(std::uint64_t address, std::size_t most) const {
  constexpr std::uint64_t kPage = 4096; // divides any page
  std::vector<std::uint64_t> result(most);
  const std::uint64_t bytes = most * sizeof(std::uint64_t);
  std::vector<iovec> pieces;
  for (std::uint64_t at = 0; at < bytes && pieces.size() < IOV_MAX;) {
    const std::uint64_t size = std::min(bytes - at, kPage - (address + base_ + at) % kPage);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the guest
    pieces.push_back({reinterpret_cast<void *>(address + base_ + at), size});
    at += size;
  }
  const iovec here{result.data(), bytes};
  const ssize_t read = process_vm_readv(getpid(), &here, 1, pieces.data(), pieces.size(), 0);
  result.resize(read < 0 ? 0 : static_cast<std::size_t>(read) / sizeof(std::uint64_t));
  return result;
}

std::span<const std::uint64_t> GuestMemory::wordsInPlace(std::uint64_t address, std::size_t most) {
  constexpr std::uint64_t kPage = 4096; // divides any page
  constexpr std::uint64_t kWords = kPage / sizeof(std::uint64_t);
  const std::uint64_t next = (address + base_ + kPage - 1) / kPage * kPage - base_;
  std::uint64_t readable = (next - address) / sizeof(std::uint64_t);
  if (readable < most) {
    std::uint64_t &known = readable_[next / kPage % readable_.size()];
    if (known != next && !words(next, 1).empty())
      known = next;
    readable += known == next ? kWords : 0;
  }
  return {at<std::uint64_t>(address), std::min<std::size_t>(most, readable)};
}

std::optional<std::vector<std::string>> GuestMemory::texts(std::uint64_t address,
                                                           std::size_t most) const {
  std::vector<std::string> result;
  for (std::uint64_t entry = 0; address != 0; address += sizeof(entry)) {
    if (!read(address, &entry, sizeof(entry)))
      return std::nullopt;
    if (entry == 0)
      break;
    auto word = text(entry, most);
    if (!word || word->size() + sizeof(entry) > most)
      return std::nullopt;
    most -= word->size() + sizeof(entry);
    result.push_back(std::move(*word));
  }
  return result;
}

} // namespace fsfind::record::sim

#include "c2c-ingest/debuginfo/DebugLink.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <array>

namespace fsfind::debuginfo {

namespace {

/// The CRC-32 of ISO 3309, least significant bit first.
constexpr std::uint32_t kPolynomial = 0xedb88320;

constexpr std::array<std::uint32_t, 256> makeTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit)
      rest = (rest >> 1) ^ ((rest & 1) != 0 ? kPolynomial : 0);
    table[byte] = rest;
  }
  return table;
}

constexpr auto kTable = makeTable();

std::uint32_t checksumOf(Bytes bytes) {
  std::uint32_t rest = ~std::uint32_t{0};
  for (const std::byte byte : bytes)
    rest = (rest >> 8) ^ kTable[(rest ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  return ~rest;
}

} // namespace

DebugLink debugLinkOf(ElfFile &file) {
  // A file name, padding to four bytes, the checksum.
  const Bytes bytes = file.section(".gnu_debuglink");
  const std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const std::string name = text.substr(0, text.find('\0'));
  const std::size_t position = (name.size() + 4) & ~std::size_t{3};
  if (name.empty() || position + 4 > bytes.size())
    return {};
  return {name, readAt<std::uint32_t>(bytes, position, isForeign(file.byteOrder()))};
}

bool hasChecksum(const ElfFile &file, std::uint32_t checksum) {
  std::size_t size = 0;
  const char *raw = elf_rawfile(file.elf(), &size);
  return raw && checksumOf({reinterpret_cast<const std::byte *>(raw), size}) == checksum;
}

} // namespace fsfind::debuginfo

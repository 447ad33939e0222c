#include "c2c-ingest/debuginfo/DebugLink.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/CRC.h>

namespace fsfind::debuginfo {

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
  // Of a larger one, which may be nothing but holes, the sum would take minutes.
  constexpr std::size_t kMost = std::size_t{2} << 30;
  std::size_t size = 0;
  const char *raw = elf_rawfile(file.elf(), &size);
  return raw && size <= kMost &&
         llvm::crc32({reinterpret_cast<const std::uint8_t *>(raw), size}) == checksum;
}

} // namespace fsfind::debuginfo

#include "c2c-ingest/debuginfo/SectionContents.h"

#include <zstd.h>

namespace fsfind::debuginfo {

namespace {

/// ch_type of a zstd section (gABI 2022); elf.h of older systems has no name for it.
constexpr std::uint32_t kCompressZstd = 2;
/// Debug sections shrink some tens of times at most; a header that claims more is corrupt.
constexpr std::uint64_t kLargestRatio = 4096;

Bytes bytesOf(const Elf_Data *data) {
  if (!data || !data->d_buf)
    return {};
  return {static_cast<const std::byte *>(data->d_buf), data->d_size};
}

Bytes unpackZstd(Elf *elf, Elf_Scn *section, const GElf_Chdr &header,
                 std::vector<std::vector<std::byte>> &storage) {
  const Bytes raw = bytesOf(elf_rawdata(section, nullptr));
  const std::size_t skip = gelf_fsize(elf, ELF_T_CHDR, 1, EV_CURRENT);
  if (raw.size() <= skip || header.ch_size / kLargestRatio > raw.size())
    return {};
  const Bytes packed = raw.subspan(skip);
  std::vector<std::byte> plain(header.ch_size);
  const std::size_t size =
      ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) || size != plain.size())
    return {};
  return storage.emplace_back(std::move(plain));
}

} // namespace

Bytes sectionContents(Elf *elf, Elf_Scn *section, bool zdebug,
                      std::vector<std::vector<std::byte>> &storage) {
  GElf_Shdr header;
  if (!gelf_getshdr(section, &header))
    return {};
  if (zdebug) {
    elf_compress_gnu(section, 0, 0); // fails harmlessly where the bytes are plain
  } else if (header.sh_flags & SHF_COMPRESSED) {
    GElf_Chdr compression;
    if (!gelf_getchdr(section, &compression))
      return {};
    if (compression.ch_type == kCompressZstd)
      return unpackZstd(elf, section, compression, storage);
    if (elf_compress(section, 0, 0) < 0)
      return {};
  }
  return bytesOf(zdebug || (header.sh_flags & SHF_COMPRESSED) ? elf_getdata(section, nullptr)
                                                              : elf_rawdata(section, nullptr));
}

} // namespace fsfind::debuginfo

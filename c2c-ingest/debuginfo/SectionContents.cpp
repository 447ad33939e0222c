#include "c2c-ingest/debuginfo/SectionContents.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <zstd.h>

namespace fsfind::debuginfo {

namespace {

/// ch_type of a zstd section (gABI 2022); elf.h of older systems has no name for it.
constexpr std::uint32_t kCompressZstd = 2;

/// How a section is packed, and how large it says it is.
struct Packing {
  std::uint32_t type = 0; ///< ch_type; 0 = `.zdebug_`
  std::uint64_t size = 0;
};

Bytes bytesOf(const Elf_Data *data) {
  if (!data || !data->d_buf)
    return {};
  return {static_cast<const std::byte *>(data->d_buf), data->d_size};
}

/// `ZLIB` and the size, 8 bytes, the highest first; none of a section that is plain in spite of its
/// name.
std::optional<Packing> oldPacking(Bytes raw) {
  constexpr std::string_view kMagic = "ZLIB";
  constexpr std::size_t kHeader = 12;
  const std::string_view text(reinterpret_cast<const char *>(raw.data()), raw.size());
  if (raw.size() < kHeader || !text.starts_with(kMagic))
    return std::nullopt;
  Packing packing;
  for (const char byte : text.substr(kMagic.size(), kHeader - kMagic.size()))
    packing.size = packing.size << 8 | static_cast<unsigned char>(byte);
  return packing;
}

Bytes unpackZstd(Elf *elf, Bytes raw, std::uint64_t size,
                 std::vector<std::vector<std::byte>> &storage) {
  const Bytes packed =
      raw.subspan(std::min(raw.size(), gelf_fsize(elf, ELF_T_CHDR, 1, EV_CURRENT)));
  std::vector<std::byte> plain(size);
  const std::size_t got = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != plain.size())
    return {};
  return storage.emplace_back(std::move(plain));
}

} // namespace

SectionRead sectionContents(const SectionPlace &place, UnpackAllowance &allowance,
                            std::vector<std::vector<std::byte>> &storage) {
  GElf_Shdr header;
  if (!gelf_getshdr(place.section, &header))
    return {};
  const Bytes raw = bytesOf(elf_rawdata(place.section, nullptr));
  const bool compressed = !place.zdebug && (header.sh_flags & SHF_COMPRESSED) != 0;
  GElf_Chdr chdr{};
  if (compressed && !gelf_getchdr(place.section, &chdr))
    return {};
  const std::optional<Packing> packing = compressed
                                             ? std::optional(Packing{chdr.ch_type, chdr.ch_size})
                                         : place.zdebug ? oldPacking(raw)
                                                        : std::nullopt;
  if (!packing)
    return {raw};
  if (packing->size > unpacking::kSections.limit(raw.size()) || !allowance.take(packing->size))
    return {{}, true};
  if (packing->type == kCompressZstd)
    return {unpackZstd(place.elf, raw, packing->size, storage)};
  const int done =
      place.zdebug ? elf_compress_gnu(place.section, 0, 0) : elf_compress(place.section, 0, 0);
  return done < 0 ? SectionRead() : SectionRead{bytesOf(elf_getdata(place.section, nullptr))};
}

} // namespace fsfind::debuginfo

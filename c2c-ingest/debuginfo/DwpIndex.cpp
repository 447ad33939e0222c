#include "c2c-ingest/debuginfo/DwpIndex.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

constexpr std::uint64_t kHeaderSize = 16;

/// DW_SECT_* of version 5 (DWARF 5, table 7.1).
const char *sectionOfVersion5(std::uint32_t id) {
  switch (id) {
  case 1:
    return ".debug_info";
  case 3:
    return ".debug_abbrev";
  case 4:
    return ".debug_line";
  case 5:
    return ".debug_loclists";
  case 6:
    return ".debug_str_offsets";
  case 8:
    return ".debug_rnglists";
  default:
    return nullptr;
  }
}

/// DW_SECT_* of version 2, the GNU extension to DWARF 4.
const char *sectionOfVersion2(std::uint32_t id) {
  switch (id) {
  case 2:
    return ".debug_types";
  case 5:
    return ".debug_loc";
  case 8:
    return nullptr;
  default:
    return sectionOfVersion5(id);
  }
}

} // namespace

DwpIndex::DwpIndex(ElfFile &package, const std::string &section)
    : bytes_(package.section(section)), swap_(isForeign(package.byteOrder())) {
  if (bytes_.size() < kHeaderSize)
    return;
  // Version 5 has a half-word version and a half-word of padding where version 2 has one word.
  version_ = readAt<std::uint16_t>(bytes_, 0, swap_) == 5 ? 5 : word(0);
  columns_ = word(4);
  units_ = word(8);
  slots_ = word(12);
  const std::uint64_t rows = std::uint64_t{units_} * 2 + 1;
  const bool fits = slots_ <= bytes_.size() / 12 && columns_ <= 16 && units_ <= slots_ &&
                    kHeaderSize + slots_ * 12ULL + rows * columns_ * 4 <= bytes_.size();
  if ((version_ != 2 && version_ != 5) || !fits || (slots_ & (slots_ - 1)) != 0)
    slots_ = 0;
}

std::uint32_t DwpIndex::word(std::uint64_t offset) const {
  return readAt<std::uint32_t>(bytes_, offset, swap_);
}

std::uint64_t DwpIndex::signatureAt(std::uint64_t slot) const {
  return readAt<std::uint64_t>(bytes_, kHeaderSize + slot * 8, swap_);
}

/// Open addressing with a second hash, as the package format prescribes.
std::optional<std::uint32_t> DwpIndex::rowOf(std::uint64_t signature) const {
  if (slots_ == 0)
    return {};
  const std::uint64_t mask = slots_ - 1;
  std::uint64_t slot = signature & mask;
  const std::uint64_t step = ((signature >> 32) & mask) | 1;
  // Tables that are at most two thirds full, as the format demands, take a few tries.
  constexpr std::uint32_t kMostTries = 1024;
  const std::uint32_t tries = std::min(slots_, kMostTries);
  for (std::uint32_t tried = 0; tried < tries; ++tried, slot = (slot + step) & mask) {
    const std::uint32_t row = word(kHeaderSize + slots_ * 8ULL + slot * 4);
    if (row == 0)
      return {};
    if (signatureAt(slot) == signature && row <= units_)
      return row;
  }
  return {};
}

const char *DwpIndex::columnName(std::uint32_t column) const {
  const std::uint32_t id = word(kHeaderSize + slots_ * 12ULL + column * 4);
  return version_ == 5 ? sectionOfVersion5(id) : sectionOfVersion2(id);
}

std::optional<DebugSections> DwpIndex::find(std::uint64_t signature, ElfFile &package) const {
  const auto row = rowOf(signature);
  if (!row)
    return {};
  DebugSections slices;
  const std::uint64_t table = kHeaderSize + slots_ * 12ULL;
  for (std::uint32_t column = 0; column < columns_; ++column) {
    const char *name = columnName(column);
    if (!name)
      continue;
    const Bytes whole = package.section(name + std::string(".dwo"));
    const std::uint64_t offset = word(table + (std::uint64_t{*row} * columns_ + column) * 4);
    const std::uint64_t size =
        word(table + ((std::uint64_t{units_} + *row) * columns_ + column) * 4);
    if (offset <= whole.size() && size <= whole.size() - offset && size != 0)
      slices.emplace(name, whole.subspan(offset, size));
  }
  slices.emplace(".debug_str", package.section(".debug_str.dwo"));
  return slices;
}

} // namespace fsfind::debuginfo

#include "c2c-ingest/debuginfo/ListCursor.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// Bytes of `.debug_info` (or `.debug_types`) from the attribute's value on.
Bytes valueBytes(const Unit &unit, const Dwarf_Attribute &attribute) {
  const auto *value = reinterpret_cast<const std::byte *>(attribute.valp);
  for (const char *name : {".debug_info", ".debug_types"}) {
    const Bytes section = unit.image->section(name);
    if (value >= section.data() && value < section.data() + section.size())
      return section.subspan(static_cast<std::size_t>(value - section.data()));
  }
  return {};
}

} // namespace

std::uint64_t ListCursor::fixed(unsigned size) {
  const std::uint64_t at = offset;
  offset += size;
  switch (size) {
  case 8:
    return readAt<std::uint64_t>(bytes, at, swap);
  case 4:
    return readAt<std::uint32_t>(bytes, at, swap);
  case 2:
    return readAt<std::uint16_t>(bytes, at, swap);
  default:
    return readAt<std::uint8_t>(bytes, at, swap);
  }
}

Bytes ListCursor::block(std::uint64_t size) {
  const std::uint64_t begin = std::min<std::uint64_t>(offset, bytes.size());
  const std::uint64_t length = std::min<std::uint64_t>(size, bytes.size() - begin);
  offset = begin + length;
  return bytes.subspan(begin, length);
}

std::uint64_t listOffset(const Unit &unit, const Dwarf_Attribute &attribute) {
  const unsigned size = attribute.form == DW_FORM_data4   ? 4
                        : attribute.form == DW_FORM_data8 ? 8
                                                          : unit.offset_size;
  return ListCursor{valueBytes(unit, attribute), 0, unit.image->swapped()}.fixed(size);
}

std::uint64_t indexedListOffset(const Unit &unit, const Dwarf_Attribute &attribute, Bytes lists,
                                unsigned base_attribute) {
  std::uint64_t start = 0;
  const std::uint64_t index = readUleb(valueBytes(unit, attribute), start);
  const std::uint64_t header = unit.offset_size == 8 ? 20 : 12;
  const std::uint64_t base =
      unit.skeleton ? header : constantOf(unit.die, base_attribute).value_or(header);
  const std::uint64_t entry = base + index * unit.offset_size;
  return base + ListCursor{lists, entry, unit.image->swapped()}.fixed(unit.offset_size);
}

} // namespace fsfind::debuginfo

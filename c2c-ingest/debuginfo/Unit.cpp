#include "c2c-ingest/debuginfo/Unit.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

namespace fsfind::debuginfo {

std::uint64_t indexedAddress(const Unit &unit, std::uint64_t index) {
  const Bytes table = unit.linked().section(".debug_addr");
  const std::uint64_t size = unit.address_size;
  if (index > table.size() / size)
    return 0;
  const std::uint64_t offset = unit.address_base + index * size;
  const bool swap = unit.image->swapped();
  return size == 4 ? readAt<std::uint32_t>(table, offset, swap)
                   : readAt<std::uint64_t>(table, offset, swap);
}

namespace {

/// Bytes of an index form of class address; 0 for one of variable length, none for other forms.
std::optional<unsigned> indexSize(unsigned form) {
  switch (form) {
  case DW_FORM_addrx:
  case DW_FORM_GNU_addr_index:
    return 0;
  case DW_FORM_addrx1:
    return 1;
  case DW_FORM_addrx2:
    return 2;
  case DW_FORM_addrx3:
    return 3;
  case DW_FORM_addrx4:
    return 4;
  default:
    return {};
  }
}

std::uint64_t readIndex(const unsigned char *value, unsigned size, bool big_endian) {
  std::uint64_t index = 0;
  for (unsigned i = 0; i < size; ++i)
    index |= std::uint64_t{value[i]} << 8 * (big_endian ? size - 1 - i : i);
  return index;
}

} // namespace

std::optional<std::uint64_t> addressOf(const Unit &unit, Dwarf_Die die, unsigned name) {
  auto attribute = attributeOf(die, name);
  if (!attribute)
    return {};
  if (attribute->form == DW_FORM_addr) {
    Dwarf_Addr address = 0;
    if (dwarf_formaddr(&*attribute, &address) != 0)
      return {};
    return address;
  }
  const auto size = indexSize(attribute->form);
  if (!size)
    return {};
  const bool big = unit.image->swapped() == (std::endian::native == std::endian::little);
  if (*size != 0)
    return indexedAddress(unit, readIndex(attribute->valp, *size, big));
  std::uint64_t offset = 0;
  return indexedAddress(
      unit, readUleb({reinterpret_cast<const std::byte *>(attribute->valp), 10}, offset));
}

bool isRust(const Unit &unit) {
  return unit.language == DW_LANG_Rust;
}
bool isGo(const Unit &unit) {
  return unit.language == DW_LANG_Go;
}

} // namespace fsfind::debuginfo

#pragma once

#include "c2c-ingest/debuginfo/ByteOrder.h"
#include "c2c-ingest/debuginfo/Unit.h"

namespace fsfind::debuginfo {

/// A list of more entries than this is taken to be corrupt.
inline constexpr int kMaxListEntries = 1 << 16;

/// Reads a section of lists (`.debug_rnglists`, `.debug_loclists` and their ancestors) from
/// `offset` on, in the unit's sizes and byte order; integers beyond the end are zero.
struct ListCursor {
  Bytes bytes;
  std::uint64_t offset;
  bool swap;

  [[nodiscard]] bool atEnd() const { return offset >= bytes.size(); }
  std::uint64_t uleb() { return readUleb(bytes, offset); }
  std::uint64_t fixed(unsigned size);
  /// The next `size` bytes, fewer at the section's end.
  Bytes block(std::uint64_t size);
};

/// The value of an attribute of an offset form: where its list begins in the section.
std::uint64_t listOffset(const Unit &unit, const Dwarf_Attribute &attribute);
/// The same for an index form (DW_FORM_rnglistx, DW_FORM_loclistx), through the table of offsets
/// behind the header of `lists`; `base` is the attribute of the unit that tells where the table is.
std::uint64_t indexedListOffset(const Unit &unit, const Dwarf_Attribute &attribute, Bytes lists,
                                unsigned base);

} // namespace fsfind::debuginfo

#include "c2c-ingest/debuginfo/LocationList.h"

#include "c2c-ingest/debuginfo/ListCursor.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// GCC's pairs of location views (DWARF 5 lists); they tell nothing about addresses.
constexpr unsigned kViewPair = 0x09;
/// Entries of the GNU extension for split DWARF 4 (`.debug_loc.dwo`).
enum GnuEntry : unsigned { kGnuEnd, kGnuBaseAddress, kGnuStartEnd, kGnuStartLength };

class LocationCollector {
public:
  LocationCollector(const Unit &unit, const std::vector<AddressRange> &scope)
      : unit_(unit), scope_(scope), base_(unit.low_pc) {}

  std::vector<LocatedExpression> take() { return std::move(found_); }

  void add(std::uint64_t begin, std::uint64_t end, Bytes expression) {
    for (const AddressRange &part : scope_) {
      const AddressRange common{std::max(begin, part.begin), std::min(end, part.end)};
      if (common.begin < common.end)
        found_.push_back({common, expression});
    }
  }

  /// DWARF 2 to 4: pairs of addresses, then a block.
  void readPairs(ListCursor cursor) {
    const std::uint64_t largest = unit_.address_size == 4 ? UINT32_MAX : UINT64_MAX;
    for (int i = 0; i < kMaxListEntries && !cursor.atEnd(); ++i) {
      const std::uint64_t begin = cursor.fixed(unit_.address_size);
      const std::uint64_t end = cursor.fixed(unit_.address_size);
      if (begin == 0 && end == 0)
        return;
      if (begin == largest)
        base_ = end;
      else
        add(base_ + begin, base_ + end, shortBlock(cursor));
    }
  }

  void readGnuSplit(ListCursor cursor) {
    for (int i = 0; i < kMaxListEntries && !cursor.atEnd(); ++i) {
      const auto kind = static_cast<unsigned>(cursor.fixed(1));
      if (kind == kGnuBaseAddress) {
        base_ = indexedAddress(unit_, cursor.uleb());
        continue;
      }
      if (kind != kGnuStartEnd && kind != kGnuStartLength)
        return;
      const std::uint64_t begin = indexedAddress(unit_, cursor.uleb());
      const std::uint64_t end =
          kind == kGnuStartEnd ? indexedAddress(unit_, cursor.uleb()) : begin + cursor.fixed(4);
      add(begin, end, shortBlock(cursor));
    }
  }

  /// DWARF 5: entries of several kinds (DW_LLE_*).
  void readList(ListCursor cursor) {
    for (int i = 0; i < kMaxListEntries && !cursor.atEnd(); ++i)
      if (!readEntry(static_cast<unsigned>(cursor.fixed(1)), cursor))
        return;
  }

private:
  static Bytes shortBlock(ListCursor &cursor) {
    const std::uint64_t length = cursor.fixed(2);
    return cursor.block(length);
  }

  static Bytes longBlock(ListCursor &cursor) {
    const std::uint64_t length = cursor.uleb();
    return cursor.block(length);
  }

  /// False at the end of the list.
  bool readEntry(unsigned kind, ListCursor &cursor) {
    switch (kind) {
    case DW_LLE_base_addressx:
      base_ = indexedAddress(unit_, cursor.uleb());
      return true;
    case DW_LLE_base_address:
      base_ = cursor.fixed(unit_.address_size);
      return true;
    case kViewPair:
      cursor.uleb();
      cursor.uleb();
      return true;
    case DW_LLE_default_location:
      add(0, UINT64_MAX, longBlock(cursor));
      return true;
    default:
      return readRange(kind, cursor);
    }
  }

  bool readRange(unsigned kind, ListCursor &cursor) {
    std::uint64_t begin = 0, end = 0;
    switch (kind) {
    case DW_LLE_startx_endx:
      begin = indexedAddress(unit_, cursor.uleb());
      end = indexedAddress(unit_, cursor.uleb());
      break;
    case DW_LLE_startx_length:
      begin = indexedAddress(unit_, cursor.uleb());
      end = begin + cursor.uleb();
      break;
    case DW_LLE_offset_pair:
      begin = base_ + cursor.uleb();
      end = base_ + cursor.uleb();
      break;
    case DW_LLE_start_end:
      begin = cursor.fixed(unit_.address_size);
      end = cursor.fixed(unit_.address_size);
      break;
    case DW_LLE_start_length:
      begin = cursor.fixed(unit_.address_size);
      end = begin + cursor.uleb();
      break;
    default: // DW_LLE_end_of_list, or unknown
      return false;
    }
    add(begin, end, longBlock(cursor));
    return true;
  }

  const Unit &unit_;
  const std::vector<AddressRange> &scope_;
  std::uint64_t base_;
  std::vector<LocatedExpression> found_;
};

bool isList(unsigned form) {
  return form == DW_FORM_sec_offset || form == DW_FORM_loclistx || form == DW_FORM_data4 ||
         form == DW_FORM_data8;
}

} // namespace

std::vector<LocatedExpression> expressionsOf(const Unit &unit, Dwarf_Attribute location,
                                             const std::vector<AddressRange> &scope) {
  LocationCollector collector(unit, scope);
  const bool swap = unit.image->swapped();
  if (!isList(location.form)) {
    Dwarf_Block block;
    if (dwarf_formblock(&location, &block) == 0)
      collector.add(0, UINT64_MAX, {reinterpret_cast<const std::byte *>(block.data), block.length});
  } else if (unit.version >= 5) {
    const Bytes lists = unit.image->section(".debug_loclists");
    const std::uint64_t offset = location.form == DW_FORM_loclistx
                                     ? indexedListOffset(unit, location, lists, DW_AT_loclists_base)
                                     : listOffset(unit, location);
    collector.readList({lists, offset, swap});
  } else {
    const ListCursor cursor{unit.image->section(".debug_loc"), listOffset(unit, location), swap};
    if (unit.skeleton)
      collector.readGnuSplit(cursor);
    else
      collector.readPairs(cursor);
  }
  return collector.take();
}

} // namespace fsfind::debuginfo

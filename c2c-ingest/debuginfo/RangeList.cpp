#include "c2c-ingest/debuginfo/RangeList.h"

#include "c2c-ingest/debuginfo/ListCursor.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// A list of more entries than this is taken to be corrupt.
constexpr int kMaxEntries = 1 << 16;

class RangeCollector {
public:
  explicit RangeCollector(const Unit &unit) : unit_(unit), base_(unit.low_pc) {}

  std::vector<AddressRange> take() { return std::move(ranges_); }

  /// DWARF 3 and 4: pairs of addresses.
  void readPairs(ListCursor cursor) {
    const std::uint64_t largest = unit_.address_size == 4 ? UINT32_MAX : UINT64_MAX;
    for (int i = 0; i < kMaxEntries && !cursor.atEnd(); ++i) {
      const std::uint64_t begin = cursor.fixed(unit_.address_size);
      const std::uint64_t end = cursor.fixed(unit_.address_size);
      if (begin == 0 && end == 0)
        return;
      if (begin == largest)
        base_ = end;
      else
        add(base_ + begin, base_ + end);
    }
  }

  /// DWARF 5: entries of several kinds (DW_RLE_*).
  void readList(ListCursor cursor) {
    for (int i = 0; i < kMaxEntries && !cursor.atEnd(); ++i)
      if (!readEntry(static_cast<unsigned>(cursor.fixed(1)), cursor))
        return;
  }

  void add(std::uint64_t begin, std::uint64_t end) {
    // Linkers leave 0 or the largest addresses for functions that they dropped.
    if (begin < end && begin != 0)
      ranges_.push_back({begin, end});
  }

private:
  bool readEntry(unsigned kind, ListCursor &cursor) {
    switch (kind) {
    case DW_RLE_base_addressx:
      base_ = indexedAddress(unit_, cursor.uleb());
      return true;
    case DW_RLE_startx_endx: {
      const std::uint64_t begin = indexedAddress(unit_, cursor.uleb());
      add(begin, indexedAddress(unit_, cursor.uleb()));
      return true;
    }
    case DW_RLE_startx_length: {
      const std::uint64_t begin = indexedAddress(unit_, cursor.uleb());
      add(begin, begin + cursor.uleb());
      return true;
    }
    case DW_RLE_offset_pair: {
      const std::uint64_t begin = cursor.uleb();
      add(base_ + begin, base_ + cursor.uleb());
      return true;
    }
    case DW_RLE_base_address:
      base_ = cursor.fixed(unit_.address_size);
      return true;
    case DW_RLE_start_end: {
      const std::uint64_t begin = cursor.fixed(unit_.address_size);
      add(begin, cursor.fixed(unit_.address_size));
      return true;
    }
    case DW_RLE_start_length: {
      const std::uint64_t begin = cursor.fixed(unit_.address_size);
      add(begin, begin + cursor.uleb());
      return true;
    }
    default: // DW_RLE_end_of_list, or unknown
      return false;
    }
  }

  const Unit &unit_;
  std::uint64_t base_;
  std::vector<AddressRange> ranges_;
};

void readRanges(const Unit &unit, const Dwarf_Attribute &attribute, RangeCollector &collector) {
  if (unit.version < 5) {
    const std::uint64_t offset = listOffset(unit, attribute) + unit.ranges_base;
    collector.readPairs({unit.linked().section(".debug_ranges"), offset, unit.image->swapped()});
    return;
  }
  const Bytes lists = unit.image->section(".debug_rnglists");
  const std::uint64_t offset = attribute.form == DW_FORM_rnglistx
                                   ? indexedListOffset(unit, attribute, lists, DW_AT_rnglists_base)
                                   : listOffset(unit, attribute);
  collector.readList({lists, offset, unit.image->swapped()});
}

} // namespace

std::vector<AddressRange> rangesOf(const Unit &unit, Dwarf_Die die) {
  RangeCollector collector(unit);
  if (const auto ranges = attributeOf(die, DW_AT_ranges)) {
    readRanges(unit, *ranges, collector);
  } else if (const auto low = addressOf(unit, die, DW_AT_low_pc)) {
    auto high = attributeOf(die, DW_AT_high_pc);
    if (const auto end = high ? addressOf(unit, die, DW_AT_high_pc) : std::nullopt)
      collector.add(*low, *end);
    else if (const auto length = constantOf(die, DW_AT_high_pc))
      collector.add(*low, *low + *length);
  }
  return collector.take();
}

bool covers(const std::vector<AddressRange> &ranges, std::uint64_t svma) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const AddressRange &range) {
    return svma >= range.begin && svma < range.end;
  });
}

} // namespace fsfind::debuginfo

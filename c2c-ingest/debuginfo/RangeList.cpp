#include "c2c-ingest/debuginfo/RangeList.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// A list of more entries than this is taken to be corrupt.
constexpr int kMaxEntries = 1 << 16;

/// Reads along a section in the unit's sizes and byte order.
struct Cursor {
  Bytes bytes;
  std::uint64_t offset;
  bool swap;

  [[nodiscard]] bool atEnd() const { return offset >= bytes.size(); }
  std::uint64_t uleb() { return readUleb(bytes, offset); }
  std::uint64_t fixed(unsigned size) {
    const std::uint64_t at = offset;
    offset += size;
    return size == 8   ? readAt<std::uint64_t>(bytes, at, swap)
           : size == 4 ? readAt<std::uint32_t>(bytes, at, swap)
                       : readAt<std::uint8_t>(bytes, at, swap);
  }
};

class RangeCollector {
public:
  explicit RangeCollector(const Unit &unit) : unit_(unit), base_(unit.low_pc) {}

  std::vector<AddressRange> take() { return std::move(ranges_); }

  /// DWARF 3 and 4: pairs of addresses.
  void readPairs(Cursor cursor) {
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
  void readList(Cursor cursor) {
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
  bool readEntry(unsigned kind, Cursor &cursor) {
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

/// Where a DW_FORM_rnglistx finds its list: through the offset table behind the list header.
std::uint64_t indexedList(const Unit &unit, Bytes lists, std::uint64_t index) {
  const std::uint64_t header = unit.offset_size == 8 ? 20 : 12;
  const std::uint64_t base =
      unit.skeleton ? header : constantOf(unit.die, DW_AT_rnglists_base).value_or(header);
  const std::uint64_t entry = base + index * unit.offset_size;
  const bool swap = unit.image->swapped();
  return base + (unit.offset_size == 8 ? readAt<std::uint64_t>(lists, entry, swap)
                                       : readAt<std::uint32_t>(lists, entry, swap));
}

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

std::uint64_t fixedValue(const Unit &unit, Bytes value, unsigned size) {
  return Cursor{value, 0, unit.image->swapped()}.fixed(size);
}

void readRanges(const Unit &unit, const Dwarf_Attribute &attribute, RangeCollector &collector) {
  const Bytes value = valueBytes(unit, attribute);
  std::uint64_t start = 0;
  const unsigned size = attribute.form == DW_FORM_data4   ? 4
                        : attribute.form == DW_FORM_data8 ? 8
                                                          : unit.offset_size;
  if (unit.version < 5) {
    const std::uint64_t offset = fixedValue(unit, value, size) + unit.ranges_base;
    collector.readPairs({unit.linked().section(".debug_ranges"), offset, unit.image->swapped()});
    return;
  }
  const Bytes lists = unit.image->section(".debug_rnglists");
  const std::uint64_t offset = attribute.form == DW_FORM_rnglistx
                                   ? indexedList(unit, lists, readUleb(value, start))
                                   : fixedValue(unit, value, size);
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

#include "c2c-ingest/process/PointedBlocks.h"

#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/process/Regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace fsfind::process {

namespace {

constexpr std::size_t kMostBlocks = 1024;
/// Bytes of a variable that is searched for pointers: larger ones hold the program's data.
constexpr std::uint64_t kMostTable = 64U << 10;
constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostSlotBytes = 16 * kMebi; ///< of all variables that are searched

/// Flags in the lowest bits of a chunk's size.
constexpr std::uint64_t kPreviousInUse = 1, kMapped = 2, kFlags = 7;

std::uint64_t wordAt(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
  std::uint64_t word = 0; // of this machine's byte order, as the process's is
  std::uint32_t half = 0;
  if (size == sizeof(word)) {
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    return word;
  }
  std::memcpy(&half, bytes.data() + at, sizeof(half));
  return half;
}

bool canHoldBlocks(const PlacedRegion &region) {
  return region.writable &&
         (region.kind == RegionKind::Heap || region.kind == RegionKind::Arena ||
          region.kind == RegionKind::Anonymous || region.kind == RegionKind::Shared);
}

class Finder {
public:
  Finder(const MappedModule &mapped, debuginfo::Module &module, const BlockSearch &search)
      : mapped_(mapped), module_(module), search_(search),
        word_(gelf_getclass(mapped.elf->elf()) == ELFCLASS32 ? sizeof(std::uint32_t)
                                                             : sizeof(std::uint64_t)) {}

  PointedBlocks find() {
    for (const DataSegment &segment : mapped_.data)
      if (segment.writable)
        readSlots(segment);
    for (const auto &[begin, slot] : slots_) {
      if (!inTime())
        break;
      auto block = blockAt(begin, slot);
      if (block && found_.objects.size() == kMostBlocks) {
        cut(fmt::format("its variables point to more than {} blocks", kMostBlocks));
        break;
      }
      if (block)
        found_.objects.push_back(std::move(*block));
    }
    return std::move(found_);
  }

private:
  struct Extent {
    std::uint64_t begin = 0, size = 0;
    bool open_ended = false;
  };

  /// The first reason is kept.
  void cut(std::string why) {
    if (found_.cut.empty())
      found_.cut = std::move(why);
  }

  bool inTime() {
    const bool in_time = std::chrono::steady_clock::now() < search_.end;
    if (!in_time)
      cut("the time for the search in its variables was over (--time allows more)");
    return in_time;
  }

  /// Notes the pointers of a segment, without those in large variables.
  void readSlots(const DataSegment &segment) {
    std::uint64_t at = segment.begin;
    for (const Extent &large : largeVariables(segment)) {
      if (large.begin > at)
        readSlots(at, large.begin);
      at = std::max(at, large.begin + large.size);
    }
    if (at < segment.end)
      readSlots(at, segment.end);
  }

  [[nodiscard]] std::vector<Extent> largeVariables(const DataSegment &segment) const {
    std::vector<Extent> large;
    for (const PlacedObject &one : search_.variables)
      if (one.object.size > kMostTable && one.object.address >= segment.begin &&
          one.object.address < segment.end)
        large.push_back({one.object.address, one.object.size});
    std::sort(large.begin(), large.end(),
              [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
    return large;
  }

  /// Notes each word of [begin, end) that is the address of memory where blocks can be.
  void readSlots(std::uint64_t begin, std::uint64_t end) {
    if (end - begin > bytes_left_) {
      cut(fmt::format("only the first {} MiB of its variables were searched",
                      kMostSlotBytes / kMebi));
      end = begin + bytes_left_;
    }
    bytes_left_ -= end - begin;
    if (begin == end || !inTime())
      return;
    std::vector<std::byte> page(search_.page_bytes);
    for (const std::uint64_t at : search_.pages.presentPages(begin, end - begin)) {
      if (!inTime())
        return;
      const std::size_t read = search_.memory(at, page);
      for (std::size_t i = 0; i + word_ <= read; i += word_)
        if (at + i >= begin && at + i < end)
          takeSlot(at + i, wordAt(page, i, word_));
    }
  }

  void takeSlot(std::uint64_t slot, std::uint64_t value) {
    const PlacedRegion *region = regionAt(search_.regions, value);
    if (region != nullptr && canHoldBlocks(*region) && region->end - value >= search_.page_bytes)
      slots_.emplace(value, slot); // the first of several pointers names the block
  }

  [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t address) const {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    const std::span<std::byte> part(bytes.data(), word_);
    if (search_.memory(address, part) != word_)
      return std::nullopt;
    return wordAt(part, 0, word_);
  }

  /// Of a block of glibc's malloc; none if there is no such block.
  [[nodiscard]] std::optional<Extent> chunkAt(std::uint64_t begin,
                                              const PlacedRegion &region) const {
    const std::uint64_t chunk = begin - 2 * word_;
    if (begin % (2 * word_) != 0 || chunk < region.begin)
      return std::nullopt;
    const auto before = word(chunk), field = word(chunk + word_);
    const std::uint64_t size = field.value_or(0) & ~kFlags;
    if (!before || size <= 2 * word_ || size > region.end - chunk)
      return std::nullopt;
    if ((*field & kMapped) != 0) {
      const bool whole =
          (chunk - *before) % search_.page_bytes == 0 && (size + *before) % search_.page_bytes == 0;
      return whole ? std::optional(Extent{begin, size - 2 * word_}) : std::nullopt;
    }
    const auto next = size == region.end - chunk ? std::nullopt : word(chunk + size + word_);
    if (region.kind == RegionKind::Anonymous || !next || (*next & kPreviousInUse) == 0)
      return std::nullopt;
    return Extent{begin, size - word_}; // the next chunk's first word belongs to this one
  }

  [[nodiscard]] std::optional<Extent> extentAt(std::uint64_t begin) const {
    const PlacedRegion *region = regionAt(search_.regions, begin);
    if (region == nullptr)
      return std::nullopt;
    if (const auto chunk = chunkAt(begin, *region))
      return chunk;
    if (begin % search_.page_bytes != 0)
      return std::nullopt;
    const auto next = slots_.upper_bound(begin);
    const std::uint64_t end =
        next == slots_.end() ? region->end : std::min(region->end, next->first);
    return Extent{begin, end - begin, true};
  }

  [[nodiscard]] std::optional<PlacedObject> blockAt(std::uint64_t begin, std::uint64_t slot) {
    const auto extent = extentAt(begin);
    if (!extent || extent->size < search_.page_bytes)
      return std::nullopt;
    PlacedObject block;
    block.object.kind = ObjectKind::Heap;
    block.object.address = begin;
    block.object.size = extent->size;
    block.open_ended = extent->open_ended;
    block.module = mapped_.path;
    return name(slot, block.object) ? std::optional(std::move(block)) : std::nullopt;
  }

  /// By the variable, or the member of one, that points to the block.
  bool name(std::uint64_t slot, Object &block) {
    const std::uint64_t svma = slot - mapped_.bias;
    const auto data = module_.findStaticData(svma, word_);
    if (!data || data->object.name.empty())
      return false;
    block.holder = data->object.name;
    if (data->object.index)
      block.holder += fmt::format("[{}]", *data->object.index);
    if (!data->member.empty())
      block.holder += "." + data->member;
    block.declared = data->object.declared;
    const auto variable = module_.staticVariable(svma);
    if (debuginfo::TypeTable *types = module_.types(); variable && types != nullptr)
      if (const auto type = types->pointeeAt(variable->type, variable->offset))
        block.type = types->name(*type);
    return true;
  }

  const MappedModule &mapped_;
  debuginfo::Module &module_;
  const BlockSearch &search_;
  std::size_t word_;                             ///< bytes of a pointer
  std::map<std::uint64_t, std::uint64_t> slots_; ///< by value: where a pointer lies
  std::uint64_t bytes_left_ = kMostSlotBytes;
  PointedBlocks found_;
};

} // namespace

PointedBlocks pointedBlocks(const MappedModule &mapped, debuginfo::Module &module,
                            const BlockSearch &search) {
  return Finder(mapped, module, search).find();
}

} // namespace fsfind::process

#include "rules/remedy/source/AlignedAllocations.h"

#include "rules/remedy/layout/RecordLayout.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

/// The function that takes calloc's place. The name is one that hardly another function has.
constexpr std::string_view kZeroing = "calloc_aligned_to";
/// That which takes malloc's place where nothing is known of how the size is written.
constexpr std::string_view kRounding = "malloc_aligned_to";
/// Bytes; calloc need not touch larger blocks, and a function that clears them does.
constexpr std::uint64_t kMostCleared = 65536;

bool honoursAlignment(const FactAllocation &allocation, bool new_aligns, std::uint64_t alignment) {
  switch (allocation.kind) {
  case AllocationKind::New:
  case AllocationKind::Container:
    return new_aligns;
  default:
    return !allocation.maps_file && allocation.alignment >= alignment;
  }
}

std::string shown(const Place &place) {
  return place.known() ? fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(),
                                     place.line)
                       : "another file";
}

std::string obstacleOf(const Facts &facts, const FactAllocation &allocation) {
  const std::string place = shown(facts.place(allocation.place));
  if (allocation.kind == AllocationKind::New || allocation.kind == AllocationKind::Container)
    return "`new` does not honour alignment before C++17";
  if (allocation.maps_file)
    return fmt::format("{} in {} maps a file, which other programs may map, too", allocation.how,
                       place);
  if (allocation.wrapper)
    return fmt::format("it is allocated in {} by {} ({}), which does not honour alignment", place,
                       allocation.how,
                       shown(facts.place(facts.function(*allocation.wrapper).place)));
  if (allocation.moves)
    return fmt::format("{} in {} moves it to where no alignment is kept", allocation.how, place);
  return fmt::format("{} in {} does not honour alignment, and is not written so that a tool could "
                     "change it",
                     allocation.how, place);
}

/// The function that takes the alignment first and otherwise is calloc.
std::string zeroingFunction() {
  return fmt::format("/* calloc() of memory that begins with a multiple of `alignment`. */\n"
                     "static void *{}(size_t alignment, size_t count, size_t size) {{\n"
                     "  if (size != 0 && count > ((size_t)-1 - alignment) / size)\n"
                     "    return NULL;\n"
                     "  size_t bytes = (count * size + alignment - 1) / alignment * alignment;\n"
                     "  void *memory = aligned_alloc(alignment, bytes);\n"
                     "  return memory ? memset(memory, 0, bytes) : NULL;\n"
                     "}}\n\n",
                     kZeroing);
}

/// The same of malloc. A size that cannot be rounded up is refused, as malloc refuses it.
std::string roundingFunction() {
  return fmt::format("/* malloc() of memory that begins with a multiple of `alignment`, and takes "
                     "whole ones. */\n"
                     "static void *{}(size_t alignment, size_t size) {{\n"
                     "  size_t bytes = (size + alignment - 1) / alignment * alignment;\n"
                     "  return bytes < size ? NULL : aligned_alloc(alignment, bytes);\n"
                     "}}\n\n",
                     kRounding);
}

class Change {
public:
  Change(const FactLookup &lookup, const WrittenAlignment &alignment)
      : lookup_(lookup), facts_(lookup.facts), alignment_(alignment) {}

  void rewrite(const FactAllocation &allocation) {
    const FactAllocatorCall &call = allocation.call;
    if (!seen_.insert(call.name).second)
      return;
    const std::string value = spelled(facts_.place(call.name).file);
    const bool zeroes = allocation.kind == AllocationKind::Calloc && call.above.known();
    const bool rounds = !zeroes && !call.whole;
    replace(call.name, call.name_end, zeroes ? std::string(kZeroing) : call.aligning);
    insert(call.arguments, value + (rounds ? ", (" : ", "));
    if (rounds)
      insert(call.end, fmt::format(" + {0} - 1) / {0} * {0}", value));
    if (zeroes)
      addFunction(call, AllocationKind::Calloc);
  }

  /// For a size that may be written in any way.
  void rewriteWhole(const FactAllocation &allocation) {
    const FactAllocatorCall &call = allocation.call;
    if (allocation.kind == AllocationKind::Calloc)
      return rewrite(allocation);
    if (!seen_.insert(call.name).second)
      return;
    replace(call.name, call.name_end, std::string(kRounding));
    insert(call.arguments, spelled(facts_.place(call.name).file) + ", ");
    addFunction(call, AllocationKind::Malloc);
  }

  [[nodiscard]] std::vector<Edit> take() && {
    std::sort(edits_.begin(), edits_.end(), [](const Edit &a, const Edit &b) {
      return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
    });
    return std::move(edits_);
  }

private:
  /// In C a constant is a macro, which is visible wherever the record is.
  [[nodiscard]] std::string spelled(const std::string &file) const {
    const bool named = !alignment_.name.empty() && isCplusplus(lookup_, file) == false;
    return named ? alignment_.name : std::to_string(alignment_.value);
  }

  /// The function stands before the file's first call of malloc or calloc that may become one of
  /// it, so that all records have it at the same place. An earlier edit may have added it already.
  void addFunction(const FactAllocatorCall &call, AllocationKind kind) {
    const FileIndex file = call.name.file;
    const std::string_view name = kind == AllocationKind::Calloc ? kZeroing : kRounding;
    if (isDefined(name, file) || !added_.emplace(kind, file).second)
      return;
    const FactAllocatorCall &first = *lookup_.made.firstCall(kind, file);
    insert(first.above, kind == AllocationKind::Calloc ? zeroingFunction() : roundingFunction());
    if (kind == AllocationKind::Calloc && first.include.known())
      insert(first.include, "#include <string.h>\n");
  }

  [[nodiscard]] bool isDefined(std::string_view name, FileIndex file) const {
    const auto all = lookup_.declared.functionsByName().of(name);
    return std::any_of(all.begin(), all.end(), [&](const auto &one) {
      const FactFunction &function = facts_.function(one.second);
      return function.defined && function.place.file == file;
    });
  }

  void replace(FactPlace from, FactPlace to, std::string text) {
    const Place begin = facts_.place(from), end = facts_.place(to);
    edits_.push_back({begin.file, begin.line, begin.column, end.line, end.column, std::move(text)});
  }
  void insert(FactPlace at, std::string text) { replace(at, at, std::move(text)); }

  const FactLookup &lookup_;
  const Facts &facts_;
  const WrittenAlignment &alignment_;
  std::set<FactPlace> seen_;
  std::set<std::pair<AllocationKind, FileIndex>> added_; ///< functions
  std::vector<Edit> edits_;
};

/// Visits the allocations that do not honour the alignment, until the visitor returns false.
template <class Visit>
void eachUnaligned(const FactLookup &lookup, const WrittenRecord &record, std::uint64_t alignment,
                   const Visit &visit) {
  const bool new_aligns = lookup.traits.newAligns();
  for (const FactAllocation *allocation : record.allocations())
    if (!honoursAlignment(*allocation, new_aligns, alignment) && !visit(*allocation))
      return;
}

} // namespace

const FactAllocation *unalignedAllocation(const FactLookup &lookup, const WrittenRecord &record,
                                          std::uint64_t alignment) {
  const FactAllocation *found = nullptr;
  eachUnaligned(lookup, record, alignment, [&](const FactAllocation &one) {
    found = &one;
    return false;
  });
  return found;
}

AlignedAllocations alignedAllocations(const FactLookup &lookup, const WrittenRecord &record,
                                      const WrittenAlignment &alignment) {
  Change change(lookup, alignment);
  std::string obstacle;
  eachUnaligned(lookup, record, alignment.value, [&](const FactAllocation &one) {
    if (one.call.name.known() && one.call.follows)
      change.rewrite(one);
    else
      obstacle = obstacleOf(lookup.facts, one);
    return obstacle.empty();
  });
  if (!obstacle.empty())
    return {{}, std::move(obstacle)};
  return {std::move(change).take()};
}

namespace {

struct Found {
  const FactFunction *function = nullptr; ///< null = not found
  std::size_t number = 0;                 ///< among the function's allocations

  [[nodiscard]] const FactAllocation &allocation() const { return function->allocations[number]; }
};

/// The allocation at the place, or the only one in its line.
Found allocationAt(const FactLookup &lookup, const Place &call) {
  const FactPlace place = lookup.declared.place(call);
  const auto found = [&](const SeenAllocation &one) {
    const FactFunction &function = lookup.facts.function(one.function);
    return Found{&function, static_cast<std::size_t>(one.allocation - &function.allocations[0])};
  };
  if (!place.known())
    return {};
  if (const auto here = lookup.made.at(place); !here.empty())
    return found(here.front().second);
  const auto in_line = lookup.made.inLineOf(place);
  return in_line.size() == 1 ? found(in_line.front().second) : Found();
}

/// The same allocation in facts of which edits moved the lines; null if it is not found once.
const FactAllocation *sameIn(const FactLookup &after, const Facts &before, const Found &one) {
  const std::string file = before.place(one.function->place).file;
  const FactAllocation *same = nullptr;
  for (const auto &[_, index] : after.declared.functionsByName().of(one.function->name)) {
    const FactFunction &function = after.facts.function(index);
    if (after.facts.place(function.place).file != file ||
        function.allocations.size() != one.function->allocations.size())
      continue;
    if (same != nullptr)
      return nullptr;
    same = &function.allocations[one.number];
  }
  return same;
}

AlignedAllocations alignedBlocks(const FactLookup &lookup, const std::vector<Place> &calls,
                                 std::uint64_t size, std::uint32_t line_size) {
  const Facts &facts = lookup.facts;
  const WrittenAlignment alignment{line_size, {}};
  Change change(lookup, alignment);
  for (const Place &call : calls) {
    const Found found = allocationAt(lookup, call);
    if (found.function == nullptr)
      return {{}, fmt::format("the sources show no allocation in {}", shown(call))};
    const FactAllocation &one = found.allocation();
    if (!one.call.name.known())
      return {{}, obstacleOf(facts, one)};
    if (!one.call.above.known())
      return {{}, fmt::format("{} in {} is in a header or a class", one.how, shown(call))};
    if (!one.element)
      return {{}, fmt::format("what {} allocates in {} may be for anything", one.how, shown(call))};
    if (one.kind == AllocationKind::Calloc && (size == 0 || size > kMostCleared))
      return {{},
              fmt::format("what {} allocates in {} may be much to clear", one.how, shown(call))};
    if (lookup.made.areResized(*one.element))
      return {{},
              fmt::format("what {} allocates in {} may be resized, and no alignment is kept then",
                          one.how, shown(call))};
    change.rewriteWhole(one);
  }
  return {std::move(change).take()};
}

} // namespace

Advice partBlocks(const FactLookup &lookup, const std::vector<Place> &calls, std::uint64_t size,
                  std::uint32_t line_size) {
  AlignedAllocations blocks = alignedBlocks(lookup, calls, size, line_size);
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = "the allocator puts these blocks beside each other: one that begins with a cacheline "
            "and takes whole ones has no neighbour on them";
  one.size_before = size;
  one.size_after = roundedUp(size, line_size);
  one.edits = std::move(blocks.edits);
  one.obstacle = std::move(blocks.obstacle);
  return one;
}

bool areAlignedBlocks(const FactLookup &before, const std::vector<Place> &calls,
                      const FactLookup &after, std::uint64_t line_size) {
  return std::all_of(calls.begin(), calls.end(), [&](const Place &call) {
    const Found found = allocationAt(before, call);
    const FactAllocation *now =
        found.function != nullptr ? sameIn(after, before.facts, found) : nullptr;
    return now != nullptr && honoursAlignment(*now, after.traits.newAligns(), line_size);
  });
}

void addAllocationEdits(Advice &advice, const FactLookup &lookup, const WrittenRecord &record,
                        const WrittenAlignment &alignment) {
  AlignedAllocations all = alignedAllocations(lookup, record, alignment);
  if (all.edits.empty())
    return;
  advice.why += "; what allocates it aligns it, too";
  std::move(all.edits.begin(), all.edits.end(), std::back_inserter(advice.edits));
}

} // namespace fsfind

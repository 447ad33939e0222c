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

bool newAligns(const Facts &facts) {
  return std::all_of(facts.units.begin(), facts.units.end(),
                     [](const FactUnit &unit) { return unit.aligned_new || !unit.cplusplus; });
}

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
  Change(const Facts &facts, const WrittenAlignment &alignment)
      : facts_(facts), alignment_(alignment) {}

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
    const bool named = !alignment_.name.empty() && isCplusplus(facts_, file) == false;
    return named ? alignment_.name : std::to_string(alignment_.value);
  }

  /// What an allocator's calls in one file need.
  struct InFile {
    const FactAllocatorCall *first = nullptr; ///< of the calls that may need the function
    bool has_function = false;
  };
  using Key = std::pair<AllocationKind, FileIndex>;

  /// The function stands before the file's first call of malloc or calloc that may become one of
  /// it, so that all records have it at the same place. An earlier edit may have added it already.
  void addFunction(const FactAllocatorCall &call, AllocationKind kind) {
    if (files_.empty())
      survey();
    InFile &file = files_.at({kind, call.name.file});
    if (std::exchange(file.has_function, true))
      return;
    insert(file.first->above,
           kind == AllocationKind::Calloc ? zeroingFunction() : roundingFunction());
    if (kind == AllocationKind::Calloc && file.first->include.known())
      insert(file.first->include, "#include <string.h>\n");
  }

  void survey() {
    for (const FactFunction &function : facts_.functions) {
      for (const auto &[name, kind] : {std::pair(kZeroing, AllocationKind::Calloc),
                                       std::pair(kRounding, AllocationKind::Malloc)})
        if (function.defined && function.name == name)
          files_[{kind, function.place.file}].has_function = true;
      for (const FactAllocation &one : function.allocations)
        if (one.call.above.known()) {
          const FactAllocatorCall *&first = files_[{one.kind, one.call.name.file}].first;
          if (!first || one.call.above < first->above)
            first = &one.call;
        }
    }
  }

  void replace(FactPlace from, FactPlace to, std::string text) {
    const Place begin = facts_.place(from), end = facts_.place(to);
    edits_.push_back({begin.file, begin.line, begin.column, end.line, end.column, std::move(text)});
  }
  void insert(FactPlace at, std::string text) { replace(at, at, std::move(text)); }

  const Facts &facts_;
  const WrittenAlignment &alignment_;
  std::set<FactPlace> seen_;
  std::map<Key, InFile> files_; ///< empty = not surveyed yet
  std::vector<Edit> edits_;
};

/// Visits the allocations that do not honour the alignment, until the visitor returns false.
template <class Visit>
void eachUnaligned(const Facts &facts, const WrittenRecord &record, std::uint64_t alignment,
                   const Visit &visit) {
  const bool new_aligns = newAligns(facts);
  for (const FactAllocation *allocation : record.allocations())
    if (!honoursAlignment(*allocation, new_aligns, alignment) && !visit(*allocation))
      return;
}

} // namespace

const FactAllocation *unalignedAllocation(const Facts &facts, const WrittenRecord &record,
                                          std::uint64_t alignment) {
  const FactAllocation *found = nullptr;
  eachUnaligned(facts, record, alignment, [&](const FactAllocation &one) {
    found = &one;
    return false;
  });
  return found;
}

AlignedAllocations alignedAllocations(const Facts &facts, const WrittenRecord &record,
                                      const WrittenAlignment &alignment) {
  Change change(facts, alignment);
  std::string obstacle;
  eachUnaligned(facts, record, alignment.value, [&](const FactAllocation &one) {
    if (one.call.name.known() && one.call.follows)
      change.rewrite(one);
    else
      obstacle = obstacleOf(facts, one);
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
Found allocationAt(const Facts &facts, const Place &call) {
  Found in_line;
  bool several = false;
  for (const FactFunction &function : facts.functions)
    for (std::size_t i = 0; i < function.allocations.size(); ++i) {
      const Place place = facts.place(function.allocations[i].place);
      if (place == call)
        return {&function, i};
      if (place.file != call.file || place.line != call.line)
        continue;
      several |= in_line.function != nullptr;
      in_line = {&function, i};
    }
  return several ? Found() : in_line;
}

/// The same allocation in facts of which edits moved the lines; null if it is not found once.
const FactAllocation *sameIn(const Facts &after, const Facts &before, const Found &one) {
  const std::string file = before.place(one.function->place).file;
  const FactAllocation *same = nullptr;
  for (const FactFunction &function : after.functions) {
    if (function.name != one.function->name || after.place(function.place).file != file ||
        function.allocations.size() != one.function->allocations.size())
      continue;
    if (same != nullptr)
      return nullptr;
    same = &function.allocations[one.number];
  }
  return same;
}

/// Whether such a block may be resized, and so moved to where no alignment is kept.
bool isResized(const Facts &facts, const FactAllocation &allocation) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [&](const auto &function) {
    return std::any_of(function.allocations.begin(), function.allocations.end(),
                       [&](const FactAllocation &one) {
                         return one.moves && (one.element == allocation.element || !one.element);
                       });
  });
}

AlignedAllocations alignedBlocks(const Facts &facts, const std::vector<Place> &calls,
                                 std::uint64_t size, std::uint32_t line_size) {
  const WrittenAlignment alignment{line_size, {}};
  Change change(facts, alignment);
  for (const Place &call : calls) {
    const Found found = allocationAt(facts, call);
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
    if (isResized(facts, one))
      return {{},
              fmt::format("what {} allocates in {} may be resized, and no alignment is kept then",
                          one.how, shown(call))};
    change.rewriteWhole(one);
  }
  return {std::move(change).take()};
}

} // namespace

Advice partBlocks(const Facts &facts, const std::vector<Place> &calls, std::uint64_t size,
                  std::uint32_t line_size) {
  AlignedAllocations blocks = alignedBlocks(facts, calls, size, line_size);
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

bool areAlignedBlocks(const Facts &before, const std::vector<Place> &calls, const Facts &after,
                      std::uint64_t line_size) {
  return std::all_of(calls.begin(), calls.end(), [&](const Place &call) {
    const Found found = allocationAt(before, call);
    const FactAllocation *now = found.function != nullptr ? sameIn(after, before, found) : nullptr;
    return now != nullptr && honoursAlignment(*now, newAligns(after), line_size);
  });
}

void addAllocationEdits(Advice &advice, const Facts &facts, const WrittenRecord &record,
                        const WrittenAlignment &alignment) {
  AlignedAllocations all = alignedAllocations(facts, record, alignment);
  if (all.edits.empty())
    return;
  advice.why += "; what allocates it aligns it, too";
  std::move(all.edits.begin(), all.edits.end(), std::back_inserter(advice.edits));
}

} // namespace fsfind

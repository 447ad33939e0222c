#include "rules/model/RuleIds.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/FirstLevelCache.h"
#include "rules/remedy/source/NamedElements.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

/// What the array's surroundings tell.
struct Surroundings {
  const FactRecord *record = nullptr; ///< that has it as a member
  FactConstant constant;              ///< visible at its declaration
};

Surroundings surroundingsOf(const Facts &facts, const FactSlots &slots) {
  for (const FactVariable &variable : facts.variables)
    if (variable.place == slots.place)
      return {nullptr, variable.constant};
  for (const FactRecord &record : facts.records)
    for (const FactMember &member : record.members)
      if (member.place == slots.place)
        return {&record, record.constant};
  return {};
}

/// The arrays that the same declaration declares; some may not be known.
std::vector<const FactSlots *> declaredTogether(const Facts &facts, const FactSlots &slots) {
  if (slots.together <= 1 || !slots.head.known())
    return {&slots};
  std::vector<const FactSlots *> all;
  for (const FactSlots &one : facts.slots)
    if (one.head == slots.head && one.base.empty())
      all.push_back(&one);
  return all;
}

void addEdit(std::vector<Edit> &edits, Edit edit) {
  if (std::find(edits.begin(), edits.end(), edit) == edits.end())
    edits.push_back(std::move(edit));
}

/// The array of a finding, with each element in a record.
class Wrapping {
public:
  Wrapping(const AdviceCase &at, const FactSlots &slots)
      : at_(at), slots_(slots), around_(surroundingsOf(at.facts, slots)),
        alignment_(alignmentBy(around_.constant, at.line_size)),
        cplusplus_(alignment_.isCplusplusIn(at.facts, at.facts.place(slots.head).file)),
        aligned_(slots.aligned && recordKeepsAlignment()) {}

  [[nodiscard]] Advice advice() const {
    Advice one = elementAdvice(at_, alignment_.value, size());
    const std::string why_not = obstacle();
    if (why_not.empty()) {
      one.edits = edits();
      if (aligned_ && around_.record)
        addAllocationEdits(one, at_.facts, holder(), alignment_);
      return one;
    }
    one.why += "; no edit, for " + why_not;
    one.example = wrapperExample(at_, cplusplus_.value_or(true));
    return one;
  }

private:
  [[nodiscard]] bool recordKeepsAlignment() const {
    return !around_.record || alignmentObstacle(at_.facts, holder(), alignment_.value).empty();
  }
  /// Requires that a record has the array as a member.
  [[nodiscard]] WrittenRecord holder() const {
    return {at_.facts, at_.facts.place(around_.record->place)};
  }

  /// Without an alignment of the memory, an element may begin at any multiple of its own: so far
  /// apart, two never meet on a line all the same.
  [[nodiscard]] std::uint64_t padding() const {
    return alignment_.value - std::min<std::uint64_t>(slots_.align, alignment_.value / 2);
  }
  [[nodiscard]] std::uint64_t size() const {
    return aligned_ ? roundedUp(slots_.size, alignment_.value) : slots_.size + padding();
  }

  [[nodiscard]] std::string obstacle() const {
    const std::vector<const FactSlots *> together = declaredTogether(at_.facts, slots_);
    if (together.size() != slots_.together)
      return "its declaration declares others too";
    for (const FactSlots *one : together) {
      if (one->value != slots_.value)
        return "its declaration declares arrays of several kinds";
      if (std::string why = obstacleOf(*one); !why.empty())
        return why;
    }
    return around_.record ? layoutObstacle(at_.facts, holder()) : std::string();
  }

  [[nodiscard]] std::string obstacleOf(const FactSlots &array) const {
    if (!array.obstacle.empty())
      return array.obstacle;
    if (!array.place.known() || array.size == 0)
      return "its definition is not seen";
    if (!cplusplus_)
      return "it is part of C and of C++ sources";
    const auto &indexed = at_.facts.indexed;
    if (array.addressed && std::binary_search(indexed.begin(), indexed.end(), array.element))
      return "pointers to its elements are kept, and code counts from one to the next";
    return cacheObstacle(array.elements, size());
  }

  /// `struct alignas(64) HitsSlot { std::atomic<int> value; }`, in C `struct hits_slot { … }`.
  [[nodiscard]] std::string definition() const {
    const std::string align = aligned_ ? alignment_.text(*cplusplus_) : std::string();
    return fmt::format("struct {}{} {{ {}{};{} }}", *cplusplus_ ? align : "", slots_.wrapper,
                       *cplusplus_ ? "" : align, slots_.value,
                       aligned_ ? "" : fmt::format(" char padding[{}];", padding()));
  }

  /// Requires that there is no obstacle.
  [[nodiscard]] std::vector<Edit> edits() const {
    std::vector<Edit> all;
    const std::string before =
        *cplusplus_ ? fmt::format("{};\n{}", definition(), slots_.indent) : std::string();
    const std::string name = "struct " + slots_.wrapper;
    bool defined = false;
    for (const FactSlots *array : declaredTogether(at_.facts, slots_))
      for (const FactEdit &one : array->edits) {
        const Place begin = at_.facts.place(one.begin), end = at_.facts.place(one.end);
        std::string text = one.text;
        if (one.begin == slots_.head) {
          defined = true;
          text = *cplusplus_ ? before + text
                             : definition() + text.substr(std::min(name.size(), text.size()));
        }
        addEdit(all, {begin.file, begin.line, begin.column, end.line, end.column, std::move(text)});
      }
    const Place head = at_.facts.place(slots_.head);
    if (!defined && *cplusplus_) // `static` stands before the type
      all.push_back({head.file, head.line, head.column, head.line, head.column, before});
    return all;
  }

  const AdviceCase &at_;
  const FactSlots &slots_;
  Surroundings around_;
  WrittenAlignment alignment_;
  std::optional<bool> cplusplus_; ///< none: a header of both
  bool aligned_;                  ///< the record is aligned, not padded
};

const FactSlots *slotsAt(const Facts &facts, const Place &place) {
  const auto found =
      std::find_if(facts.slots.begin(), facts.slots.end(), [&](const FactSlots &slots) {
        return slots.place.known() && facts.place(slots.place) == place;
      });
  return found != facts.slots.end() ? &*found : nullptr;
}

/// The array that the finding points to first, then others that its members are. None if it points
/// to none.
std::vector<const FactSlots *> arraysOf(const AdviceCase &at) {
  std::vector<const FactSlots *> all;
  const auto add = [&](const Place &place) {
    const FactSlots *slots = slotsAt(at.facts, place);
    if (slots && std::find(all.begin(), all.end(), slots) == all.end())
      all.push_back(slots);
  };
  add(at.finding.location);
  for (const FindingMember &member : at.finding.members)
    if (!all.empty())
      add(member.declared);
  return all;
}

/// In what is narrowest: the array alone, or all that has the name of its elements.
Advice wrapped(const AdviceCase &at, const FactSlots &slots) {
  Advice one = Wrapping(at, slots).advice();
  if (!one.edits.empty())
    return one;
  std::optional<Advice> named = recordOfName(at, slots);
  if (!named)
    return one;
  if (!named->edits.empty())
    return *std::move(named);
  one.why += ", and " + named->why;
  return one;
}

/// The part of the finding that is about one of its arrays.
Finding partOf(const AdviceCase &at, const FactSlots &slots) {
  Finding part = at.finding;
  part.location = at.facts.place(slots.place);
  std::erase_if(part.members,
                [&](const FindingMember &one) { return one.declared != part.location; });
  if (!part.members.empty())
    part.object.name = part.members.front().path;
  part.object.size = slots.size;
  return part;
}

/// Adds what is done to another array, and its price, if the two have the same number of elements:
/// they are then chosen alike.
void add(Advice &all, Advice one) {
  const bool alike = all.instances == one.instances;
  all.size_before = alike ? all.size_before + one.size_before : 0;
  all.size_after = alike ? all.size_after + one.size_after : 0;
  all.instances = alike ? all.instances : 0;
  for (Edit &edit : one.edits)
    addEdit(all.edits, std::move(edit));
}

/// All of the arrays or none: what is left beside an array would still meet its elements.
Advice wrapAll(const AdviceCase &at, const std::vector<const FactSlots *> &arrays) {
  std::optional<Advice> all;
  for (const FactSlots *slots : arrays) {
    const Finding part = partOf(at, *slots);
    const AdviceCase part_at{at.facts, at.roles, part, at.line_size};
    Advice one = wrapped(part_at, *slots);
    if (one.edits.empty()) {
      one.why = fmt::format("of '{}' {}", part.object.name, one.why);
      return one;
    }
    if (all) {
      add(*all, std::move(one));
      all->why += fmt::format("; likewise one of '{}'", part.object.name);
    } else {
      all = std::move(one);
    }
  }
  all->before.clear(); // of one array only
  all->after.clear();
  return *std::move(all);
}

} // namespace

const FactSlots *slotsAt(const AdviceCase &at) {
  return slotsAt(at.facts, at.finding.location);
}

std::vector<Advice> wrapElements(const AdviceCase &at) {
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  if (const std::vector<const FactSlots *> arrays = arraysOf(at); !arrays.empty())
    return {arrays.size() == 1 ? wrapped(at, *arrays.front()) : wrapAll(at, arrays)};
  const bool of_author =
      at.finding.record && WrittenRecord(at.facts, at.finding.record->declared).known();
  if (of_author || at.finding.object.type.empty())
    return {};
  Advice one = elementAdvice(at, at.line_size);
  one.example = wrapperExample(at, isCplusplus(at.facts, at.finding.location.file).value_or(false));
  return {std::move(one)};
}

} // namespace fsfind

#include "rules/model/DisplayName.h"
#include "rules/model/Rows.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/FirstLevelCache.h"
#include "rules/remedy/source/NamedElements.h"
#include "rules/remedy/source/SlotGroup.h"
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

Surroundings surroundingsOf(const FactLookup &lookup, const FactSlots &slots) {
  if (const VariableIndex *variable = lookup.declared.variables().first(slots.place))
    return {nullptr, lookup.facts.variable(*variable).constant};
  if (const MemberAt *member = lookup.declared.members().first(slots.place)) {
    const FactRecord &record = lookup.facts.record(member->record);
    return {&record, record.constant};
  }
  return {};
}

/// Whether only a unit that was read in full can name the array.
bool isSeenWhole(const FactLookup &lookup, const FactSlots &slots) {
  if (!lookup.traits.haveErrors())
    return true;
  const Facts &facts = lookup.facts;
  const auto all = lookup.declared.variables().of(slots.place);
  return std::any_of(all.begin(), all.end(), [&](const auto &one) {
    const FactVariable &variable = facts.variable(one.second);
    return variable.storage != Storage::Global && variable.unit < facts.units.size() &&
           facts.units[variable.unit].errors == 0 &&
           facts.place(variable.place).file == facts.units[variable.unit].file;
  });
}

void addEdit(std::vector<Edit> &edits, Edit edit) {
  if (std::find(edits.begin(), edits.end(), edit) == edits.end())
    edits.push_back(std::move(edit));
}

/// The array of a finding, and all that has its elements, with each element in a record.
class Wrapping {
public:
  Wrapping(const AdviceCase &at, const FactSlots &slots)
      : at_(at), slots_(slots), group_(slotGroupOf(at.lookup, slots)),
        alignment_(alignmentBy(at.lookup,
                               group_.linked() ? FactConstant() // it may not be visible there
                                               : surroundingsOf(at.lookup, slots).constant,
                               at.line_size, isCplusplus(at.lookup, at.facts.place(first()).file))),
        cplusplus_(alignment_.isCplusplusIn(at.lookup, at.facts.place(first()).file)),
        aligned_(std::all_of(group_.all.begin(), group_.all.end(), [this](const FactSlots *one) {
          return one->aligned && recordKeepsAlignment(*one);
        })) {}

  [[nodiscard]] bool isOfSeveral() const { return group_.linked(); }
  [[nodiscard]] Advice advice() const {
    Advice one = elementAdvice(at_, alignment_.value, size());
    one.obstacle = obstacle();
    if (one.obstacle.empty()) {
      one.edits = edits();
      for (const FactSlots *array : group_.all)
        if (const FactRecord *record = holderOf(*array); record && aligned_)
          addAllocationEdits(one, at_.lookup, written(*record), alignment_);
      return one;
    }
    one.example = wrapperExample(at_, cplusplus_.value_or(true));
    return one;
  }

private:
  /// The record that has the array's elements in it, or of an array alone any that has it as a
  /// member; null if none does.
  [[nodiscard]] const FactRecord *holderOf(const FactSlots &array) const {
    return array.elements != 0 || &array == &slots_ ? surroundingsOf(at_.lookup, array).record
                                                    : nullptr;
  }
  [[nodiscard]] WrittenRecord written(const FactRecord &record) const {
    return {at_.lookup, at_.facts.place(record.place)};
  }
  [[nodiscard]] bool recordKeepsAlignment(const FactSlots &array) const {
    const FactRecord *record = holderOf(array);
    return !record || alignmentObstacle(at_.lookup, written(*record), alignment_.value).empty();
  }
  [[nodiscard]] const FactSlots &named() const { return group_.named ? *group_.named : slots_; }
  /// Where the record is defined.
  [[nodiscard]] FactPlace first() const {
    return group_.linked() ? recordPlace(at_.lookup, group_).value_or(slots_.head) : slots_.head;
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
    if (!slots_.obstacle.empty())
      return slots_.obstacle;
    for (const FactSlots *one : group_.all)
      if (!one->obstacle.empty())
        return (group_.linked() ? "it is handed on, where " : "") + one->obstacle;
    if (!group_.obstacle.empty())
      return group_.obstacle;
    for (const FactSlots *one : group_.all)
      if (std::string why = obstacleOf(*one); !why.empty())
        return why;
    if (group_.linked() && !recordPlace(at_.lookup, group_))
      return "code of several files has its elements, and no one header declares that";
    for (const FactSlots *one : group_.all)
      if (const FactRecord *record = holderOf(*one))
        if (std::string why = layoutObstacle(at_.lookup, written(*record)); !why.empty())
          return why;
    return {};
  }

  [[nodiscard]] std::string obstacleOf(const FactSlots &array) const {
    if (!array.place.known() || array.size == 0)
      return "its definition is not seen";
    if (!cplusplus_)
      return "it is part of C and of C++ sources";
    if (!isSeenWhole(at_.lookup, array))
      return "sources that could not be read in full may use it, too";
    if (array.addressed && isCounted(array.types))
      return "pointers to its elements are kept, and code counts from one to the next";
    return cacheObstacle(array.elements, size());
  }

  /// Whether code counts from an element to the next by a pointer that is not of the group.
  [[nodiscard]] bool isCounted(const std::vector<std::string> &types) const {
    return haveCommon(types, at_.facts.indexed) ||
           std::any_of(types.begin(), types.end(), [&](const std::string &type) {
             return at_.lookup.slots.isCountedUnwrapped(type);
           });
  }

  /// `struct alignas(64) HitsSlot { std::atomic<int> value; }`, in C `struct hits_slot { … }`.
  [[nodiscard]] std::string definition() const {
    const std::string align = aligned_ ? alignment_.text(*cplusplus_) : std::string();
    return fmt::format("struct {}{} {{ {}{};{} }}", *cplusplus_ ? align : "", named().wrapper,
                       *cplusplus_ ? "" : align, named().value,
                       aligned_ ? "" : fmt::format(" char padding[{}];", padding()));
  }

  /// Requires that there is no obstacle.
  [[nodiscard]] std::vector<Edit> edits() const {
    std::vector<Edit> all;
    const FactPlace begin = first();
    const bool apart = *cplusplus_ || group_.linked(); // a declaration of its own
    const std::string gap = group_.linked() ? "\n" : slots_.indent;
    const std::string before = apart ? fmt::format("{};\n{}", definition(), gap) : "";
    const std::string name = "struct " + slots_.wrapper;
    bool defined = false;
    for (const FactSlots *array : group_.all)
      for (const FactEdit &one : array->edits) {
        std::string text =
            group_.linked() ? textFor(group_, *array, place(begin), one.text) : one.text;
        if (one.begin == begin) {
          defined = true;
          text = apart ? before + text
                       : definition() + text.substr(std::min(name.size(), text.size()));
        }
        addEdit(all, editAt(one.begin, one.end, std::move(text)));
      }
    if (!defined && apart) // `static` stands before the type
      all.push_back(editAt(begin, begin, before));
    return all;
  }

  /// The one of the group before which the record is defined.
  [[nodiscard]] const FactSlots &place(const FactPlace &begin) const {
    const auto found = std::find_if(group_.all.begin(), group_.all.end(),
                                    [&](const FactSlots *one) { return one->top == begin; });
    return found == group_.all.end() ? slots_ : **found;
  }
  [[nodiscard]] Edit editAt(const FactPlace &from, const FactPlace &to, std::string text) const {
    const Place begin = at_.facts.place(from), end = at_.facts.place(to);
    return {begin.file, begin.line, begin.column, end.line, end.column, std::move(text)};
  }

  const AdviceCase &at_;
  const FactSlots &slots_;
  SlotGroup group_;
  WrittenAlignment alignment_;
  std::optional<bool> cplusplus_; ///< none: a header of both
  bool aligned_;                  ///< the record is aligned, not padded
};

/// Whether a recording shows that threads meet in the same element: lines of their own for the
/// elements would only spread it. It does so if it shows for another array that they do not.
bool meetInElements(const Finding &finding, const Place &array) {
  const auto ofOneThreadEach = [](const FindingMember &one) { return one.written_by_elements; };
  return std::any_of(finding.members.begin(), finding.members.end(), ofOneThreadEach) &&
         std::any_of(finding.members.begin(), finding.members.end(), [&](const FindingMember &one) {
           return one.declared == array && one.writers.size() >= 2 && !one.written_by_elements;
         });
}

/// The array that the finding points to first, then others that its members are. None if it points
/// to none.
std::vector<const FactSlots *> arraysOf(const AdviceCase &at) {
  std::vector<const FactSlots *> all;
  const auto add = [&](const FactSlots *slots) {
    if (slots && std::find(all.begin(), all.end(), slots) == all.end())
      all.push_back(slots);
  };
  add(slotsAt(at));
  for (const FindingMember &member : at.finding.members)
    if (!all.empty())
      add(slotsAt(at.lookup, member.declared));
  std::erase_if(all, [&](const FactSlots *slots) {
    return meetInElements(at.finding, at.facts.place(slots->place));
  });
  return all;
}

/// In what is simplest: the array alone, all that has the name of its elements, or all that it is
/// handed to.
Advice wrapped(const AdviceCase &at, const FactSlots &slots) {
  const Wrapping wrapping(at, slots);
  Advice one = wrapping.advice();
  if (!one.edits.empty() && !wrapping.isOfSeveral())
    return one;
  std::optional<Advice> named = recordOfName(at, slots);
  if (!named)
    return one;
  if (!named->edits.empty())
    return *std::move(named);
  if (!one.edits.empty())
    return one;
  one.obstacle += ", and " + named->obstacle;
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
    const AdviceCase part_at{at.facts, at.roles, at.lookup, at.inquiries, part, at.line_size};
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

const FactSlots *slotsAt(const FactLookup &lookup, const Place &place) {
  const auto *found = lookup.slots.owners().first(lookup.declared.place(place));
  return found ? *found : nullptr;
}

bool haveCommon(const std::vector<std::string> &types, const std::vector<std::string> &sorted) {
  return std::any_of(types.begin(), types.end(), [&](const std::string &type) {
    return std::binary_search(sorted.begin(), sorted.end(), type);
  });
}

const FactSlots *slotsAt(const AdviceCase &at) {
  return isOfRows(at.finding) ? nullptr : slotsAt(at.lookup, at.finding.location);
}

namespace {

/// Bits of a word cannot be put apart.
Advice flagsInstead(const AdviceCase &at) {
  Advice one;
  one.remedy = Remedy::AlignType;
  one.why = "bits of one word cannot be put apart, and of two threads that change them at once one "
            "undoes what the other did: an array of records, in whole cachelines, each with the "
            "flags of one thread";
  one.example = fmt::format("struct {}Flags {{ bool value; }};\n",
                            alignmentBy(at.lookup, {}, at.line_size).text(true));
  return one;
}

} // namespace

std::vector<Advice> wrapElements(const AdviceCase &at) {
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  if (const std::vector<const FactSlots *> arrays = arraysOf(at); !arrays.empty())
    return {arrays.size() == 1 ? wrapped(at, *arrays.front()) : wrapAll(at, arrays)};
  const bool of_author =
      at.finding.record && WrittenRecord(at.lookup, at.finding.record->declared).known();
  if (of_author || at.finding.object.type.empty())
    return {};
  if (at.finding.object.type == kBitWord)
    return {flagsInstead(at)};
  Advice one = elementAdvice(at, at.line_size);
  one.example =
      wrapperExample(at, isCplusplus(at.lookup, at.finding.location.file).value_or(false));
  return {std::move(one)};
}

} // namespace fsfind

#include "rules/model/RuleIds.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

/// Of common processors. A larger array would not fit into it any more.
constexpr std::uint64_t kFirstLevelCache = 32768;

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
    if (!slots_.obstacle.empty())
      return slots_.obstacle;
    if (!slots_.place.known() || slots_.size == 0)
      return "its definition is not seen";
    if (!cplusplus_)
      return "it is part of C and of C++ sources";
    const auto &indexed = at_.facts.indexed;
    if (slots_.addressed && std::binary_search(indexed.begin(), indexed.end(), slots_.element))
      return "pointers to its elements are kept, and code counts from one to the next";
    if (slots_.elements * size() > kFirstLevelCache)
      return fmt::format("{} elements of {} bytes would not fit into a first-level cache",
                         slots_.elements, size());
    return around_.record ? layoutObstacle(at_.facts, holder()) : std::string();
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
    for (const FactEdit &one : slots_.edits) {
      const Place begin = at_.facts.place(one.begin), end = at_.facts.place(one.end);
      std::string text = one.text;
      if (one.begin == slots_.head) {
        defined = true;
        text = *cplusplus_ ? before + text
                           : definition() + text.substr(std::min(name.size(), text.size()));
      }
      all.push_back({begin.file, begin.line, begin.column, end.line, end.column, std::move(text)});
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

} // namespace

const FactSlots *slotsAt(const AdviceCase &at) {
  const auto found =
      std::find_if(at.facts.slots.begin(), at.facts.slots.end(), [&](const FactSlots &slots) {
        return slots.place.known() && at.facts.place(slots.place) == at.finding.location;
      });
  return found != at.facts.slots.end() ? &*found : nullptr;
}

std::vector<Advice> wrapElements(const AdviceCase &at) {
  if (at.finding.rule != kRulePerThreadSlots)
    return {};
  if (const FactSlots *slots = slotsAt(at))
    return {Wrapping(at, *slots).advice()};
  const bool of_author =
      at.finding.record && WrittenRecord(at.facts, at.finding.record->declared).known();
  if (of_author || at.finding.object.type.empty())
    return {};
  Advice one = elementAdvice(at, at.line_size);
  one.example = wrapperExample(at, isCplusplus(at.facts, at.finding.location.file).value_or(false));
  return {std::move(one)};
}

} // namespace fsfind

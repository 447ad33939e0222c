#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignedDeclarations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/AnonymousPart.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/TrailingPadding.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

/// Empty if it cannot be written there.
std::vector<Edit> atHead(const Facts &facts, const FactRecord &record, std::string text) {
  const Place head = facts.place(record.head);
  if (!head.known() || text.empty())
    return {};
  return {{head.file, head.line, head.column, head.line, head.column, std::move(text)}};
}

/// In C only a member can be aligned by the language, so the alignment is written at the first one,
/// which aligns the record; if that takes none, as a bit-field, an attribute aligns the record.
/// Empty if it cannot be written.
std::vector<Edit> editsOf(const Facts &facts, const FactRecord &record, bool cplusplus,
                          const WrittenAlignment &alignment) {
  if (record.declared_align != 0)
    return {};
  if (cplusplus)
    return atHead(facts, record, alignment.text(true));
  if (record.members.empty() || record.members.front().declared_align != 0)
    return {};
  const FactMember *aligned = alignedBy(facts, record.members.front(), alignment.byAttribute());
  if (!aligned)
    return atHead(facts, record,
                  attributeOfRecord(facts, facts.place(record.place).file, alignment));
  std::vector<DeclarationEdit> all;
  for (const FactMember &member : record.members)
    addDeclarations(facts, member, aligned, alignment.text(false), all);
  return alignedDeclarations(facts, all);
}

std::string example(const AdviceCase &at, const FactRecord &record, const std::string &align,
                    bool cplusplus) {
  return cplusplus ? fmt::format("struct {}{} {{ ... }};\n", align, definedName(record.name))
                   : wrapperExample(at, false);
}

/// Where the record cannot be aligned, for the reason of `obstacle`.
std::optional<Advice> paddedRecord(const AdviceCase &at, const WrittenRecord &target,
                                   const std::string &obstacle) {
  auto padding = trailingPadding(at.lookup, target, at.line_size);
  if (!padding)
    return std::nullopt;
  Advice one = elementAdvice(at, at.line_size, padding->size);
  one.why += " by padding, for " + obstacle;
  one.edits = {std::move(padding->edit)};
  return one;
}

Advice alignedRecord(const AdviceCase &at, const WrittenRecord &target) {
  const FactRecord &record = target.record();
  const std::string &file = at.finding.record->declared.file;
  const WrittenAlignment alignment = alignmentIn(at.lookup, file, record.constant, at.line_size);
  Advice one = elementAdvice(at, alignment.value);
  const auto cplusplus = alignment.isCplusplusIn(at.lookup, file);
  const std::string obstacle = cplusplus ? alignmentObstacle(at.lookup, target, alignment.value)
                                         : "it is part of C and of C++ sources";
  const std::string text = alignment.text(cplusplus.value_or(true));
  if (obstacle.empty())
    one.edits = editsOf(at.facts, record, *cplusplus, alignment);
  if (!one.edits.empty()) {
    addAllocationEdits(one, at.lookup, target, alignment);
    return one;
  }
  if (!obstacle.empty())
    if (auto padded = paddedRecord(at, target, obstacle))
      return *std::move(padded);
  one.obstacle = obstacle;
  one.example = example(at, record, text, cplusplus.value_or(true));
  return one;
}

/// Padding or an alignment is there already, but parts nothing. Without an edit, for it would have
/// to take the place of what is there.
Advice alignedInstead(const AdviceCase &at, const WrittenRecord *target) {
  Advice one;
  one.remedy = Remedy::AlignType;
  one.why =
      fmt::format("an alignment of the element's own type to {} bytes makes each element begin "
                  "with a cacheline and take whole ones, without padding by hand",
                  at.line_size);
  const auto cplusplus = isCplusplus(at.lookup, at.finding.location.file);
  if (target && cplusplus.value_or(false))
    one.example =
        example(at, target->record(), alignmentBy(at.lookup, {}, at.line_size).text(true), true);
  return one;
}

} // namespace

std::vector<Advice> alignPadded(const AdviceCase &at) {
  if (at.finding.rule != kRuleIneffectivePadding)
    return {};
  if (!at.finding.record)
    return {alignedInstead(at, nullptr)};
  const WrittenRecord target(at.lookup, at.finding.record->declared);
  if (target.known() && unalignedAllocation(at.lookup, target, at.line_size))
    return {}; // alignAllocation()
  return {alignedInstead(at, target.known() ? &target : nullptr)};
}

std::vector<Advice> alignElements(const AdviceCase &at) {
  if (at.finding.rule != kRulePerThreadSlots || slotsAt(at))
    return {};
  const WrittenRecord target(at.lookup, at.finding.record ? at.finding.record->declared : Place());
  if (!target.known())
    return {};
  return {alignedRecord(at, target)};
}

} // namespace fsfind

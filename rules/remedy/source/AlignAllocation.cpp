#include "rules/model/RuleIds.h"
#include "rules/remedy/source/AdviceCase.h"
#include "rules/remedy/source/AlignedAllocations.h"
#include "rules/remedy/source/AlignmentObstacle.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <fmt/format.h>
#include <string_view>

namespace fsfind {

namespace {

bool isOfAlignment(std::string_view rule) {
  return rule == kRuleAdjacentThreadFields || rule == kRulePerThreadSlots ||
         rule == kRuleIneffectivePadding;
}

} // namespace

std::vector<Advice> alignAllocation(const AdviceCase &at) {
  if (!at.finding.record || !isOfAlignment(at.finding.rule))
    return {};
  const WrittenRecord target(at.lookup, at.finding.record->declared);
  if (!target.known())
    return {};
  const FactAllocation *by = unalignedAllocation(at.lookup, target, at.line_size);
  if (!by)
    return {};
  const WrittenAlignment alignment = alignmentBy(at.lookup, target.record().constant, at.line_size);
  const bool padded = at.finding.rule == kRuleIneffectivePadding;
  if (!padded && alignmentObstacle(at.lookup, target, alignment.value).empty())
    return {}; // the edits that align the record align it
  const Place place = at.facts.place(by->place);
  const bool cplusplus = isCplusplus(at.lookup, place.file).value_or(true);
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = fmt::format("{} in line {} begins anywhere: alignment in '{}' holds only where the "
                        "allocation keeps it",
                        by->how, place.line, target.record().name);
  if (padded && target.record().size % at.line_size == 0)
    one.edits = alignedAllocations(at.lookup, target, alignment).edits;
  if (!one.edits.empty())
    return {std::move(one)};
  one.example = cplusplus
                    ? fmt::format("::operator new(size, std::align_val_t{{{}}});\n", at.line_size)
                    : fmt::format("aligned_alloc({0}, (size + {1}) / {0} * {0});\n", at.line_size,
                                  at.line_size - 1);
  return {std::move(one)};
}

} // namespace fsfind

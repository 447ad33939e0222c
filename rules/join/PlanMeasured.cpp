#include "rules/join/PlanMeasured.h"

#include "rules/join/Agreement.h"
#include "rules/join/Apart.h"
#include "rules/join/InSourceTerms.h"
#include "rules/remedy/recording/AdviseMeasured.h"
#include "rules/remedy/recording/Owner.h"
#include "rules/remedy/source/Advise.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fsfind {

namespace {

bool movesMembers(const Advice &advice) {
  return advice.remedy == Remedy::AlignMembers || advice.remedy == Remedy::AlignType ||
         advice.remedy == Remedy::Reorder || advice.remedy == Remedy::Split;
}

bool isOfLayout(const Advice &advice) {
  return movesMembers(advice) || advice.remedy == Remedy::AlignAllocation;
}

/// What the sources advise on layouts. Other remedies need more than a recording shows of what the
/// program may do.
std::vector<Advice> layouts(const Finding &in_source_terms, const Facts &facts, const Roles &roles,
                            std::uint32_t line_size) {
  std::vector<Advice> all = advise(facts, roles, in_source_terms, line_size);
  std::erase_if(
      all, [](const Advice &one) { return !isOfLayout(one) && one.remedy != Remedy::LeaveAlone; });
  if (areApart(in_source_terms, facts, line_size))
    std::erase_if(all, movesMembers);
  return all;
}

} // namespace

void planMeasured(Finding &finding, const Facts &facts, const Roles &roles, std::uint32_t line_size,
                  const FileMatch &files) {
  if (finding.verdict == Verdict::Latent || ownerOf(finding) != Owner::Program)
    return;
  const auto in_source_terms = inSourceTerms(finding, facts, files);
  if (!in_source_terms)
    return;
  finding.location = inSources(finding.location, files);
  std::vector<Advice> planned = layouts(*in_source_terms, facts, roles, line_size);
  const bool apart = areApart(*in_source_terms, facts, line_size);
  if (planned.empty() && !apart)
    return;
  std::erase_if(finding.advice, [](const Advice &one) { return isOfLayout(one); });
  finding.advice.insert(finding.advice.begin(), std::make_move_iterator(planned.begin()),
                        std::make_move_iterator(planned.end()));
  preferEdits(finding.advice);
  finding.no_advice.clear();
  if (finding.advice.empty())
    finding.no_advice = "the sources have these data on cachelines of their own already: the "
                        "recording is of another build, so record the present one";
}

std::optional<bool> isEnded(const Finding &finding, const Facts &before, const FileMatch &files,
                            const Facts &after, std::uint32_t line_size) {
  const auto in_source_terms = inSourceTerms(finding, before, files);
  if (!in_source_terms)
    return std::nullopt;
  return areApart(*in_source_terms, after, line_size);
}

} // namespace fsfind

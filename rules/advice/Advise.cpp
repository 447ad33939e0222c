#include "rules/advice/Advise.h"

#include "rules/advice/AlignEdit.h"

namespace fsfind {

std::vector<Advice> advise(const Facts &facts, const Finding &finding, std::uint32_t line_size) {
  Advice one;
  one.edits = alignEdits(facts, finding, line_size);
  if (one.edits.empty())
    return {};
  const bool elements = finding.rule == "fsfind-per-thread-slots";
  one.remedy = elements ? Remedy::AlignType : Remedy::AlignMembers;
  one.why = "each part gets a cacheline of its own";
  return {std::move(one)};
}

} // namespace fsfind

#include "rules/measured/findings/LineVerdicts.h"

#include "rules/measured/usage/Wording.h"
#include "rules/model/NumberText.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

struct Samples {
  std::uint64_t contended = 0, stores = 0;
};

Samples samplesOf(const UsedLine &used, const std::vector<bool> &part_of) {
  Samples sum;
  for (std::size_t i = 0; i < used.line.accesses.size(); ++i) {
    const Access &access = used.line.accesses[i];
    if (!part_of[used.usage.first_cell[i]])
      continue;
    sum.contended += access.contended;
    sum.stores += access.kind == AccessKind::Store ? access.count : 0;
  }
  return sum;
}

} // namespace

void LineVerdicts::addLine(const UsedLine &used, const std::vector<bool> &part_of,
                           const std::optional<LineVerdict> &verdict) {
  const Samples samples = samplesOf(used, part_of);
  const TakenLoads taken = takenLoads(used.line, used.usage, part_of);
  alternation_.addLine(profile_, used.line);
  taken_ += verdict ? agreeing(taken, samples.contended, verdict->sharing) : taken;
  if (!verdict)
    return;
  rules_[verdict->rule] += used.store_evidence_only ? samples.stores : samples.contended;
  by_bytes_ = merged(by_bytes_, verdict->sharing);
}

Sharing LineVerdicts::sharing() const {
  const std::optional<Sharing> by_loads = taken_.sharing();
  const bool decides = !taken_.estimated || *by_bytes_ == Sharing::Mixed;
  return by_loads && decides ? *by_loads : *by_bytes_;
}

void LineVerdicts::limitGain(FindingCost &cost) const {
  cost.false_part = taken_.falsePart();
  if (!cost.gain)
    return;
  for (double *share : {&cost.gain->share.value, &cost.gain->share.low, &cost.gain->share.high})
    *share *= cost.endingPart(sharing());
}

std::string LineVerdicts::text() const {
  std::string text;
  const std::optional<FalsePart> part = taken_.falsePart();
  if (sharing() == Sharing::Mixed && part)
    text = fmt::format("; {} of the contended loads are false sharing{}", percentage(part->share),
                       part->estimated ? ", by who stores where" : "");
  if (alternation() == Alternation::NotShown)
    text += kNotAlternatingEnd;
  if (alternation() == Alternation::HandedOver)
    text += kHandedOverEnd;
  return text;
}

std::string_view LineVerdicts::rule() const {
  std::string_view best;
  for (const auto &[rule, samples] : rules_) {
    const bool fits = rule != kRuleContendedAtomic || sharing() != Sharing::False;
    if (fits && (best.empty() || samples > rules_.at(best)))
      best = rule;
  }
  return best.empty() ? rules_.begin()->first : best;
}

} // namespace fsfind

#include "rules/measured/findings/LineVerdicts.h"

#include "rules/measured/usage/Wording.h"
#include "rules/model/NumberText.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// One in so many samples of mixed sharing on lines where the data can be put apart is worth it,
/// though on most lines threads meet in the same bytes.
constexpr std::uint64_t kWorthParting = 4;

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

UsageTable onlyOf(const UsageTable &table, const std::vector<bool> &part_of) {
  std::vector<std::uint32_t> columns;
  std::uint32_t count = 0;
  for (const bool part : part_of)
    columns.push_back(part ? count++ : UsageTable::kDropped);
  return table.grouped(columns, count);
}

} // namespace

void LineVerdicts::addLine(const UsedLine &used, const std::vector<bool> &part_of,
                           const std::optional<LineVerdict> &verdict) {
  const Samples samples = samplesOf(used, part_of);
  const TakenLoads taken = takenLoads(profile_, used.line, used.usage, part_of);
  alternation_.addLine(profile_, used.line);
  taken_ += verdict ? agreeing(taken, samples.contended, verdict->sharing) : taken;
  if (!verdict)
    return;
  rules_[verdict->rule] += used.store_evidence_only ? samples.stores : samples.contended;
  by_bytes_ = merged(by_bytes_, verdict->sharing);
  write_apart_ = write_apart_ || (taken.estimated && verdict->sharing == Sharing::Mixed &&
                                  onlyOf(used.usage.table, part_of).writesApart());
}

Sharing LineVerdicts::sharing() const {
  return decidedSharing(*by_bytes_, write_apart_, taken_);
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
  std::string_view same_bytes, parting;
  std::uint64_t all = 0;
  for (const auto &[rule, samples] : rules_) {
    all += samples;
    std::string_view &most = rule == kRuleContendedAtomic ? same_bytes : parting;
    if (most.empty() || samples > rules_.at(most))
      most = rule;
  }
  if (same_bytes.empty() || parting.empty())
    return same_bytes.empty() ? parting : same_bytes;
  const std::uint64_t parted = rules_.at(parting);
  const bool part = sharing() == Sharing::False || parted > rules_.at(same_bytes) ||
                    (sharing() == Sharing::Mixed && kWorthParting * parted >= all);
  return part ? parting : same_bytes;
}

} // namespace fsfind

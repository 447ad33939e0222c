#include "rules/remedy/recording/AdviseMeasured.h"

#include "rules/remedy/recording/MeasuredCase.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace fsfind {

namespace {

/// In the order of preference.
constexpr std::array kRemedies = {
    separateMeasuredMembers, padMeasuredElements, partMeasuredObjects,
    partMeasuredVariables,   spreadMeasuredDatum, placeMeasuredPages,
};

/// Share of the recording's sampled cycles below which a finding is not worth a line of memory.
constexpr double kLeastShare = 0.001;

/// A header does not tell C from C++, so places of code come before places of declarations.
const Idiom *idiomFor(const Finding &finding) {
  const bool header = finding.location.file.ends_with(".h");
  if (const Idiom *idiom = header ? nullptr : idiomOf(finding.location.file))
    return idiom;
  for (const RelatedPlace &related : finding.related)
    if (!related.place.file.ends_with(".h"))
      if (const Idiom *idiom = idiomOf(related.place.file))
        return idiom;
  return idiomOf(finding.location.file);
}

} // namespace

std::optional<Advice> leaveCheapAlone(const Finding &finding) {
  const double share = finding.cost.latency_share;
  if (finding.verdict == Verdict::Latent || share <= 0 || share >= kLeastShare)
    return std::nullopt;
  Advice one;
  one.remedy = Remedy::LeaveAlone;
  one.why = fmt::format("it takes less than {} % of the sampled cycles", 100 * kLeastShare);
  return one;
}

std::vector<Advice> adviseMeasured(const Finding &finding, std::uint32_t line_size) {
  std::vector<Advice> all;
  if (auto leave = leaveCheapAlone(finding))
    all.push_back(std::move(*leave));
  const Idiom *idiom = idiomFor(finding);
  if (idiom == nullptr)
    return all;
  for (const auto &remedy : kRemedies) {
    std::vector<Advice> some = remedy({finding, *idiom, line_size});
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

} // namespace fsfind

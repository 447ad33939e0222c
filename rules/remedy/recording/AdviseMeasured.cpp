#include "rules/remedy/recording/AdviseMeasured.h"

#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/NoAdvice.h"
#include "rules/remedy/recording/Owner.h"
#include "rules/remedy/recording/Price.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fsfind {

namespace {

/// Of data that lie apart or can, in the order of preference. Ends of a queue only parted are met
/// on two lines instead of one, which can take longer: they are also copied.
constexpr std::array kRemedies = {
    keepOtherSide,         separateMeasuredMembers, padMeasuredElements, partMeasuredObjects,
    partMeasuredVariables, placeMeasuredPages,      spreadWhatIsLeft,
};
/// Of data whose own bytes threads meet at, which no layout parts.
constexpr std::array kRemediesOfSameBytes = {spreadMeasuredDatum, keepOtherSide};

Advice tuneAllocator() {
  Advice one;
  one.remedy = Remedy::TuneAllocator;
  one.why = "these are the allocator's own data (its arenas and lists of free blocks), which a "
            "program cannot lay out: allocate and free less in the loops that threads run (reuse "
            "blocks, keep a pool for each thread, free where it was allocated), or link another "
            "allocator";
  one.example = "LD_PRELOAD=libjemalloc.so.2 ./program\n";
  return one;
}

template <class Remedies>
std::vector<Advice> allOf(const Remedies &remedies, const MeasuredCase &at) {
  std::vector<Advice> all;
  for (const auto &remedy : remedies) {
    std::vector<Advice> some = remedy(at);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<Advice> byOwner(const Finding &finding, Owner owner, std::uint32_t line_size,
                            const NameWords &known, std::span<const Finding> recorded) {
  const Idiom *idiom = languageOf(finding);
  if (owner == Owner::Allocator)
    return {tuneAllocator()};
  if (owner != Owner::Program || idiom == nullptr || isOfBytes(finding))
    return {};
  const MeasuredCase at{finding, *idiom, known, line_size, recorded};
  // The lines stay with all, or the type is as it should be: no layout has anything left to do.
  for (const auto &remedy : {testMeasuredWrites, keepAlignment})
    if (std::vector<Advice> enough = remedy(at); !enough.empty())
      return enough;
  return isOfSameBytes(finding) ? allOf(kRemediesOfSameBytes, at) : allOf(kRemedies, at);
}

} // namespace

void adviseMeasured(Finding &finding, std::uint32_t line_size, const NameWords &known,
                    std::span<const Finding> recorded, UsingCode code) {
  const Owner owner = ownerOf(finding);
  finding.advice = byOwner(finding, owner, line_size, known, recorded);
  weighPrice(finding, line_size);
  finding.no_advice =
      finding.advice.empty() ? whyNoMeasuredAdvice(finding, owner, code, line_size) : "";
}

} // namespace fsfind

#pragma once

#include "rules/model/Finding.h"
#include "rules/remedy/idiom/Idiom.h"

#include <cstdint>
#include <vector>

/// Remedies by the evidence of a recording alone, one file each, in words and as an example in the
/// author's language. Edits need the sources (rules/remedy/source).
namespace fsfind {

struct MeasuredCase {
  const Finding &finding;
  const Idiom &idiom;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
};

[[nodiscard]] std::vector<Advice> separateMeasuredMembers(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> padMeasuredElements(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredObjects(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredVariables(const MeasuredCase &at);
/// Nothing for a datum that one thread writes: its readers need that value, so copies for each CPU
/// cannot replace it.
[[nodiscard]] std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> placeMeasuredPages(const MeasuredCase &at);

} // namespace fsfind

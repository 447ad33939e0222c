#pragma once

#include "rules/model/Finding.h"
#include "rules/remedy/idiom/Idiom.h"

#include <cstdint>
#include <vector>

/// Remedies by the evidence of a recording alone, one file each: for any language that has debug
/// info, in words and in that language's idiom. Edits need the sources (rules/advice).
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
/// Of what one thread writes nothing can be spread: its readers are to have its value.
[[nodiscard]] std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> placeMeasuredPages(const MeasuredCase &at);

} // namespace fsfind

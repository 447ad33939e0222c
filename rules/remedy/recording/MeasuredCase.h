#pragma once

#include "rules/model/Finding.h"
#include "rules/remedy/idiom/Idiom.h"

#include <cstdint>
#include <vector>

/// Remedies by the evidence of a recording alone, one file each, in words and as an example in the
/// author's language. Edits need the sources (rules/remedy/source).
namespace fsfind {

/// The members are ranges of bytes, because it is not known what lies there.
[[nodiscard]] bool isOfBytes(const Finding &finding);

/// All threads meet at the same bytes, so that no layout parts them: of one datum, or of neighbours
/// of which each is such a datum.
[[nodiscard]] bool isOfSameBytes(const Finding &finding);

/// Members lie where their alignment does not put them, as in a record that is packed.
[[nodiscard]] bool isPacked(const RecordInfo &record);

/// The language of the finding's file, or else of a file it points to; null if none is known. A
/// header does not tell C from C++, so places of code come before places of declarations.
[[nodiscard]] const Idiom *languageOf(const Finding &finding);

struct MeasuredCase {
  const Finding &finding;
  const Idiom &idiom;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
};

/// What allocations on the heap must keep, to be added to a reason; empty where the finding is not
/// about the heap or the language's allocator keeps alignment.
[[nodiscard]] std::string allocationCaution(const MeasuredCase &at);

[[nodiscard]] std::vector<Advice> separateMeasuredMembers(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> padMeasuredElements(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredObjects(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredVariables(const MeasuredCase &at);
/// Nothing for a datum that one thread writes: its readers need that value, so copies for each CPU
/// cannot replace it.
[[nodiscard]] std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> placeMeasuredPages(const MeasuredCase &at);

} // namespace fsfind

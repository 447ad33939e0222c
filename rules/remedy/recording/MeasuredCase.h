#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NameWords.h"
#include "rules/remedy/idiom/Idiom.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Remedies by the evidence of a recording alone, one file each, in words and as an example in the
/// author's language. Edits need the sources (rules/remedy/source).
namespace fsfind {

/// The members are ranges of bytes, because it is not known what lies there.
[[nodiscard]] bool isOfBytes(const Finding &finding);

/// All threads meet at the same bytes, so that no layout parts them: of one datum, or of neighbours
/// of which each is such a datum.
[[nodiscard]] bool isOfSameBytes(const Finding &finding);

/// The same threads write all elements, and mostly meet in one: with lines of their own for the
/// elements each of these threads would take over a line for each.
[[nodiscard]] bool meetInElements(const Finding &finding);

/// Objects that the allocator put beside each other, at whose own bytes threads mostly meet.
[[nodiscard]] bool meetInObjects(const Finding &finding);

/// Members lie where their alignment does not put them, as in a record that is packed.
[[nodiscard]] bool isPacked(const RecordInfo &record);

/// Whether some thread updates the member in this way.
[[nodiscard]] bool isUpdatedBy(const FindingMember &member, Update update);

/// What the object's type asks its address to be a multiple of, in bytes, where the object was seen
/// elsewhere: its memory is of an allocator that knows nothing of that. Else 0.
[[nodiscard]] std::uint64_t ignoredAlignment(const Finding &finding);

/// The language of the finding's file, or else of a file it points to; null if none is known. A
/// header does not tell C from C++, so places of code come before places of declarations.
[[nodiscard]] const Idiom *languageOf(const Finding &finding);

/// The member of the record that the path leads to; null if it is not known.
[[nodiscard]] const RecordMember *recordMemberAt(const RecordInfo &record, std::string_view path);

/// The member or variable as it is declared: its own name, without its path and indices, and its
/// type if that is known.
[[nodiscard]] TypedName declaredName(const Finding &finding, const FindingMember &member);

struct MeasuredCase {
  const Finding &finding;
  const Idiom &idiom;
  const NameWords &known;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  /// All findings of the recording, this one among them; empty = not known.
  std::span<const Finding> recorded = {};
};

/// What allocations on the heap must keep, to be added to a reason; empty where the finding is not
/// about the heap or the language's allocator keeps alignment.
[[nodiscard]] std::string allocationCaution(const MeasuredCase &at);

/// Whether a function allocates the object that is an allocator of the program's own, by its name:
/// it is told how many bytes to hand out, but not the type, nor the alignment of that.
[[nodiscard]] bool isOfOwnAllocator(const MeasuredCase &at);

/// Nothing unless memory ignores the alignment of its type; else no other layout helps.
[[nodiscard]] std::vector<Advice> keepAlignment(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> separateMeasuredMembers(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> padMeasuredElements(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredObjects(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> partMeasuredVariables(const MeasuredCase &at);
/// Nothing for a datum that one thread writes: its readers need that value, so copies for each CPU
/// cannot replace it.
[[nodiscard]] std::vector<Advice> spreadMeasuredDatum(const MeasuredCase &at);
/// The same of a counter that is left contended where its neighbours have been put apart from it.
[[nodiscard]] std::vector<Advice> spreadWhatIsLeft(const MeasuredCase &at);
/// Of two numbers, each written by one thread and read by the other's writer: the ends of a queue.
[[nodiscard]] std::vector<Advice> keepOtherSide(const MeasuredCase &at);
/// Of data that threads give one constant again and again, as flags and marks.
[[nodiscard]] std::vector<Advice> testMeasuredWrites(const MeasuredCase &at);
[[nodiscard]] std::vector<Advice> placeMeasuredPages(const MeasuredCase &at);

} // namespace fsfind

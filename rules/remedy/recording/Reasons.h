#pragma once

#include "rules/model/Finding.h"

#include <string>

/// What NoAdvice tells of findings that a remedy turned down: a sentence without a full stop, empty
/// if the remedy did not.
namespace fsfind {

/// The variable with its member, or what is known of it.
[[nodiscard]] std::string datumName(const Finding &finding, const FindingMember &member);

/// Threads only add to the member, and hardly anyone reads it.
[[nodiscard]] bool isCounter(const FindingMember &member);

/// Threads only add to each of the contended data, and hardly anyone reads them.
[[nodiscard]] bool isOnlyAddedTo(const Finding &finding);
/// Of what all threads meet at; never empty.
[[nodiscard]] std::string whyDatumIsNotSpread(const Finding &finding);

/// Of variables that the same threads write.
[[nodiscard]] std::string whyVariablesStayTogether(const Finding &finding);

/// What the finding is about, as its message calls it: in quotes, or `the data`.
[[nodiscard]] std::string subjectOf(const Finding &finding);

/// Of data that no program lays out.
[[nodiscard]] std::string whyLibrarys(const std::string &subject);

/// Of a record that isPacked().
[[nodiscard]] std::string whyPacked(const Finding &finding);

/// Of members of an object of which no layout is told; never empty.
[[nodiscard]] std::string whyMembersStayTogether(const Finding &finding, std::uint32_t line_size);

/// Of elements that are not padded, or of objects that threads meet in; empty if they are of
/// several arrays.
[[nodiscard]] std::string whyElementsAreNotPadded(const Finding &finding, std::uint32_t line_size);

} // namespace fsfind

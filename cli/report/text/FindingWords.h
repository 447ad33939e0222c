#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <vector>

/// Texts about parts of a finding, used in several formats.
namespace fsfind::report {

/// `head_ is declared here: offset 8, 8 bytes; written by producer; read by consumer`
[[nodiscard]] std::string memberText(const Finding &finding, const FindingMember &member);
/// The member's path; with the variable before it if it begins with an index: `counters[]`.
[[nodiscard]] std::string memberName(const Finding &finding, const FindingMember &member);
/// What a finding is about: `table[].{requests, bytes}`, `Queue::{head, tail}`; only the members if
/// they contain the variable's name.
[[nodiscard]] std::string dataText(const Finding &finding);
/// `a, b, c, d and 5 more`; thread ids are preceded by `thread` or `threads`.
[[nodiscard]] std::string usersText(const std::vector<std::string> &users);
/// Whether a member is declared there, so that memberText() has named the place already.
[[nodiscard]] bool declaresMember(const Finding &finding, const Place &place);

} // namespace fsfind::report

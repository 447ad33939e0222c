#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <vector>

/// What emitters say of a finding's parts.
namespace fsfind::report {

/// `head_ is declared here: offset 8, 8 bytes; written by producer; read by consumer`
[[nodiscard]] std::string memberText(const Finding &finding, const FindingMember &member);
/// `counters[]` where the member's path alone would say `[]`.
[[nodiscard]] std::string memberName(const Finding &finding, const FindingMember &member);
/// `a, b, c, d and 5 more`; ids are preceded by `thread`.
[[nodiscard]] std::string usersText(const std::vector<std::string> &users);
/// Whether a member's own text already points there.
[[nodiscard]] bool declaresMember(const Finding &finding, const Place &place);

} // namespace fsfind::report

#pragma once

#include "rules/model/Finding.h"

#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// What a finding is about, whatever its place and addresses.
struct FindingIdentity {
  std::string rule;
  std::string subject; ///< qualified record, else the variable; where nothing has a name, the file
  std::set<std::string> members; ///< paths without indices
  bool operator==(const FindingIdentity &) const = default;
};

[[nodiscard]] FindingIdentity identityOf(const Finding &finding);

/// One for each finding, in their order: 16 hexadecimal digits by which services tell a finding
/// they know from a new one. It is made of the rule, the qualified record (else the variable) and
/// the members, so neither edits elsewhere in the file nor other addresses change it; instances of
/// a template count as the template, elements as their array. Findings that these do not tell apart
/// are numbered by place from the second on: `0123456789abcdef:2`.
[[nodiscard]] std::vector<std::string> fingerprints(const std::vector<Finding> &findings);

} // namespace fsfind

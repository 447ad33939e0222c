#pragma once

#include "rules/model/Finding.h"

#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// What a finding is about, whatever its place and addresses. Names are without template arguments,
/// indices and unnamed namespaces, which not every reader of a program tells.
struct FindingIdentity {
  std::string rule;
  /// Of what was measured the variable, else the type; of others the qualified record, else the
  /// variable. Empty for neighbours, whose members say what they are, and where nothing has a name.
  std::string subject;
  std::string file; ///< that declares it, without folders: what has no linkage is named in it alone
  /// Paths; of neighbours each with its file. Of what is confirmed, those that the source names.
  std::set<std::string> members;
  bool operator==(const FindingIdentity &) const = default;
};

[[nodiscard]] FindingIdentity identityOf(const Finding &finding);

/// One for each finding, in their order: 16 hexadecimal digits by which services tell a finding
/// they know from a new one. It is made of the identity, so neither edits elsewhere in the file nor
/// other addresses change it. Members that were measured in one variable or type do not count:
/// which of them are sampled often enough differs from one recording to the next. Findings that are
/// not told apart so are numbered by place from the second on: `0123456789abcdef:2`.
[[nodiscard]] std::vector<std::string> fingerprints(const std::vector<Finding> &findings);

} // namespace fsfind

#pragma once

#include "rules/model/Finding.h"

#include <set>
#include <string>
#include <vector>

namespace fsfind {

/// What a finding is about, independent of its place and of addresses. Names are without template
/// arguments, indices and unnamed namespaces, because sources and debug info do not give these
/// alike.
struct FindingIdentity {
  std::string rule;
  /// Measured findings: the variable, else its type. Others: the qualified record, else the
  /// variable. Empty for findings about neighbours, whose members have the names, and where nothing
  /// has a name.
  std::string subject;
  /// Name of the file that declares the subject, without folders, since names without external
  /// linkage are unique in a file only. Empty for neighbours.
  std::string file;
  /// Member paths; for neighbours each with its file. Confirmed findings: only members that the
  /// source names.
  std::set<std::string> members;
  bool operator==(const FindingIdentity &) const = default;
};

[[nodiscard]] FindingIdentity identityOf(const Finding &finding);

/// One for each finding, in their order: 16 hexadecimal digits by which services tell a known
/// finding from a new one. They are a hash of the identity, so neither edits elsewhere in the file
/// nor other addresses change them. The members of a measured variable or type are left out: which
/// of them are sampled often enough differs from one recording to the next. Findings with equal
/// hashes are numbered by place from the second on: `0123456789abcdef:2`.
[[nodiscard]] std::vector<std::string> fingerprints(const std::vector<Finding> &findings);

} // namespace fsfind

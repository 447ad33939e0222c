#pragma once

#include "rules/model/Finding.h"

namespace fsfind {

/// Ends the name of a finding's object if its elements are not those of the array that is declared
/// at its location, but lie behind that one's elements, which are pointers: `rows[]`.
inline constexpr const char *kOfRows = "[]";

[[nodiscard]] inline bool isOfRows(const Finding &finding) {
  return finding.object.name.ends_with(kOfRows);
}

} // namespace fsfind

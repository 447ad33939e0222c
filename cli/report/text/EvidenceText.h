#pragma once

#include "rules/model/Finding.h"

#include <string>

/// What speaks for and against a finding, in words.
namespace fsfind::report {

/// `probability 16 %; against it: each thread writes …`, with the three weightiest reasons. The
/// finding has a probability.
[[nodiscard]] std::string evidenceText(const Finding &finding);

/// Of a finding of a recording, what stands in place of evidence. Of others all of it, a line for
/// each piece of evidence with its weight, and what was looked for in vain. Ends with a line end.
[[nodiscard]] std::string ledgerText(const Finding &finding);

} // namespace fsfind::report

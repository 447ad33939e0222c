#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <string_view>

/// Whether a finding is told or a suspect, in words.
namespace fsfind::report {

/// `suspect`, or the word of the finding's confidence.
[[nodiscard]] std::string_view levelText(const Finding &finding);

/// `often: 'stop' has one byte, …; line: …`; empty if nothing is missing.
[[nodiscard]] std::string missingText(const Finding &finding);

/// `confirmed: 840 samples of its data by 4 threads, 212 contended loads; …`: what recorded runs
/// answer to a finding of sources, which must have been asked.
[[nodiscard]] std::string runText(const Finding &finding);

/// Of a finding of a recording, what its confidence is by. Of others each link that is missing, a
/// line each. Ends with a line end.
[[nodiscard]] std::string chainText(const Finding &finding);

} // namespace fsfind::report

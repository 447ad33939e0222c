#pragma once

#include "cli/check/StaleEdits.h"
#include "rules/model/Finding.h"
#include "rules/remedy/written/EditWritten.h"

#include <string>
#include <vector>

/// Edits in Rust and Go, which are written by debug information and the text of the sources alone.
namespace fsfind::fix {

/// Adds edits to measured findings of records that Rust and Go sources declare, or else to the
/// advice's reason why there are none. Reads the folders of the files that a finding points to. The
/// files that the edits change are added to `contents`.
void addWrittenEdits(std::vector<Finding> &findings, const written::Machine &machine,
                     check::Contents &contents);

/// Whether the finding points to Rust or Go, so that it needs no sources of C or C++.
[[nodiscard]] bool isOfOtherLanguage(const Finding &finding);

/// Whether the finding has edits of addWrittenEdits(), which no reading of the sources can prove.
[[nodiscard]] bool hasWrittenEdits(const Finding &finding);

} // namespace fsfind::fix

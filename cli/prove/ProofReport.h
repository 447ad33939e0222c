#pragma once

#include "cli/prove/Prove.h"
#include "cli/terminal/Traits.h"

#include <iosfwd>
#include <string>
#include <string_view>

/// What a proof has shown, for people and for programs.
namespace fsfind::prove {

/// What the user asked for, to be named in a report.
struct Told {
  std::string build, run; ///< command lines
  std::string folder;     ///< the current one; paths below it are shown relative to it
};

/// A table of the edits with verdicts, what else changed, and the times; without the patch.
[[nodiscard]] std::string proofText(const Proof &proof, const Told &told,
                                    const cli::Traits &traits);

/// JSON as docs/json.md describes it.
void writeProofJson(std::ostream &out, const Proof &proof, const Told &told,
                    std::string_view version);

} // namespace fsfind::prove

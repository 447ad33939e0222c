#pragma once

#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/RustWrapper.h"

#include <string>
#include <vector>

namespace fsfind::written {

/// A Rust file that was read.
struct RustText {
  const std::vector<Token> &tokens;
  const Brackets &brackets;
};

/// The edits that wrap each of the fields and what makes it, or why that is not sure to compile.
/// Only standard atomics, of which the file shows all that is done with them.
[[nodiscard]] WrittenEdits wrapFields(const Found &found, const std::vector<RecordMember> &fields,
                                      const RustText &file, const RustWrapper &wrapper);

} // namespace fsfind::written

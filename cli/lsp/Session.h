#pragma once

#include "cli/lsp/Work.h"
#include "rules/model/Expected.h"

#include <string_view>

namespace fsfind::lsp {

/// Serves an editor that writes to `input` and reads `output`, until it says so, closes its stream
/// or dies; jobs end with the session. Returns the exit code. Fails if what comes is not the
/// protocol.
[[nodiscard]] Expected<int> serve(const Work &work, std::string_view version, int input,
                                  int output);

} // namespace fsfind::lsp

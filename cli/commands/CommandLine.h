#pragma once

namespace fsfind::cli {

/// Parses the arguments, runs the command and prints errors, one line each, on standard error.
/// Returns the process's exit code: 0 done; 1 findings that --fail-on names; 2 usage or input
/// error.
[[nodiscard]] int runCommandLine(int argc, const char *const *argv);

} // namespace fsfind::cli

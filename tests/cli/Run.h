#pragma once

#include <string>

namespace fsfind::test {

struct RunResult {
  int exit_code = -1; ///< 128 + signal if killed
  std::string out, err;
};

/// Runs `shell_command` in a POSIX shell where "$FSFIND" is the binary under test and "$F" the
/// fixtures' folder, in an empty directory "$T" of its own, without colour or pager variables.
RunResult run(const std::string &shell_command);

} // namespace fsfind::test

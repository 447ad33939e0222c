#pragma once

namespace fsfind::cli {

/// From now on a mapped file that is cut short while it is read ends the program with a message and
/// that exit code, not with a crash.
void tellOfTornInput(int exit_code);

} // namespace fsfind::cli

#pragma once

namespace fsfind::cli {

/// Installs a handler of SIGBUS: if a mapped file is cut short while it is read, the program ends
/// with a message and this exit code instead of a crash.
void tellOfTornInput(int exit_code);

} // namespace fsfind::cli

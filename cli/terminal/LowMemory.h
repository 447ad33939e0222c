#pragma once

namespace fsfind::cli {

/// Libraries that read programs abort or crash where memory runs out: from now on, if that happens
/// and hardly any is left, the program ends with a message and the exit code of errors. Other
/// crashes stay what they are.
void endCleanlyWithoutMemory();

} // namespace fsfind::cli

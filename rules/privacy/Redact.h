#pragma once

#include "rules/model/Report.h"
#include "rules/privacy/Redaction.h"

namespace fsfind {

/// Takes out of a profile, and of the report that was made of it, what may not leave the machine:
/// host name, command line, and paths as Redaction tells. To be called after judging, which needs
/// paths, and before anything is printed; line addresses, thread names and process ids stay. Texts
/// of either are read by the paths of both.
void redact(Profile &profile, Report &report, Redaction &redaction);

} // namespace fsfind

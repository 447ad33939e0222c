#pragma once

#include "rules/model/Report.h"
#include "rules/privacy/Redaction.h"

namespace fsfind {

/// Takes out of the profile, and of what was concluded from it, what may not leave the machine:
/// host name, command line, and paths as Redaction tells. To be called after judging, which needs
/// paths, and before anything is printed; line addresses, thread names and process ids stay.
void redact(Profile &profile, Redaction &redaction);
void redact(Report &report, Redaction &redaction);

} // namespace fsfind

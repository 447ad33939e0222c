#pragma once

#include "cli/report/DiffReport.h"
#include "rules/model/Report.h"

#include <iosfwd>

/// The parts of a page that need no script: where none runs, as in some ticket systems, they are
/// all there is.
namespace fsfind::report {

void writeStillReport(std::ostream &out, const Profile &profile, const Report &report);
void writeStillDiff(std::ostream &out, const DiffReport &report);

} // namespace fsfind::report

#pragma once

#include "rules/model/Report.h"

#include <iosfwd>

namespace fsfind::report {

/// Writes the ranked lines as CSV (RFC 4180): a header row, then one row for each access, which
/// begins with the columns about its line. A line without accesses has one row whose access columns
/// are empty. Columns are named as in JSON; those about the line begin with `cacheline.`. The
/// caller checks the stream.
void writeCsv(std::ostream &out, const Profile &profile, const Report &report);

} // namespace fsfind::report

#pragma once

#include "rules/model/Report.h"

#include <iosfwd>

namespace fsfind::report {

/// Writes the ranked lines as CSV (RFC 4180): a header row, then one row per access with its
/// line's columns before it; a line without accesses has one row whose access columns are empty.
/// Columns are named as in JSON; those of the line begin with `cacheline.`. The caller checks the
/// stream.
void writeCsv(std::ostream &out, const Profile &profile, const Report &report);

} // namespace fsfind::report

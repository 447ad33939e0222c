#pragma once

#include "rules/model/Report.h"

#include <iosfwd>
#include <string_view>

namespace fsfind::codec {

/// Writes the report as one JSON document in the contract of docs/json.md and
/// docs/report.schema.json. Works line by line, so its memory does not grow with the report. Names
/// that are not UTF-8 have the bad bytes replaced by U+FFFD; infinities and NaN never appear. The
/// caller checks the stream.
void writeJson(std::ostream &out, const Profile &profile, const Report &report,
               std::string_view version);

} // namespace fsfind::codec

#pragma once

#include <string_view>

namespace fsfind::analyzer {

/// The text of known.table.
extern const std::string_view kKnownTable;

} // namespace fsfind::analyzer

#pragma once

#include "rules/fleet/Table.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fsfind::fleet {

/// Appends a row as an object of JSON with all of a profile's columns, in their order, and the end
/// of the line. Numbers with a fraction always show it, and times are as
/// `2026-11-26T12:00:00.123Z`, so that engines that guess types from values find the columns' own.
void appendRow(std::string &text, const Table &table, std::size_t row);

/// Adds the row that the line holds; its columns may come in any order. Returns what is wrong with
/// it: one clause; empty if nothing is.
[[nodiscard]] std::string readRow(std::string_view line, Table &table);

} // namespace fsfind::fleet

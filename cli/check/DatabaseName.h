#pragma once

namespace fsfind::check {

/// The file's name, by the JSON Compilation Database Format Specification.
constexpr const char *kDatabaseName = "compile_commands.json";

} // namespace fsfind::check

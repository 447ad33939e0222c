#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>
#include <string_view>

/// The facts file: facts of one unit or of many, packed, versioned and checksummed; its format is
/// described in docs/facts.md. What was read is sound: every index lies in its table, every member
/// in its record, and no type, record or function contains itself; what a file says to the contrary
/// is taken as unknown, and an index outside its table as damage.
namespace fsfind {

/// The customary ending of facts files' names; `fsfind merge FOLDER` looks for it.
inline constexpr std::string_view kFactsEnding = ".facts";

/// Whole or not at all: facts go to a temporary file beside `path`, which is then renamed.
[[nodiscard]] Expected<void> writeFactsFile(const Facts &facts, const std::string &path);

[[nodiscard]] Expected<Facts> readFactsFile(const std::string &path);

/// The content of a facts file; fails only without memory.
[[nodiscard]] Expected<std::string> encodeFacts(const Facts &facts);

/// `where` names the bytes' origin in errors.
[[nodiscard]] Expected<Facts> decodeFacts(std::string_view bytes, const std::string &where);

} // namespace fsfind

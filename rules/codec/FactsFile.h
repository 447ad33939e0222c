#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <string>
#include <string_view>

/// The facts file: facts of one unit or of many, packed, versioned and checksummed; its format is
/// described in docs/facts.md. Facts that were read are sound: every index lies in its table, every
/// member in its record, and no type, record or function contains itself. An index outside its
/// table is an error; other contradictions in a file become unknown.
namespace fsfind {

/// The customary ending of facts files' names; `fsfind merge FOLDER` looks for it.
inline constexpr std::string_view kFactsEnding = ".facts";

/// Writes the file whole or not at all: facts go to a temporary file beside `path`, which is then
/// renamed.
[[nodiscard]] Expected<void> writeFactsFile(const Facts &facts, const std::string &path);

/// Writes to a regular file that is open, and closes it; the bytes are the same.
[[nodiscard]] Expected<void> writeFacts(const Facts &facts, int descriptor);

[[nodiscard]] Expected<Facts> readFactsFile(const std::string &path);

/// The content of a facts file; fails only if memory is short.
[[nodiscard]] Expected<std::string> encodeFacts(const Facts &facts);

/// `where` names the bytes' origin in errors.
[[nodiscard]] Expected<Facts> decodeFacts(std::string_view bytes, const std::string &where);

} // namespace fsfind

#pragma once

#include "rules/model/Expected.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// Documents of one schema that commands write and read back: how their texts are read and checked.
namespace fsfind {

/// The schema of all documents, which they begin with.
inline constexpr std::uint32_t kDocumentSchema = 1;

struct DocumentKind {
  const char *command; ///< that writes it: `fsfind machine`
  const char *field;   ///< that only such documents have
  const char *again;   ///< the command line that writes one
};

/// What to do about a file that is none: give one that the command wrote.
[[nodiscard]] std::string documentRemedy(const DocumentKind &kind);

/// The file's text. Refuses files that are larger than any such document.
[[nodiscard]] Expected<std::string> readDocument(const std::string &path, const DocumentKind &kind);

/// The whole JSON object, in schema 1 and with the kind's field. `where` names the text's origin in
/// errors.
[[nodiscard]] Expected<nlohmann::json>
parseDocument(std::string_view text, const std::string &where, const DocumentKind &kind);

} // namespace fsfind

#pragma once

#include "rules/remedy/written/Tokens.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::written {

struct FieldText {
  std::string name;      ///< as debug information has it: `__0` of a tuple's, `_` of Go's padding
  std::size_t begin = 0; ///< offset of the field's first word, without attributes
  std::size_t end = 0;   ///< offset behind its last token
  /// Offset of what follows the newline that ends the field; 0 if none does.
  std::size_t next_line = 0;
  std::size_t type = 0;  ///< Go: offset of its type; 0 of embedded fields
  bool together = false; ///< declared in one statement with the field before it (`a, b int`)
};

/// A declaration of a record, as its author wrote it.
struct RecordText {
  std::size_t begin = 0;         ///< offset of its first word, behind its attributes
  bool represented = false;      ///< Rust: it has an attribute that tells its representation
  std::vector<FieldText> fields; ///< in the order of the text
};

/// All records of this name that the tokens declare and that have fields. Generic ones of Go, which
/// debug information calls by other names, are left out.
[[nodiscard]] std::vector<RecordText> recordsIn(const std::vector<Token> &tokens, Language language,
                                                std::string_view name);

/// The package that a Go file belongs to; empty if it names none.
[[nodiscard]] std::string_view packageOf(const std::vector<Token> &tokens);

/// Whether a Go file imports the path.
[[nodiscard]] bool imports(const std::vector<Token> &tokens, std::string_view path);

} // namespace fsfind::written

#pragma once

#include "rules/privacy/KnownPaths.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace fsfind {

/// Where a path stands in a text: bytes [begin, end).
struct TextPath {
  std::size_t begin = 0, end = 0;
  bool of_module = false; ///< relative, and in the folder of a module that is known
};

/// The first path in the text, from byte `from` on, that may name a folder: one that begins with a
/// slash and has another, one that leads upwards (`../a.c`), one in the known folder of a module,
/// and the whole path where a compiler names a type by its place, `(lambda at a b.cc:3:5)` or
/// `(unnamed struct at a.c:1:1)`. No slash begins a path after a letter or digit (`n/a`, `3/4`),
/// but for an option's, as in `-I/home/x`; web addresses are none.
///
/// Names of folders may hold blanks and punctuation, so that an end is not always certain. A path
/// that is known ends where it does, and one in a known folder not within that. Another path ends
/// with the quotes or brackets that it stands in, at a line number, at `: `, `; ` or `. `, and
/// where another begins; otherwise it reaches to the last name that a slash leads to, so that in
/// doubt too much is taken for a path.
[[nodiscard]] std::optional<TextPath> nextPath(std::string_view text, std::size_t from,
                                               const KnownPaths &known);

} // namespace fsfind

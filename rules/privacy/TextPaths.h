#pragma once

#include "rules/privacy/KnownPaths.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace fsfind {

/// Where a path stands in a text: bytes [begin, end).
struct TextPath {
  std::size_t begin = 0, end = 0;
  bool names_only = false; ///< no folder of it may be told, whatever the path is
};

/// The first path in the text, from byte `from` on, that may name a folder: one that begins with a
/// slash and has another, one that leads upwards (`../a.c`), one in a known folder of which only
/// names may be told, and the whole path where a compiler names a type by its place, `(lambda at a
/// b.cc:3:5)` or `(unnamed struct at a.c:1:1)`. No slash begins a path after a letter or digit
/// (`n/a`, `3/4`), but for an option's, as in `-I/home/x`; web addresses are none.
///
/// Names of folders may hold blanks and punctuation, so that an end is not always certain. A path
/// ends with the quotes or brackets that it stands in, at a line number, at `: `, `; ` or `. `, and
/// where another begins; otherwise it reaches to the last name that a slash leads to, so that in
/// doubt too much is taken for a path. It does not end within a known folder.
///
/// A known path ends where it does, unless a slash follows before it would have to end, or before
/// the quotes close that it stands in. Then it may be the beginning of a path that is not known
/// (`/opt/server` of `/opt/server data/x.so`), of which only the last name may be told.
[[nodiscard]] std::optional<TextPath> nextPath(std::string_view text, std::size_t from,
                                               const KnownPaths &known);

} // namespace fsfind

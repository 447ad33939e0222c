#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::analyzer {

/// What is wrong with a line, and what to do.
struct Wrong {
  std::string what, remedy;
};

struct Property {
  std::string_view key, value; ///< `key=value`, or `key` alone
};

/// `kind name property…`, as views into the text. A name with blanks is in quotes.
struct Line {
  std::string_view kind, name; ///< both empty if the line says nothing
  std::vector<Property> properties;
};

/// Without what follows a `#`.
[[nodiscard]] std::optional<Wrong> splitLine(std::string_view text, Line &line);

/// As it can be shown in a message: printable, and not too long.
[[nodiscard]] std::string shown(std::string_view text);

/// The word of a list that is most like `word`; empty if none is alike.
[[nodiscard]] std::string_view mostLike(std::string_view word,
                                        const std::vector<std::string_view> &list);

} // namespace fsfind::analyzer

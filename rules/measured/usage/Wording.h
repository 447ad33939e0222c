#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NumberText.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Phrases used in the messages of several kinds of findings.
namespace fsfind {

/// What is said of memory without variable and type (see isUntypedMemory).
inline constexpr std::string_view kByAllocation =
    "only its place of allocation is known, not its type";

/// End of a message whose names may come from another build of the file.
inline constexpr std::string_view kUnverifiedEnd = "; the file's identity could not be verified";
/// Added to a message about true sharing.
inline constexpr std::string_view kNoPaddingEnd = "; padding alone will not help";

/// Added where samples do not show that lines went back and forth, and where they show the
/// opposite.
inline constexpr std::string_view kNotAlternatingEnd =
    "; the samples fit data that is written once and then read as well";
inline constexpr std::string_view kHandedOverEnd =
    "; it was written and then only read, which costs each reader one load";

/// `a`, `a and b`, `a, b and c`, `a, b, c, d and 3 more`.
[[nodiscard]] std::string listed(const std::vector<std::string> &names);
/// ` on the heap`, ` on the stack of main()`; empty for globals and for unknown kinds.
[[nodiscard]] std::string whereabouts(const Object &object);
/// `a cacheline`, `3 cachelines`.
[[nodiscard]] std::string cachelines(std::size_t count);
[[nodiscard]] std::vector<std::string> asStrings(const std::set<std::uint32_t> &tids);

/// The sharing of a finding after a line with `sharing` was added; `before` is empty for the first.
[[nodiscard]] Sharing merged(std::optional<Sharing> before, Sharing sharing);

} // namespace fsfind

#pragma once

#include "rules/model/Finding.h"
#include "rules/model/NumberText.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Phrases that the sentences of findings share.
namespace fsfind {

/// How a sentence ends whose names may be another build's.
inline constexpr std::string_view kUnverifiedEnd = "; the file's identity could not be verified";
/// How a sentence on true sharing goes on.
inline constexpr std::string_view kNoPaddingEnd = "; padding alone will not help";

/// `a`, `a and b`, `a, b and c`, `a, b, c, d and 3 more`.
[[nodiscard]] std::string listed(const std::vector<std::string> &names);
/// ` on the heap`, ` on the stack of main()`; nothing where the name says it or nobody knows.
[[nodiscard]] std::string whereabouts(const Object &object);
/// `a cacheline`, `3 cachelines`.
[[nodiscard]] std::string cachelines(std::size_t count);
[[nodiscard]] std::vector<std::string> asStrings(const std::set<std::uint32_t> &tids);

/// The sharing of a finding after one more line.
[[nodiscard]] Sharing merged(std::optional<Sharing> before, Sharing sharing);

} // namespace fsfind

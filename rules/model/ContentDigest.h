#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fsfind {

/// What tells a file's bytes from all others, also from those that a stranger makes to be taken for
/// them, which contentHash() does not: BLAKE2b (RFC 7693) of 256 bits, in hexadecimal digits.
[[nodiscard]] std::string contentDigest(std::string_view content);

inline constexpr std::size_t kDigestDigits = 64;

} // namespace fsfind

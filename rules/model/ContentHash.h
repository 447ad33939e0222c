#pragma once

#include <cstdint>
#include <string_view>

namespace fsfind {

/// Hash of a file's bytes: XXH3, 64 bits.
[[nodiscard]] std::uint64_t contentHash(std::string_view content);

} // namespace fsfind

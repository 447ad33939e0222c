#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Parquet's hybrid of run lengths and packed bits, for indices into a dictionary (Encodings.md of
/// the specification, "Run Length Encoding / Bit-Packing Hybrid").
namespace fsfind::parquet {

/// Bits that each index up to `largest` fits in; at least 1.
[[nodiscard]] unsigned bitWidth(std::uint32_t largest);

/// `width`: 1 to 32.
void appendHybrid(std::string &out, std::span<const std::uint32_t> values, unsigned width);

/// Exactly `count` values, appended to `values`; false if the bytes do not have them.
[[nodiscard]] bool readHybrid(std::string_view bytes, unsigned width, std::size_t count,
                              std::vector<std::uint32_t> &values);

} // namespace fsfind::parquet

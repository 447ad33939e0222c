#pragma once

#include "rules/input/InputKind.h"

#include <cstdint>
#include <string>
#include <string_view>

/// What the reader and the writer of facts files both know of their format (docs/facts.md).
namespace fsfind {

inline constexpr std::string_view kFactsMagic = input::kFacts.magic;
inline constexpr std::size_t kFactsVersionAt = 8, kFactsSizeAt = 16, kFactsChecksumAt = 24,
                             kFactsHeaderSize = 32;

[[nodiscard]] inline std::string littleEndian(std::uint64_t value) {
  std::string bytes(8, '\0');
  for (char &byte : bytes) {
    byte = static_cast<char>(value & 0xFF);
    value >>= 8;
  }
  return bytes;
}

/// The tables in the file's order. The lengths of all stand before the first, so that a reader can
/// check references as it meets them. Functions come last.
template <class Visit> void eachTable(auto &facts, Visit &&visit) {
  visit(facts.files);
  visit(facts.types);
  visit(facts.records);
  visit(facts.variables);
  visit(facts.functions);
}

} // namespace fsfind

#pragma once

#include "rules/codec/Words.h"
#include "rules/model/Report.h"

#include <string>
#include <string_view>

/// The words that stand for enumerators in JSON and CSV (docs/json.md). They are part of the
/// stable contract. The words of findings, which are also read back, are in rules/codec/Words.h.
namespace fsfind {

[[nodiscard]] std::string_view word(AccessKind kind);
[[nodiscard]] std::string_view word(Evidence evidence);
[[nodiscard]] std::string_view word(Certainty certainty);
[[nodiscard]] std::string_view word(SampleClass sample_class);
[[nodiscard]] std::string_view word(Vendor vendor);
[[nodiscard]] std::string_view word(DisplayMode mode);

/// `0x601040`.
[[nodiscard]] std::string hexAddress(std::uint64_t address);

} // namespace fsfind

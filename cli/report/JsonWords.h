#pragma once

#include "rules/judge/Judge.h"

#include <string>
#include <string_view>

/// The words that stand for enumerators in JSON and CSV (docs/json.md). They are part of the
/// stable contract.
namespace fsfind::report {

[[nodiscard]] std::string_view word(AccessKind kind);
[[nodiscard]] std::string_view word(ObjectKind kind);
[[nodiscard]] std::string_view word(Evidence evidence);
[[nodiscard]] std::string_view word(Certainty certainty);
[[nodiscard]] std::string_view word(SampleClass sample_class);
[[nodiscard]] std::string_view word(Vendor vendor);
[[nodiscard]] std::string_view word(Verdict verdict);
[[nodiscard]] std::string_view word(Sharing sharing);
[[nodiscard]] std::string_view word(Confidence confidence);
[[nodiscard]] std::string_view word(DisplayMode mode);
[[nodiscard]] std::string_view word(Remedy remedy);

/// `0x601040`.
[[nodiscard]] std::string hexAddress(std::uint64_t address);

} // namespace fsfind::report

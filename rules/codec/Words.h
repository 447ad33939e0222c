#pragma once

#include "rules/model/Finding.h"

#include <optional>
#include <string_view>

/// The words that stand for a finding's enumerators in JSON (docs/json.md), written and read back.
/// They are part of the stable contract.
namespace fsfind {

[[nodiscard]] std::string_view word(ObjectKind kind);
[[nodiscard]] std::string_view word(Verdict verdict);
[[nodiscard]] std::string_view word(Sharing sharing);
[[nodiscard]] std::string_view word(Conflict conflict);
[[nodiscard]] std::string_view word(Alternation alternation);
[[nodiscard]] std::string_view word(Confidence confidence);
[[nodiscard]] std::string_view word(Remedy remedy);
[[nodiscard]] std::string_view word(EditTrial trial);
[[nodiscard]] std::string_view word(CostBase base);
[[nodiscard]] std::string_view word(CpuDistance distance);
[[nodiscard]] std::string_view word(HomeEvidence evidence);

/// Sets the enumerator that the word stands for. Returns false, and leaves it unchanged, if there
/// is no such word.
[[nodiscard]] bool fromWord(std::string_view word, ObjectKind &kind);
[[nodiscard]] bool fromWord(std::string_view word, Verdict &verdict);
[[nodiscard]] bool fromWord(std::string_view word, Sharing &sharing);
[[nodiscard]] bool fromWord(std::string_view word, Conflict &conflict);
[[nodiscard]] bool fromWord(std::string_view word, Alternation &alternation);
[[nodiscard]] bool fromWord(std::string_view word, Confidence &confidence);
[[nodiscard]] bool fromWord(std::string_view word, Remedy &remedy);
[[nodiscard]] bool fromWord(std::string_view word, EditTrial &trial);
[[nodiscard]] bool fromWord(std::string_view word, CostBase &base);

} // namespace fsfind

#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// The words that stand for enumerators of findings (docs/json.md) and of machine maps
/// (docs/machine.md) in JSON, written and read back. They are part of the stable contract.
namespace fsfind {

// Of rules/model/MachineMap.h, which few files include.
enum class Handover : std::uint8_t;
enum class PageKind : std::uint8_t;
enum class Streaming : std::uint8_t;
enum class Disturbance : std::uint8_t;
enum class Gap : std::uint8_t;

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
[[nodiscard]] std::string_view word(RunAnswer answer);
[[nodiscard]] std::string_view word(Handover handover);
[[nodiscard]] std::string_view word(PageKind pages);
[[nodiscard]] std::string_view word(Streaming streaming);
[[nodiscard]] std::string_view word(Disturbance disturbance);
[[nodiscard]] std::string_view word(Gap gap);

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
[[nodiscard]] bool fromWord(std::string_view word, RunAnswer &answer);
[[nodiscard]] bool fromWord(std::string_view word, Handover &handover);
[[nodiscard]] bool fromWord(std::string_view word, PageKind &pages);
[[nodiscard]] bool fromWord(std::string_view word, Streaming &streaming);
[[nodiscard]] bool fromWord(std::string_view word, Disturbance &disturbance);
[[nodiscard]] bool fromWord(std::string_view word, Gap &gap);

} // namespace fsfind

#include "rules/findings/Words.h"

#include <algorithm>
#include <array>

namespace fsfind {

namespace {

// Words are listed in the enumerators' order.
constexpr std::array<std::string_view, 5> kObjectKinds = {"unknown", "global", "heap", "stack",
                                                          "tls"};
constexpr std::array<std::string_view, 3> kVerdicts = {"confirmed", "measured", "latent"};
constexpr std::array<std::string_view, 4> kSharings = {"false", "true", "mixed", "first-touch"};
constexpr std::array<std::string_view, 2> kConflicts = {"write-write", "read-write"};
constexpr std::array<std::string_view, 3> kConfidences = {"high", "medium", "low"};
constexpr std::array<std::string_view, 11> kRemedies = {
    "accumulate-locally", "per-thread", "reorder",          "split",
    "align-members",      "align-type", "align-allocation", "shard-per-cpu",
    "touch-in-parallel",  "interleave", "leave-alone"};
constexpr std::array<std::string_view, 2> kCostBases = {"cpu-time", "sampled-cycles"};
constexpr std::array<std::string_view, kCpuDistanceCount> kDistances = {
    "same-cpu", "smt-sibling", "same-l3", "same-socket", "other-socket", "unknown"};

template <class Enum, std::size_t N>
std::string_view nth(const std::array<std::string_view, N> &words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? words[index] : "unknown";
}

template <class Enum, std::size_t N>
bool find(const std::array<std::string_view, N> &words, std::string_view word, Enum &value) {
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end())
    return false;
  value = static_cast<Enum>(at - words.begin());
  return true;
}

} // namespace

std::string_view word(ObjectKind kind) {
  return nth(kObjectKinds, kind);
}
std::string_view word(Verdict verdict) {
  return nth(kVerdicts, verdict);
}
std::string_view word(Sharing sharing) {
  return nth(kSharings, sharing);
}
std::string_view word(Conflict conflict) {
  return nth(kConflicts, conflict);
}
std::string_view word(Confidence confidence) {
  return nth(kConfidences, confidence);
}
std::string_view word(Remedy remedy) {
  return nth(kRemedies, remedy);
}

std::string_view word(CostBase base) {
  return nth(kCostBases, base);
}
std::string_view word(CpuDistance distance) {
  return nth(kDistances, distance);
}

bool fromWord(std::string_view word, ObjectKind &kind) {
  return find(kObjectKinds, word, kind);
}
bool fromWord(std::string_view word, Verdict &verdict) {
  return find(kVerdicts, word, verdict);
}
bool fromWord(std::string_view word, Sharing &sharing) {
  return find(kSharings, word, sharing);
}
bool fromWord(std::string_view word, Conflict &conflict) {
  return find(kConflicts, word, conflict);
}
bool fromWord(std::string_view word, Confidence &confidence) {
  return find(kConfidences, word, confidence);
}
bool fromWord(std::string_view word, Remedy &remedy) {
  return find(kRemedies, word, remedy);
}
bool fromWord(std::string_view word, CostBase &base) {
  return find(kCostBases, word, base);
}

} // namespace fsfind

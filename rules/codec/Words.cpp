#include "rules/codec/Words.h"

#include "rules/codec/WordTable.h"
#include "rules/model/MachineMap.h"

namespace fsfind {

namespace {

constexpr WordTable<5> kObjectKinds = {"unknown", "global", "heap", "stack", "tls"};
constexpr WordTable<3> kVerdicts = {"confirmed", "measured", "latent"};
constexpr WordTable<4> kSharings = {"false", "true", "mixed", "first-touch"};
constexpr WordTable<2> kConflicts = {"write-write", "read-write"};
constexpr WordTable<3> kAlternations = {"shown", "not-shown", "handed-over"};
constexpr WordTable<3> kConfidences = {"high", "medium", "low"};
constexpr WordTable<17> kRemedies = {
    "accumulate-locally", "test-before-write", "keep-copy",      "batch",
    "per-thread",         "reorder",           "split",          "align-members",
    "align-type",         "align-allocation",  "shard-per-cpu",  "split-lock",
    "touch-in-parallel",  "interleave",        "remove-padding", "tune-allocator",
    "leave-alone"};
constexpr WordTable<3> kEditTrials = {"none", "read", "recorded"};
constexpr WordTable<3> kCostBases = {"cpu-time", "sampled-cycles", "clock-time"};
constexpr WordTable<kCpuDistanceCount> kDistances = {"same-cpu",    "smt-sibling",  "same-l3",
                                                     "same-socket", "other-socket", "unknown"};
constexpr WordTable<kHomeEvidenceCount> kHomeEvidence = {"physical-address", "loads",
                                                         "first-touch"};
constexpr WordTable<4> kRunAnswers = {"confirmed", "not-so", "undecided", "not-reached"};
constexpr WordTable<2> kHandovers = {"exchange", "stores"};
constexpr WordTable<2> kPageKinds = {"small", "huge"};
constexpr WordTable<3> kStreamings = {"read", "write", "triad"};
constexpr WordTable<3> kDisturbances = {"none", "hypervisor", "other-work"};
constexpr WordTable<3> kGaps = {"none", "no-time", "not-run"};

} // namespace

std::string_view word(ObjectKind kind) {
  return wordIn(kObjectKinds, kind);
}
std::string_view word(Verdict verdict) {
  return wordIn(kVerdicts, verdict);
}
std::string_view word(Sharing sharing) {
  return wordIn(kSharings, sharing);
}
std::string_view word(Conflict conflict) {
  return wordIn(kConflicts, conflict);
}
std::string_view word(RunAnswer answer) {
  return wordIn(kRunAnswers, answer);
}
std::string_view word(Alternation alternation) {
  return wordIn(kAlternations, alternation);
}
std::string_view word(Confidence confidence) {
  return wordIn(kConfidences, confidence);
}
std::string_view word(Remedy remedy) {
  return wordIn(kRemedies, remedy);
}

std::string_view word(EditTrial trial) {
  return wordIn(kEditTrials, trial);
}

std::string_view word(CostBase base) {
  return wordIn(kCostBases, base);
}
std::string_view word(CpuDistance distance) {
  return wordIn(kDistances, distance);
}
std::string_view word(HomeEvidence evidence) {
  return wordIn(kHomeEvidence, evidence);
}
std::string_view word(Handover handover) {
  return wordIn(kHandovers, handover);
}
std::string_view word(PageKind pages) {
  return wordIn(kPageKinds, pages);
}
std::string_view word(Streaming streaming) {
  return wordIn(kStreamings, streaming);
}
std::string_view word(Disturbance disturbance) {
  return wordIn(kDisturbances, disturbance);
}
std::string_view word(Gap gap) {
  return wordIn(kGaps, gap);
}

bool fromWord(std::string_view word, ObjectKind &kind) {
  return findIn(kObjectKinds, word, kind);
}
bool fromWord(std::string_view word, Verdict &verdict) {
  return findIn(kVerdicts, word, verdict);
}
bool fromWord(std::string_view word, Sharing &sharing) {
  return findIn(kSharings, word, sharing);
}
bool fromWord(std::string_view word, Conflict &conflict) {
  return findIn(kConflicts, word, conflict);
}
bool fromWord(std::string_view word, RunAnswer &answer) {
  return findIn(kRunAnswers, word, answer);
}
bool fromWord(std::string_view word, Alternation &alternation) {
  return findIn(kAlternations, word, alternation);
}
bool fromWord(std::string_view word, Confidence &confidence) {
  return findIn(kConfidences, word, confidence);
}
bool fromWord(std::string_view word, Remedy &remedy) {
  return findIn(kRemedies, word, remedy);
}
bool fromWord(std::string_view word, EditTrial &trial) {
  return findIn(kEditTrials, word, trial);
}
bool fromWord(std::string_view word, CostBase &base) {
  return findIn(kCostBases, word, base);
}
bool fromWord(std::string_view word, Handover &handover) {
  return findIn(kHandovers, word, handover);
}
bool fromWord(std::string_view word, PageKind &pages) {
  return findIn(kPageKinds, word, pages);
}
bool fromWord(std::string_view word, Streaming &streaming) {
  return findIn(kStreamings, word, streaming);
}
bool fromWord(std::string_view word, Disturbance &disturbance) {
  return findIn(kDisturbances, word, disturbance);
}
bool fromWord(std::string_view word, Gap &gap) {
  return findIn(kGaps, word, gap);
}

} // namespace fsfind

#include "cli/report/JsonWords.h"

#include <array>
#include <fmt/format.h>

namespace fsfind::report {

namespace {

/// The enumerator's word; words are listed in the enumerators' order.
template <class Enum, std::size_t N>
std::string_view nth(const std::array<std::string_view, N> &words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? words[index] : "unknown";
}

constexpr std::array<std::string_view, 2> kAccessKinds = {"load", "store"};
constexpr std::array<std::string_view, 5> kEvidence = {"none", "static-data", "access-site",
                                                       "source", "vote"};
constexpr std::array<std::string_view, 3> kCertainties = {"certain", "likely", "doubtful"};
constexpr std::array<std::string_view, kSampleClassCount> kSampleClasses = {
    "load-l1",           "load-fill-buffer", "load-l2",          "load-l3",
    "load-local-hitm",   "load-remote-hitm", "load-local-peer",  "load-remote-peer",
    "load-remote-cache", "load-local-dram",  "load-remote-dram", "load-other-memory",
    "load-uncached",     "load-unknown",     "store-l1-hit",     "store-l1-miss",
    "store-unknown",     "other-operation"};
constexpr std::array<std::string_view, 5> kVendors = {"unknown", "intel", "amd", "arm", "power"};
constexpr std::array<std::string_view, 4> kDisplayModes = {"total", "local", "remote", "peer"};

} // namespace

std::string_view word(AccessKind kind) {
  return nth(kAccessKinds, kind);
}
std::string_view word(Evidence evidence) {
  return nth(kEvidence, evidence);
}
std::string_view word(Certainty certainty) {
  return nth(kCertainties, certainty);
}
std::string_view word(SampleClass sample_class) {
  return nth(kSampleClasses, sample_class);
}
std::string_view word(Vendor vendor) {
  return nth(kVendors, vendor);
}
std::string_view word(DisplayMode mode) {
  return nth(kDisplayModes, mode);
}

std::string hexAddress(std::uint64_t address) {
  return fmt::format("{:#x}", address);
}

} // namespace fsfind::report

#include "rules/codec/JsonWords.h"

#include "rules/codec/WordTable.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr WordTable<2> kAccessKinds = {"load", "store"};
constexpr WordTable<6> kEvidence = {"none",   "static-data", "access-site",
                                    "source", "vote",        "allocation"};
constexpr WordTable<3> kCertainties = {"certain", "likely", "doubtful"};
constexpr WordTable<kSampleClassCount> kSampleClasses = {
    "load-l1",           "load-fill-buffer", "load-l2",          "load-l3",
    "load-local-hitm",   "load-remote-hitm", "load-local-peer",  "load-remote-peer",
    "load-remote-cache", "load-local-dram",  "load-remote-dram", "load-other-memory",
    "load-uncached",     "load-unknown",     "store-l1-hit",     "store-l1-miss",
    "store-unknown",     "other-operation"};
constexpr WordTable<5> kVendors = {"unknown", "intel", "amd", "arm", "power"};
constexpr WordTable<4> kDisplayModes = {"total", "local", "remote", "peer"};

} // namespace

std::string_view word(AccessKind kind) {
  return wordIn(kAccessKinds, kind);
}
std::string_view word(Evidence evidence) {
  return wordIn(kEvidence, evidence);
}
std::string_view word(Certainty certainty) {
  return wordIn(kCertainties, certainty);
}
std::string_view word(SampleClass sample_class) {
  return wordIn(kSampleClasses, sample_class);
}
std::string_view word(Vendor vendor) {
  return wordIn(kVendors, vendor);
}
std::string_view word(DisplayMode mode) {
  return wordIn(kDisplayModes, mode);
}

std::string hexAddress(std::uint64_t address) {
  return fmt::format("{:#x}", address);
}

} // namespace fsfind

#include "rules/codec/PlacementWords.h"

#include "rules/codec/WordTable.h"

namespace fsfind {

namespace {

constexpr WordTable<8> kRegionKinds = {"file",  "variables", "heap",   "arena",
                                       "stack", "anonymous", "shared", "kernel"};
constexpr WordTable<5> kAllocators = {"glibc", "jemalloc", "tcmalloc", "gperftools", "mimalloc"};
constexpr WordTable<4> kFaults = {"one-node", "elsewhere", "bound", "shared-huge-page"};

} // namespace

std::string_view word(RegionKind kind) {
  return wordIn(kRegionKinds, kind);
}

std::string_view word(AllocatorKind kind) {
  return wordIn(kAllocators, kind);
}

std::string_view word(PlacementFault fault) {
  return wordIn(kFaults, fault);
}

bool fromWord(std::string_view word, RegionKind &kind) {
  return findIn(kRegionKinds, word, kind);
}

bool fromWord(std::string_view word, AllocatorKind &kind) {
  return findIn(kAllocators, word, kind);
}

} // namespace fsfind

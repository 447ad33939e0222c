#include "c2c-ingest/decode/SourceTable.h"

namespace fsfind::decode {

namespace {

/// mem_region is the highest field the kernel defines (bits 46-50); three bits above it are free
/// to hold the facts in the index.
constexpr unsigned kFactsShift = 61;

std::uint64_t packFacts(SampleFacts facts) {
  return static_cast<std::uint64_t>(facts.has_address) |
         static_cast<std::uint64_t>(facts.data_mapped) << 1 |
         static_cast<std::uint64_t>(facts.code_mapped) << 2;
}

bool isContended(SampleClass sample_class) {
  switch (sample_class) {
  case SampleClass::LoadLocalHitm:
  case SampleClass::LoadRemoteHitm:
  case SampleClass::LoadLocalPeer:
  case SampleClass::LoadRemotePeer:
    return true;
  default:
    return false;
  }
}

DecodedSource decode(DataSource source, SampleFacts facts) {
  DecodedSource decoded;
  decoded.counters = countSample(source, facts);
  decoded.sample_class = classifySample(source);
  decoded.contended = facts.has_address && isContended(decoded.sample_class);
  if (source.op() & DataSource::kOpLoad)
    decoded.kind = AccessKind::Load;
  else if (source.op() & DataSource::kOpStore)
    decoded.kind = AccessKind::Store;
  return decoded;
}

} // namespace

DecodedSource &SourceTable::of(const lines::CellKey &key) {
  const SampleFacts facts{key.address != 0, key.data_mapping != perf::kNoMapping,
                          key.code_mapping != perf::kNoMapping};
  const std::uint64_t packed =
      (key.data_source & ((std::uint64_t{1} << kFactsShift) - 1)) | packFacts(facts) << kFactsShift;
  if (last_decoded_ && packed == last_)
    return *last_decoded_;
  const auto [entry, fresh] = index_.try_emplace(packed, nullptr);
  if (fresh)
    entry->second = &decoded_.emplace_back(decode(DataSource{key.data_source}, facts));
  last_ = packed;
  return *(last_decoded_ = entry->second);
}

} // namespace fsfind::decode

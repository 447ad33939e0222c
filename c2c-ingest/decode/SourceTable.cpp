#include "c2c-ingest/decode/SourceTable.h"

namespace fsfind::decode {

namespace {

/// mem_region is the highest field the kernel defines (bits 46-50); bits far above it are free to
/// hold the facts.
constexpr unsigned kFactsShift = 51, kPartedShift = 6, kPartedBits = 2, kAnsweredShift = 12;
constexpr std::uint64_t kWordMask = (std::uint64_t{1} << kFactsShift) - 1;

std::uint64_t pack(std::uint64_t word, SampleFacts facts) {
  const std::uint64_t bits = static_cast<std::uint64_t>(facts.has_address) |
                             static_cast<std::uint64_t>(facts.data_mapped) << 1 |
                             static_cast<std::uint64_t>(facts.code_mapped) << 2 |
                             static_cast<std::uint64_t>(facts.essential) << 3 |
                             static_cast<std::uint64_t>(facts.useless) << 4 |
                             static_cast<std::uint64_t>(facts.spins) << 5;
  std::uint64_t parted = 0;
  for (std::size_t i = 0; i < facts.parted.size(); ++i)
    parted |= facts.parted[i] << (i * kPartedBits);
  const auto answered = static_cast<std::uint64_t>(facts.answered);
  return (word & kWordMask) | (bits | parted << kPartedShift | answered << kAnsweredShift)
                                  << kFactsShift;
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

DecodedSource decode(std::uint64_t packed) {
  const DataSource source{packed & kWordMask};
  const std::uint64_t bits = packed >> kFactsShift;
  SampleFacts facts{(bits & 1) != 0, (bits & 2) != 0,  (bits & 4) != 0,
                    (bits & 8) != 0, (bits & 16) != 0, (bits & 32) != 0};
  for (std::size_t i = 0; i < facts.parted.size(); ++i)
    facts.parted[i] = bits >> (kPartedShift + i * kPartedBits) & ((1U << kPartedBits) - 1);
  facts.answered = (bits >> kAnsweredShift & 1) != 0;
  DecodedSource decoded;
  decoded.counters = countSample(source, facts);
  decoded.sample_class = classifySample(source);
  decoded.shared = decoded.counters.isShared();
  decoded.contended = facts.has_address && isContended(decoded.sample_class);
  decoded.essential = decoded.contended && facts.essential;
  decoded.useless = decoded.contended && facts.useless;
  decoded.spins = decoded.contended && facts.spins;
  decoded.parted = facts.parted;
  decoded.answered = facts.answered;
  if (source.op() & DataSource::kOpLoad)
    decoded.kind = AccessKind::Load;
  else if (source.op() & DataSource::kOpStore)
    decoded.kind = AccessKind::Store;
  return decoded;
}

} // namespace

std::uint32_t SourceTable::numberPacked(std::uint64_t packed) {
  const std::uint32_t number = packed_(packed);
  if (number == decoded_.size()) {
    decoded_.push_back(decode(packed));
    samples_.push_back(0);
    latencies_.push_back(0);
  }
  return number;
}

std::uint32_t SourceTable::number(std::uint64_t word, SampleFacts facts) {
  return numberPacked(pack(word, facts));
}

std::uint32_t SourceTable::find(std::uint64_t word, SampleFacts facts) const {
  return packed_.find(pack(word, facts));
}

std::vector<std::uint32_t> SourceTable::merge(const SourceTable &other) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < other.decoded_.size(); ++i) {
    const std::uint32_t number = numbers.emplace_back(numberPacked(other.packed_.keys()[i]));
    samples_[number] += other.samples_[i];
    latencies_[number] += other.latencies_[i];
  }
  return numbers;
}

} // namespace fsfind::decode

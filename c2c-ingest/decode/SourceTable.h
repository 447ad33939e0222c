#pragma once

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/decode/SampleClass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::decode {

/// What a data source word and the sample's SampleFacts mean.
struct DecodedSource {
  C2cCounters counters;
  SampleClass sample_class = SampleClass::OtherOperation;
  std::optional<AccessKind> kind; ///< none for prefetches, instruction fetches, other operations
  bool shared = false;            ///< perf calls a line shared that has such a sample
  bool contended = false;         ///< another core's cache answered, HITM or peer (ranking view)
  bool essential = false, useless = false, spins = false; ///< if contended, as in SampleFacts
  PartedMisses parted = {};                               ///< as in SampleFacts
  bool answered = false;                                  ///< likewise
};

/// Decodes each distinct data source once: recordings hold a few dozen among millions of samples.
/// Merging tables is associative.
class SourceTable {
public:
  /// Position of a source in the table; a new source is decoded and added.
  std::uint32_t number(std::uint64_t word, SampleFacts facts);

  /// The same for a source that must be in the table already.
  [[nodiscard]] std::uint32_t find(std::uint64_t word, SampleFacts facts) const;

  [[nodiscard]] const DecodedSource &operator[](std::uint32_t number) const {
    return decoded_[number];
  }
  /// Counts one sample of a source, which took `latency` cycles.
  void count(std::uint32_t number, std::uint64_t latency) {
    ++samples_[number];
    latencies_[number] += latency;
  }
  /// Samples counted for each source.
  [[nodiscard]] const std::vector<std::uint64_t> &samples() const { return samples_; }
  /// Sums of their latencies.
  [[nodiscard]] const std::vector<std::uint64_t> &latencies() const { return latencies_; }
  /// Gives the positions here of the other table's sources.
  std::vector<std::uint32_t> merge(const SourceTable &other);

private:
  struct WordHash {
    std::size_t operator()(std::uint64_t word) const { return ingest::mixHash(word); }
  };
  std::uint32_t numberPacked(std::uint64_t packed);

  std::vector<DecodedSource> decoded_;
  std::vector<std::uint64_t> samples_, latencies_;
  ingest::Interner<std::uint64_t, std::uint32_t, WordHash> packed_;
};

} // namespace fsfind::decode

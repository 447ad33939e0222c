#pragma once

#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/decode/SampleClass.h"
#include "c2c-ingest/lines/CellTable.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

namespace fsfind::decode {

/// All that follows from a data source word and what is known of the sample's addresses.
struct DecodedSource {
  C2cCounters counters;
  SampleClass sample_class = SampleClass::OtherOperation;
  std::optional<AccessKind> kind; ///< none for prefetches, instruction fetches, other operations
  bool contended = false;         ///< met another core's modified or peer copy (ranking view)
  std::uint64_t samples = 0;      ///< for the user to count
};

/// Decodes each distinct data source once: recordings hold a few dozen among millions of samples.
class SourceTable {
public:
  /// The reference stays valid as long as the table.
  DecodedSource &of(const lines::CellKey &key);
  [[nodiscard]] const std::deque<DecodedSource> &all() const { return decoded_; }

private:
  std::deque<DecodedSource> decoded_;
  std::unordered_map<std::uint64_t, DecodedSource *> index_;
  std::uint64_t last_ = 0;
  DecodedSource *last_decoded_ = nullptr;
};

} // namespace fsfind::decode

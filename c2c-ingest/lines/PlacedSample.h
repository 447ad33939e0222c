#pragma once

#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/perf/AddressSpaces.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "c2c-ingest/record/layout/SimulatedWord.h"

namespace fsfind::lines {

/// A sample with the mappings of its data and code address at its time.
struct PlacedSample {
  perf::Sample sample; ///< its data source without what `simulated` has
  perf::MappingIndex data_mapping = perf::kNoMapping;
  perf::MappingIndex code_mapping = perf::kNoMapping;
  std::optional<record::SimulatedWord> simulated = {};

  [[nodiscard]] decode::SampleFacts facts() const {
    return {sample.address != 0,
            data_mapping != perf::kNoMapping,
            code_mapping != perf::kNoMapping,
            missed(record::Miss::Essential),
            missed(record::Miss::Useless),
            sample.spins || (simulated && simulated->spins),
            simulated ? simulated->parted : PartedMisses{},
            missed(record::Miss::Answered)};
  }

  [[nodiscard]] bool missed(record::Miss what) const {
    return simulated && simulated->miss == what;
  }
};

} // namespace fsfind::lines

#pragma once

#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/perf/AddressSpaces.h"
#include "c2c-ingest/perf/SampleDecoder.h"

namespace fsfind::lines {

/// A sample with the mappings of its data and code address at its time.
struct PlacedSample {
  perf::Sample sample;
  perf::MappingIndex data_mapping = perf::kNoMapping;
  perf::MappingIndex code_mapping = perf::kNoMapping;

  [[nodiscard]] decode::SampleFacts facts() const {
    return {sample.address != 0, data_mapping != perf::kNoMapping,
            code_mapping != perf::kNoMapping};
  }
};

} // namespace fsfind::lines

// Any bytes through the whole of ingestion except opening modules: reading, decoding, address
// spaces, cachelines. Nothing may crash, hang or be counted twice.

#include "c2c-ingest/Ingest.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/RecordingMutator.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  using namespace fsfind;
  const auto recording =
      perf::Recording::fromBytes(std::as_bytes(std::span(data, size)), "fuzz.data");
  if (!recording)
    return 0;
  ingest::IngestOptions options;
  options.resolve_names = false;
  options.threads = 1;
  const auto profile = ingest::ingest(**recording, "fuzz.data", options);
  if (!profile)
    return 0;
  std::uint64_t classified = 0;
  for (const std::uint64_t samples : profile->classes)
    classified += samples;
  if (classified != profile->samples || profile->totals.nr_entries != profile->samples)
    std::abort();
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedRecording(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedRecordings(bytes, other, random);
}

} // namespace fsfind::fuzz

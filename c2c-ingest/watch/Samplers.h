#pragma once

#include "c2c-ingest/watch/Sampler.h"

namespace fsfind::watch {

struct ChosenSampler {
  std::unique_ptr<Sampler> sampler;
  std::string reason; ///< why a better way cannot be used; empty if there is none
};

/// The first way that serves the request. Fails with the error of the first that was tried.
[[nodiscard]] Expected<ChosenSampler> chooseSampler(const SamplingRequest &request,
                                                    const record::Host &host);

/// The ways, each in a file of its own.
[[nodiscard]] Expected<std::unique_ptr<Sampler>> replay(const SamplingRequest &request,
                                                        const record::Host &host);
[[nodiscard]] Expected<std::unique_ptr<Sampler>> sampleByPerf(const SamplingRequest &request,
                                                              const record::Host &host);
[[nodiscard]] Expected<std::unique_ptr<Sampler>> countByPerf(const SamplingRequest &request,
                                                             const record::Host &host);

} // namespace fsfind::watch

#include "c2c-ingest/watch/Samplers.h"

#include <array>

namespace fsfind::watch {

namespace {

struct Way {
  bool live; ///< samples programs that run
  Expected<std::unique_ptr<Sampler>> (*make)(const SamplingRequest &, const record::Host &);
};

/// The best first.
constexpr std::array kWays = {Way{false, replay}, Way{true, sampleByPerf}, Way{true, countByPerf}};

} // namespace

Expected<ChosenSampler> chooseSampler(const SamplingRequest &request, const record::Host &host) {
  const bool live = request.replay.empty();
  std::optional<Error> first;
  for (const Way &way : kWays) {
    if (way.live != live)
      continue;
    auto sampler = way.make(request, host);
    if (sampler)
      return ChosenSampler{std::move(*sampler), first ? first->what : std::string()};
    if (!first)
      first = sampler.error();
    else
      first->what += "; and to count instead: " + sampler.error().what;
  }
  return failure(*first);
}

} // namespace fsfind::watch

#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/EngineChoice.h"
#include "c2c-ingest/record/HardwareEngine.h"
#include "c2c-ingest/watch/PerfMessages.h"
#include "c2c-ingest/watch/RecordedStep.h"
#include "c2c-ingest/watch/Samplers.h"
#include "c2c-ingest/watch/Targets.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

namespace fsfind::watch {

namespace {

/// Each step is a short recording by perf.
class PerfSampling : public Sampler {
public:
  PerfSampling(const SamplingRequest &request, record::MemoryEvents events, TemporaryFolder folder)
      : targets_(request), seconds_(request.seconds), ingest_(request.ingest),
        events_(std::move(events)), folder_(std::move(folder)) {
    sampling_.period = request.period;
  }

  Expected<Sampled> next() override {
    FSFIND_CHECK(targets_.begin());
    if (!targets_.alive())
      return Sampled{};
    const record::RecordRequest request = recordRequest();
    const auto begin = std::chrono::steady_clock::now();
    const auto result = record::recordHardware(events_, request, sampling_);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (!result && !targets_.alive())
      return Sampled{}; // it ended before perf could sample it
    if (!result)
      return failure(withMessage(result.error(), request.place.error));
    if (result->end.interrupted_by != 0)
      return Sampled{std::nullopt, result->end.interrupted_by};
    auto step = recordedStep(request.output, request.output, ingest_, true);
    std::error_code ignored;
    std::filesystem::remove(request.output, ignored);
    if (!step)
      return failure(step.error());
    step->origin.clear();
    // A command that ends early was sampled for less; one that idles longer than its samples tell.
    step->seconds = std::min(seconds_, taken.count());
    return Sampled{std::move(*step), 0};
  }

  [[nodiscard]] std::string how() const override { return targets_.text() + ", sampled by perf"; }
  [[nodiscard]] bool live() const override { return true; }

private:
  [[nodiscard]] record::RecordRequest recordRequest() const {
    record::RecordRequest request;
    request.output = folder_.pathOf("step.data");
    request.pids = targets_.pids();
    request.all_cpus = targets_.allCpus();
    request.duration = std::chrono::duration<double>(seconds_);
    request.quiet = true;
    request.place.output = request.place.error = folder_.pathOf("messages");
    return request;
  }

  Targets targets_;
  double seconds_;
  ingest::IngestOptions ingest_;
  record::MemoryEvents events_;
  record::HardwareSampling sampling_;
  TemporaryFolder folder_;
};

} // namespace

Expected<std::unique_ptr<Sampler>> sampleByPerf(const SamplingRequest &request,
                                                const record::Host &host) {
  auto found = record::findMemoryEvents(host, request.all_cpus);
  if (auto *lack = std::get_if<record::HardwareLack>(&found))
    return failure(std::move(lack->error));
  FSFIND_TRY(TemporaryFolder folder, TemporaryFolder::make());
  return std::make_unique<PerfSampling>(request, std::get<record::MemoryEvents>(std::move(found)),
                                        std::move(folder));
}

} // namespace fsfind::watch

#include "c2c-ingest/record/EngineChoice.h"

namespace fsfind::record {

namespace {

/// A simulation runs a program from its start; it cannot attach to a running one.
Expected<void> checkSimulable(const RecordRequest &request) {
  if (request.pids.empty() && !request.all_cpus)
    return {};
  return failure({request.all_cpus ? "-a" : "--pid",
                  {},
                  "running programs cannot be simulated",
                  "give a command to run, or use --engine=hardware"});
}

} // namespace

Expected<Choice> chooseEngine(const RecordRequest &request, const Host &host) {
  const Engine engine = request.engine;
  if (engine == Engine::Simulate || engine == Engine::Instrumented) {
    FSFIND_CHECK(checkSimulable(request));
    return Choice{};
  }
  if (engine == Engine::Clock)
    return Choice{};
  const auto found = findMemoryEvents(host, request.all_cpus);
  if (const auto *events = std::get_if<MemoryEvents>(&found))
    return Choice{*events, {}};
  Error error = std::get<HardwareLack>(found).error;
  const bool simulable = checkSimulable(request).has_value();
  if (engine == Engine::Hardware || !simulable) {
    error.remedy += simulable ? ", or use --engine=simulate"
                              : ", or have a command simulated: fsfind record COMMAND";
    return failure(std::move(error));
  }
  return Choice{std::nullopt, error.what};
}

} // namespace fsfind::record

#include "c2c-ingest/record/HardwareEngine.h"

#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/SpeSamples.h"
#include "c2c-ingest/record/RecordingFile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

void addTargets(const RecordRequest &request, std::vector<std::string> &command) {
  if (!request.pids.empty())
    command.insert(command.end(), {"-p", request.pids});
  if (request.all_cpus)
    command.emplace_back("-a");
  if (!request.command.empty()) {
    command.emplace_back("--");
    command.insert(command.end(), request.command.begin(), request.command.end());
  }
}

/// True for samplers whose event is named here; perf has the events of the others in sysfs.
bool samplesOwnEvent(const MemoryEvents &events) {
  return events.sampler == Sampler::Ibs || events.sampler == Sampler::Spe;
}

/// `perf record` with the weight, address, data source and CPU of each sample.
std::vector<std::string> ownEvent(const MemoryEvents &events, const HardwareSampling &sampling) {
  constexpr std::uint32_t kPerfLatency = 30; // cycles, as perf c2c has it
  std::vector<std::string> words = {"record", "-W", "-d", "--sample-cpu"};
  if (events.physical)
    words.emplace_back("--phys-data");
  words.emplace_back("-e");
  if (events.sampler == Sampler::Ibs)
    words.push_back(events.device + (events.user_only ? "/swfilt=1/u" : "//"));
  else
    words.push_back(fmt::format("{}/ts_enable=1,{}load_filter=1,store_filter=1,min_latency={}/",
                                events.device, events.physical ? "pa_enable=1," : "",
                                sampling.load_latency == 0 ? kPerfLatency : sampling.load_latency));
  return words;
}

std::vector<std::string> perfsEvents(const MemoryEvents &events, const HardwareSampling &sampling) {
  std::vector<std::string> words = {events.physical ? "c2c" : "mem", "record"};
  if (sampling.load_latency != 0 && events.sampler == Sampler::Pebs)
    words.push_back(fmt::format("--ldlat={}", sampling.load_latency));
  if (!events.stores)
    words.insert(words.end(), {"-e", "ldlat-loads"});
  if (!events.physical)
    words.emplace_back("--sample-cpu");
  return words;
}

/// IBS counts in steps of 16, and its driver refuses other periods, and newer ones any below 144
/// (arch/x86/events/amd/ibs.c).
std::uint64_t periodOf(const MemoryEvents &events, std::uint64_t period) {
  constexpr std::uint64_t kStep = 16, kLeast = 144;
  if (events.sampler != Sampler::Ibs)
    return period;
  return std::max(kLeast, (period + kStep - 1) / kStep * kStep);
}

/// What of the request the sampler cannot do.
std::string unheeded(const MemoryEvents &events, const HardwareSampling &sampling) {
  const bool thresholds = events.sampler == Sampler::Pebs || events.sampler == Sampler::Spe;
  return sampling.load_latency == 0 || thresholds ? "" : "; it has no threshold for --ldlat";
}

std::string samplerName(Sampler sampler) {
  switch (sampler) {
  case Sampler::Pebs:
    return "PEBS";
  case Sampler::Marked:
    return "marked events";
  case Sampler::Ibs:
    return "IBS";
  case Sampler::Spe:
    return "SPE";
  }
  return {};
}

/// Tells whether perf wrote the file: its modification time or size differ from before.
struct FileState {
  fs::file_time_type written;
  std::uintmax_t size = 0;
  bool operator==(const FileState &) const = default;
};

FileState stateOf(const std::string &path) {
  std::error_code error;
  FileState state{fs::last_write_time(path, error), 0};
  state.size = fs::file_size(path, error);
  return error ? FileState{} : state;
}

Error perfFailed(const MemoryEvents &events, const RecordRequest &request) {
  return {events.perf,
          {},
          fmt::format("recorded nothing into {} with the {} events of {}; its message is above",
                      request.output, events.sampler == Sampler::Ibs ? "IBS" : "memory",
                      events.device),
          "do what it says, or use --engine=simulate"};
}

std::uint64_t samplesOf(const perf::Recording &recording) {
  const auto found = recording.recordCounts().find(perf::kRecordSample);
  const std::uint64_t records = found == recording.recordCounts().end() ? 0 : found->second;
  return records + perf::countSpeSamples(recording);
}

std::vector<std::string> eventNames(const perf::Recording &recording) {
  std::vector<std::string> names;
  for (const perf::EventAttr &event : recording.events())
    if (!event.name.empty())
      names.push_back(event.name);
  return names;
}

} // namespace

std::vector<std::string> perfCommand(const MemoryEvents &events, const RecordRequest &request,
                                     const HardwareSampling &sampling) {
  std::vector<std::string> command = {events.perf};
  const std::vector<std::string> how =
      samplesOwnEvent(events) ? ownEvent(events, sampling) : perfsEvents(events, sampling);
  command.insert(command.end(), how.begin(), how.end());
  command.insert(command.end(), {"-o", request.output});
  if (sampling.period != 0)
    command.insert(command.end(), {"-c", std::to_string(periodOf(events, sampling.period))});
  if (request.max_bytes != 0)
    command.push_back(fmt::format("--max-size={}B", request.max_bytes));
  if (request.compress)
    command.emplace_back("-z");
  if (request.quiet)
    command.emplace_back("-q");
  addTargets(request, command);
  return command;
}

Expected<RecordResult> recordHardware(const MemoryEvents &events, const RecordRequest &request,
                                      const HardwareSampling &sampling) {
  FSFIND_CHECK(recordingPlace(request.output));
  const FileState before = stateOf(request.output);
  Watch watch;
  watch.duration = request.duration;
  watch.progress = request.progress;
  watch.unheeded = request.unheeded;
  watch.stop_signal = watch.death_signal = SIGINT; // perf completes the file and exits
  watch.completes_file = true;
  const std::vector<std::string> command = perfCommand(events, request, sampling);
  if (request.starting)
    request.starting(command);
  FSFIND_TRY(const ChildEnd end, runChild(command, {}, watch, request.place));
  if (const FileState after = stateOf(request.output); after == before || after.size == 0)
    return failure(perfFailed(events, request));
  FSFIND_TRY(const auto recording, perf::Recording::open(request.output));
  return RecordResult{samplesOf(*recording),
                      fmt::format("measured with {}: {}{}", samplerName(events.sampler),
                                  fmt::join(eventNames(*recording), ", "),
                                  unheeded(events, sampling)),
                      end};
}

} // namespace fsfind::record

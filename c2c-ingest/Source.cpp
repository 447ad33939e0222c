#include "c2c-ingest/Source.h"

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/perf/SimulatedEvent.h"
#include "c2c-ingest/record/layout/RecordLayout.h"
#include "rules/model/LineSize.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace fsfind::ingest {

namespace {

constexpr std::uint32_t kPowerLineSize = 128;
constexpr std::uint32_t kSystemZLineSize = 256;

std::uint32_t usualLineSize(const std::string &arch) {
  if (arch.starts_with("ppc"))
    return kPowerLineSize;
  if (arch.starts_with("s390"))
    return kSystemZLineSize;
  return kDefaultLineSize;
}

/// Line size of the first-level data cache; 0 if the recording does not tell.
std::uint32_t recordedLineSize(const perf::Features &features) {
  for (const perf::CacheLevel &cache : features.caches)
    if (cache.level == 1 && cache.type != "Instruction" && isLineSize(cache.line_size))
      return cache.line_size;
  return 0;
}

void setLineSize(Source &source, const perf::Features &features, const IngestOptions &options) {
  const std::uint32_t recorded = recordedLineSize(features);
  source.line_size = options.line_size ? options.line_size : recorded;
  if (source.line_size == 0) {
    source.line_size = usualLineSize(features.arch);
    source.line_size_assumed = true;
  }
  if (options.double_line)
    source.line_size *= 2;
}

std::vector<std::string> eventNames(const perf::Recording &recording) {
  std::vector<std::string> names;
  for (const perf::EventAttr &event : recording.events())
    names.push_back(event.name.empty()
                        ? fmt::format("type {} config {:#x}", event.type, event.config)
                        : event.name);
  return names;
}

/// True for an event of memory accesses that records no data address or no data source.
bool lacksData(const perf::EventAttr &event) {
  const bool memory = event.name.find("mem-") != std::string::npos ||
                      event.name.find("ibs_op") != std::string::npos;
  return memory && !(event.has(perf::kSampleAddr) && event.has(perf::kSampleDataSrc));
}

std::uint64_t memorySamples(const Profile &profile) {
  return profile.totals.load + profile.totals.store;
}

Error withoutAddresses(const std::string &path) {
  return {path,
          {},
          "its memory samples have no data addresses",
          "record with: perf c2c record, or add -d to perf record"};
}

bool isSimulated(const perf::Recording &recording) {
  return recording.features().cpu_description.starts_with(record::kSimulatedCpu) ||
         perf::areSimulated(recording.events());
}

/// What happened `count` times, unless it did not.
void note(std::uint64_t count, std::string_view text, Profile &profile) {
  if (count != 0)
    profile.notes.push_back({fmt::format("{} {}", count, text)});
}

/// What the kernel and the data themselves say that Arm SPE did not record.
void noteSpeLosses(const perf::Recording &recording, const perf::SpeSamples::Losses &losses,
                   Profile &profile) {
  const perf::AuxTrace &trace = recording.trace();
  note(trace.truncated,
       "buffers of Arm SPE were full and lost samples; raise them with perf record -m ,16M",
       profile);
  note(
      trace.collided,
      "buffers of Arm SPE lack samples that came before the last one was complete; a longer period "
      "(perf record -c) loses fewer",
      profile);
  if (trace.snapshots)
    profile.notes.push_back({"the recording is made of snapshots of Arm SPE (perf record -S): what "
                             "happened between them is missing"});
  note(losses.unfinished, "samples of Arm SPE lack their end and were left out", profile);
  note(losses.unreadable,
       "places in the Arm SPE data are damaged; what was read of the samples there was counted",
       profile);
  note(losses.guessed_thread,
       "samples of Arm SPE do not tell their thread and have that of the command, or the first one "
       "on their CPU: record as root, or with perf record --switch-events",
       profile);
  note(losses.unknown_source,
       "loads are of a processor whose numbers for data sources are not known: only if the events "
       "tell it is a load known to come from another core, and contention shows in stores",
       profile);
  if (!trace.queues.empty() && !trace.clock && recording.ordersByTime())
    profile.notes.push_back({"the recording does not tell how the clock of Arm SPE runs: samples "
                             "have the time at which their buffer was read"});
}

/// Adds up the bursts of all processes.
std::optional<Seen> seenIn(const perf::BurstLog &bursts) {
  if (bursts.empty())
    return std::nullopt;
  Seen seen;
  std::map<std::uint32_t, std::uint64_t> before; // contended samples of the burst before, by pid
  for (const perf::Burst &burst : bursts) {
    seen.executed += burst.executed;
    seen.simulated += burst.simulated;
    seen.contended += burst.contended;
    if (burst.simulated == 0)
      continue;
    ++seen.bursts;
    const auto [last, first] = before.try_emplace(burst.pid, burst.contended);
    if (first)
      continue;
    const double step = static_cast<double>(burst.contended) - static_cast<double>(last->second);
    ++seen.steps;
    seen.step_squares += step * step;
    last->second = burst.contended;
  }
  return seen;
}

} // namespace

Source describeSource(const std::string &path, const perf::Recording &recording,
                      const IngestOptions &options) {
  const perf::Features &features = recording.features();
  Source source;
  source.path = path;
  source.arch = features.arch;
  source.hostname = features.hostname;
  source.cpu_description = features.cpu_description;
  source.os_release = features.os_release;
  source.perf_version = features.perf_version;
  source.command_line = features.command_line;
  source.cpus_online = features.cpus_online;
  source.simulated = isSimulated(recording);
  source.events = eventNames(recording);
  source.lost_samples = recording.lostSamples();
  source.seen = seenIn(recording.bursts());
  setLineSize(source, features, options);
  return source;
}

Origins describeOrigins(const perf::Recording &recording) {
  Origins origins;
  origins.cpu_id = recording.features().cpuid;
  const auto add = [&](const std::string &file, const debuginfo::BuildId &id) {
    if (!id.empty())
      origins.build_ids.try_emplace(file, debuginfo::toHex(id));
  };
  for (const perf::BuildIdEntry &entry : recording.features().build_ids)
    add(entry.file, entry.id);
  for (const perf::SideEvent &side : recording.sideEvents())
    if (const auto *mmap = std::get_if<perf::MmapEvent>(&side.event))
      add(mmap->file, mmap->build_id);
  return origins;
}

Vendor vendorOf(const perf::Features &features) {
  if (features.cpuid.starts_with("GenuineIntel"))
    return Vendor::Intel;
  if (features.cpuid.starts_with("AuthenticAMD") || features.cpuid.starts_with("HygonGenuine"))
    return Vendor::Amd;
  if (features.arch.starts_with("aarch64") || features.arch.starts_with("arm"))
    return Vendor::Arm;
  if (features.arch.starts_with("ppc"))
    return Vendor::Power;
  return Vendor::Unknown;
}

std::optional<Error> findObstacle(const Profile &profile, const perf::Recording &recording,
                                  const lines::LeftOut &left_out, bool code_read) {
  const std::string &path = profile.source.path;
  if (profile.samples == 0 && left_out.filtered != 0)
    return Error{path, {}, "no sample passes the filters", "loosen --pid, --tid or --comm"};
  if (memorySamples(profile) == 0 && recording.trace().kind == perf::TraceKind::ArmSpe)
    return Error{path,
                 {},
                 "its Arm SPE data hold no loads or stores",
                 "record with: perf c2c record -- COMMAND"};
  if (profile.samples == 0)
    return Error{path,
                 {},
                 "it holds no samples",
                 profile.source.simulated
                     ? "take all there are: fsfind record --ldlat 1 --period-loads 1 "
                       "--period-stores 1 COMMAND"
                     : "record with: perf c2c record -- COMMAND"};
  if (profile.source.by_clock)
    return code_read
               ? std::nullopt
               : std::optional(Error{path,
                                     {},
                                     "of none of its samples the code around could be decoded",
                                     "see whether the programs it names are where they were"});
  const auto &events = recording.events();
  if (memorySamples(profile) == 0 && std::any_of(events.begin(), events.end(), lacksData))
    return withoutAddresses(path);
  if (memorySamples(profile) == 0)
    return Error{path,
                 {},
                 fmt::format("it holds no memory samples (events: {})",
                             fmt::join(profile.source.events, ", ")),
                 "record loads and stores with: perf c2c record -- COMMAND"};
  if (profile.totals.ld_noadrs + profile.totals.st_noadrs == memorySamples(profile))
    return withoutAddresses(path);
  return std::nullopt;
}

void noteThinning(const perf::Recording &recording, Profile &profile) {
  const std::vector<perf::EventAttr> &events = recording.events();
  const std::uint64_t kept = memorySamples(profile);
  if (!profile.source.simulated || events.size() != 2 || kept == 0)
    return;
  const std::uint64_t load = std::max<std::uint64_t>(events[0].sample_period, 1),
                      store = std::max<std::uint64_t>(events[1].sample_period, 1);
  const std::uint64_t taken = profile.estimated_loads / load + profile.estimated_stores / store;
  const std::uint64_t one_of = (taken + kept / 2) / kept;
  if (one_of > 1)
    profile.notes.push_back({fmt::format(
        "the recording reached its limit (fsfind record --max-size) and has one of {0} samples, of "
        "the whole run: it saw one of {1} slow loads and one of {2} stores; shares, costs and "
        "rates are estimates of the whole run, counts of samples are 1/{0} of those without the "
        "limit",
        one_of, load * one_of, store * one_of)});
}

void noteLosses(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                const lines::LeftOut &left_out, Profile &profile) {
  profile.notes.insert(profile.notes.end(), recording.notes().begin(), recording.notes().end());
  note(recording.lostSamples(),
       profile.source.by_clock
           ? "samples were lost while recording; record with a lower --frequency"
           : "samples were lost while recording; record fewer CPUs, or raise the buffer with perf "
             "record -m",
       profile);
  note(left_out.guest, "samples of guest systems were left out, as perf c2c leaves them out",
       profile);
  note(left_out.undecodable, "samples are shorter than their event says and were left out",
       profile);
  note(
      spaces.droppedChanges(),
      "mapping changes were left out: the address spaces change more often than any real program's",
      profile);
  noteSpeLosses(recording, left_out.spe, profile);
}

} // namespace fsfind::ingest

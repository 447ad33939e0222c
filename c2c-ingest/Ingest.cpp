#include "c2c-ingest/Ingest.h"

#include "c2c-ingest/ProcessorNotes.h"
#include "c2c-ingest/Source.h"
#include "c2c-ingest/base/Parallel.h"
#include "c2c-ingest/clock/ClockSamples.h"
#include "c2c-ingest/debuginfo/Debuginfod.h"
#include "c2c-ingest/lines/Aggregate.h"
#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/AllocationAskers.h"
#include "c2c-ingest/objects/DatumUpdates.h"
#include "c2c-ingest/objects/Naming.h"
#include "c2c-ingest/objects/RuntimeCode.h"
#include "c2c-ingest/objects/ThreadStarts.h"
#include "c2c-ingest/perf/AddressSpaces.h"
#include "c2c-ingest/perf/MachineParts.h"
#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/perf/RecordingFiles.h"
#include "rules/model/LineSize.h"
#include "rules/model/NumberText.h"
#include "rules/model/SampleCount.h"
#include "support/Confinement.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace fsfind::ingest {

namespace {

/// A callback that reports fractions of `stage`; empty if the options have no callback.
perf::Recording::Progress stageProgress(const IngestOptions &options, std::string_view stage) {
  if (!options.progress)
    return {};
  return [&options, stage](double fraction) { options.progress(stage, fraction); };
}

Expected<void> checkLineSize(const IngestOptions &options) {
  if (options.line_size != 0 && !isLineSize(options.line_size))
    return failure({"--line-size",
                    {},
                    fmt::format("{} is not a line size", options.line_size),
                    "give a power of two from 16 to 4096"});
  return {};
}

void announce(const IngestOptions &options, std::string_view stage) {
  if (options.progress)
    options.progress(stage, 0);
}

debuginfo::SearchOptions searchBeside(const std::string &path, debuginfo::SearchOptions search) {
  if (search.recording_dir.empty() && path != "-")
    search.recording_dir = std::filesystem::path(path).parent_path().string();
  if (search.recording_dir.empty())
    search.recording_dir = ".";
  return search;
}

/// Cycles of all CPUs with samples, from the first sample to the last; 0 = not known.
double cpuCycles(const lines::LineSurvey &survey, const std::string &cpu_description) {
  constexpr double kSecond = 1e9; // ns
  if (!survey.firstTime() || !survey.lastTime())
    return 0;
  const auto time = static_cast<double>(*survey.lastTime() - *survey.firstTime());
  return time / kSecond * static_cast<double>(survey.cpuCount()) *
         perf::nominalFrequency(cpu_description);
}

void addTotals(const lines::LineSurvey &survey, Profile &profile) {
  const std::vector<std::uint64_t> &samples = survey.sources().samples();
  for (std::uint32_t i = 0; i < samples.size(); ++i) {
    const decode::DecodedSource &source = survey.sources()[i];
    profile.totals.add(source.counters, samples[i]);
    const auto sample_class = static_cast<std::size_t>(source.sample_class);
    profile.classes[sample_class] += samples[i];
    profile.class_latency[sample_class] += survey.sources().latencies()[i];
    profile.samples += samples[i];
  }
  profile.cost = survey.cost();
  profile.estimated_loads = survey.estimatedLoads();
  profile.estimated_stores = survey.estimatedStores();
  profile.line_count = survey.lineCount();
  profile.memory_line_step = survey.memoryLineStep();
  profile.source.first_time = survey.firstTime();
  profile.source.last_time = survey.lastTime();
  profile.cpu_cycles = cpuCycles(survey, profile.source.cpu_description);
}

/// Of lines by the clock, whose samples tell of several accesses.
void countSamples(Profile &profile) {
  for (Line &line : profile.lines) {
    line.samples = 0;
    for (const Access &access : line.accesses)
      line.samples += samplesOf(profile.source, access);
  }
}

/// `modules`: null if names are not asked for.
void resolveNames(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                  const lines::NameTables &names, const IngestOptions &options,
                  objects::ModuleCache *modules, const objects::LivingFrames *frames,
                  Profile &profile) {
  objects::NameRoom room;
  objects::nameThreads(names, recording.sideEvents(), profile);
  objects::nameSites(names, spaces, modules, room, profile);
  if (modules) {
    objects::nameByStarts(recording, spaces, *modules, profile);
    objects::nameRuntimeCode(names, recording, spaces,
                             searchBeside(profile.source.path, options.search), room, profile);
  }
  objects::nameTargets(names, spaces, modules, frames, room, profile);
  room.note(profile);
  if (modules)
    objects::findUpdates(names, *modules, profile);
  if (modules && options.compiled)
    modules->describeCompilation(options.compiled);
  if (!modules)
    return;
  for (Note &note : modules->notes())
    profile.notes.push_back(std::move(note));
  profile.rebuilt = modules->rebuilt();
}

Expected<Profile> profileOf(const perf::Recording &recording, const std::string &path,
                            const IngestOptions &options) {
  const perf::AddressSpaces spaces(recording.sideEvents());

  Profile profile;
  profile.source = describeSource(path, recording, options);
  profile.vendor = vendorOf(recording.features());
  profile.topology = perf::machineTopology(recording.features());
  if (options.origins)
    options.origins(describeOrigins(recording));

  const bool by_clock = clock::isClockRecording(recording);
  std::optional<objects::ModuleCache> modules;
  if (options.resolve_names || by_clock)
    modules.emplace(spaces, searchBeside(path, options.search), recording.features().build_ids);

  // Find out for whom allocators took the blocks.
  perf::AllocationLog blocks = recording.allocations();
  if (modules)
    objects::findAskers(blocks, spaces, *modules);

  // Count samples by cacheline, and on lines that look contended also by address, site, thread and
  // CPU.
  announce(options, "counting samples");
  const lines::LineKeys keys(spaces, profile.source.line_size);
  clock::ClockSamples made;
  if (by_clock) {
    FSFIND_TRY(made, clock::clockSamplesOf(recording, spaces, keys, *modules));
  }
  FSFIND_TRY(lines::Aggregate aggregate,
             lines::aggregateSamples(recording, blocks, spaces, keys, options,
                                     by_clock ? &made.samples : nullptr));
  addTotals(aggregate.survey, profile);
  if (by_clock) {
    profile.source.by_clock = ByClock{made.taken, made.decoded, made.together};
    profile.samples = made.taken;
    if (made.one_of > 1)
      profile.notes.push_back(
          {fmt::format("it has more samples than are looked at: of {}, {} were, evenly chosen; "
                       "what is estimated "
                       "stands for all",
                       grouped(made.taken * made.one_of), grouped(made.taken))});
    profile.cpu_cycles = static_cast<double>(profile.cost);
  }

  // Group the counts into cachelines.
  announce(options, "building cachelines");
  lines::NameTables names;
  names.blocks = std::move(aggregate.blocks);
  std::optional<objects::LivingFrames> frames;
  if (modules)
    frames.emplace(recording, spaces, *modules, aggregate.cells);
  lines::FrameOf frame_of;
  if (frames)
    frame_of = [&](const lines::Cell &cell) { return frames->find(cell); };
  lines::buildLines(std::move(aggregate.cells), aggregate.homes, aggregate.histories,
                    aggregate.survey.sources(), keys, spaces, options, names, profile, frame_of);
  if (by_clock)
    countSamples(profile);

  // Name the data, the access sites and the threads, each distinct one once.
  announce(options, "naming variables");
  profile.obstacle = findObstacle(profile, recording, aggregate.left_out, made.code_read);
  noteThinning(recording, profile);
  noteLosses(recording, spaces, aggregate.left_out, profile);
  noteProcessor(recording, profile);
  resolveNames(recording, spaces, names, options, modules ? &*modules : nullptr,
               frames ? &*frames : nullptr, profile);
  return profile;
}

/// Nothing is written, unless a stream has to be kept to be read twice.
Permission permissionFor(const std::string &path) {
  Permission permission = debuginfo::permissionToRead();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) && !std::filesystem::is_directory(path, error))
    permission.write.push_back(std::filesystem::temp_directory_path(error).string());
  return permission;
}

} // namespace

bool isRecording(const std::string &path) {
  return perf::isRecording(path);
}

Expected<Profile> ingest(const std::string &path, const IngestOptions &options) {
  FSFIND_CHECK(checkLineSize(options));
  return confined(permissionFor(path), [&]() -> Expected<Profile> {
    // Walk the records once: attributes, header features and whatever changes address spaces.
    FSFIND_TRY(const auto recording,
               perf::Recording::open(path, stageProgress(options, "reading records")));
    return profileOf(*recording, path, options);
  });
}

Expected<Profile> ingest(const perf::Recording &recording, const std::string &path,
                         const IngestOptions &options) {
  FSFIND_CHECK(checkLineSize(options));
  return confined(debuginfo::permissionToRead(),
                  [&] { return profileOf(recording, path, options); });
}

} // namespace fsfind::ingest

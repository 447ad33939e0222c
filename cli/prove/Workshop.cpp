#include "cli/prove/Workshop.h"

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/record/Emulator.h"
#include "cli/check/Files.h"
#include "cli/terminal/Messages.h"
#include "rules/model/ContentHash.h"

#include <filesystem>
#include <fmt/format.h>

namespace fsfind::prove {

namespace {

/// From here on, exit codes of the shell mean that a command was not executable (126), not found
/// (127) or killed by a signal (128 and more): POSIX, Shell Command Language, 2.8.2.
constexpr int kNoEndOfItsOwn = 126;

/// Without the place of the copy, so that programs that name their own files say the same in both
/// copies.
std::uint64_t hashOfOutput(const std::string &path, const std::string &folder) {
  const auto text = check::readFile(path);
  return text ? contentHash(check::shownText(*text, folder)) : 0;
}

Expected<record::RecordResult> recorded(const Commands &commands,
                                        const record::RecordRequest &request) {
  const record::Host host = record::Host::thisOne();
  FSFIND_TRY(const record::Choice choice, record::chooseEngine(request, host));
  if (choice.hardware)
    return record::recordHardware(*choice.hardware, request, commands.sampling);
  return record::simulate(request, commands.simulation, host, record::pluginFolders());
}

} // namespace

std::string Workshop::placeIn(const WorkingCopy &copy) const {
  return commands_.below.empty() ? copy.folder() : copy.folder() + "/" + commands_.below;
}

Expected<Built> Workshop::build(const WorkingCopy &copy, const Texts &texts) const {
  const std::string log = scratch_ + "/build.log";
  FSFIND_CHECK(copy.put(texts));
  std::error_code error; // git lists no empty folders
  std::filesystem::create_directories(placeIn(copy), error);
  copy.beginBuild();
  const auto ran = shell_.run(commands_.build, placeIn(copy), log, log);
  copy.endBuild();
  if (!ran)
    return failure(ran.error());
  if (ran->exit_code == 0)
    return Built{};
  return Built{fmt::format("the build fails with exit code {}", ran->exit_code), lastLines(log)};
}

Expected<Ran> Workshop::run(const WorkingCopy &copy) const {
  return shell_.run(commands_.run, placeIn(copy), scratch_ + "/output", scratch_ + "/run.log");
}

Expected<Trial> Workshop::runOnce(const WorkingCopy &copy) const {
  say_("running it");
  FSFIND_TRY(const Ran ran, run(copy));
  Trial trial;
  trial.exit_code = ran.exit_code;
  trial.output = hashOfOutput(scratch_ + "/output", copy.folder());
  return trial;
}

Expected<std::string> Workshop::record(const WorkingCopy &copy, const NameData &name, Trial &trial,
                                       unsigned number) const {
  Commands commands = commands_;
  if (commands.simulation.seed != 0) // which stands for no chance at all
    commands.simulation.seed += number;
  record::RecordRequest request;
  request.engine = commands_.engine;
  request.output = scratch_ + "/perf.data";
  request.command = shellCommand(commands_.run);
  request.quiet = true;
  request.place = {placeIn(copy), "/dev/null", scratch_ + "/record.log", true};
  request.version = FSFIND_VERSION;
  request.command_line = request.command;
  std::error_code error;
  std::filesystem::remove(request.output, error);
  FSFIND_TRY(const record::RecordResult result, recorded(commands, request));
  FSFIND_CHECK(shell_.note(result.end.interrupted_by));
  FSFIND_TRY(Profile profile, ingest::ingest(request.output, {}));
  std::filesystem::remove(request.output, error);
  if (profile.obstacle)
    return failure(*profile.obstacle);
  name(profile);
  trial.recordings.push_back({profile.cost, sampledData(profile)});
  return result.how;
}

Expected<std::string> Workshop::recordAll(const WorkingCopy &copy, const NameData &name,
                                          Trial &trial) const {
  say_(fmt::format("recording it {} times", kRecordings));
  std::string how;
  for (unsigned i = 0; i < kRecordings; ++i) {
    FSFIND_TRY(std::string told, record(copy, name, trial, i));
    if (i == 0)
      how = std::move(told);
  }
  return fmt::format("{}; medians of {} recordings", how, kRecordings);
}

Expected<Baseline> Workshop::observeOld(const WorkingCopy &copy, const NameData &name) const {
  Baseline baseline;
  FSFIND_TRY(baseline.trial, runOnce(copy));
  if (baseline.trial.exit_code >= kNoEndOfItsOwn) {
    cli::tellRaw(lastLines(scratch_ + "/run.log"));
    return failure({commands_.run,
                    {},
                    fmt::format("ends with exit code {} before any edit", baseline.trial.exit_code),
                    "give a command that runs in the copy of this folder after the build"});
  }
  FSFIND_TRY(const Trial again, runOnce(copy));
  if (again.exit_code != baseline.trial.exit_code)
    return failure({commands_.run,
                    {},
                    fmt::format("ends with exit code {}, and the next time with {}",
                                baseline.trial.exit_code, again.exit_code),
                    "give a command that always does the same"});
  baseline.steady = baseline.trial.output == again.output;
  FSFIND_TRY(baseline.how, recordAll(copy, name, baseline.trial));
  return baseline;
}

Expected<Trial> Workshop::observeNew(const WorkingCopy &copy, const Baseline &before,
                                     const NameData &name) const {
  FSFIND_TRY(Trial trial, runOnce(copy));
  if (!problemOf(before, trial).empty())
    return trial;
  FSFIND_CHECK(recordAll(copy, name, trial));
  return trial;
}

} // namespace fsfind::prove

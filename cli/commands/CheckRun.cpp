#include "cli/commands/CheckRun.h"

#include "analyzer/knowledge/Knowledge.h"
#include "c2c-ingest/base/TemporaryFolder.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/ProfileOutput.h"
#include "cli/commands/RecordRun.h"
#include "cli/commands/RecordingOptions.h"
#include "cli/commands/ReportJoin.h"
#include "cli/prove/Shell.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Text.h"
#include "rules/codec/FindingsFile.h"
#include "rules/input/InputFile.h"
#include "rules/join/Confirmed.h"
#include "rules/measured/findings/Judge.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/PathObstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fsfind::cli {

namespace {

/// From here on, exit codes of the shell mean that the command was not executable (126) or not
/// found (127): POSIX, Shell Command Language, 2.8.2.
constexpr int kNotExecutable = 126, kNotFound = 127;

/// Whether the first character that is not blank begins a JSON object; no recording begins so.
bool isJsonReport(const std::string &path) {
  constexpr std::size_t kBeginning = 4096;
  const std::string text = beginningOf(path, kBeginning);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

/// Tests are short: simulation looks at five and ten times as many of their accesses as by default,
/// and thins them where that is too much for the recording's size.
RecordArguments recordingOf(const CheckArguments &arguments, std::string output) {
  RecordArguments recording;
  recording.command = prove::shellCommand(arguments.run);
  recording.output = std::move(output);
  recording.quiet = arguments.quiet;
  recording.verbose = arguments.verbose;
  recording.simulation.load_period = 2;
  recording.simulation.store_period = 5;
  return recording;
}

/// Fails if the command did not run at all, and says so if it failed.
Expected<void> tellEnd(const CheckArguments &arguments, const record::RecordResult &result,
                       const std::string &log) {
  const int code = result.end.exit_code;
  const std::string last = prove::lastLines(log);
  if (code == kNotExecutable || code == kNotFound || result.samples == 0) {
    tellRaw(last);
    return failure(
        {"--run",
         {},
         fmt::format("{}: ends with exit code {}{}", arguments.run, code,
                     result.samples == 0 ? ", and accessed no memory that is recorded" : ""),
         "give a command that runs the program, as it is run in this folder"});
  }
  tellUnless(arguments.quiet, fmt::format("{} of {} ({})", counted(result.samples, "sample"),
                                          arguments.run, result.how));
  if (code == 0)
    return {};
  tell(fmt::format("warning: {} ended with exit code {}: what it did until then counts",
                   arguments.run, code));
  if (!arguments.quiet)
    tellRaw(last);
  return {};
}

/// Adds a recording or report to the runs before it.
Expected<void> addRun(RecordedRuns &runs, Measurement more, bool simulated, std::string path) {
  if (runs.paths.empty())
    runs.measured = std::move(more);
  else if (runs.measured.line_size != more.line_size)
    return failure({path,
                    {},
                    fmt::format("has cachelines of {} bytes, and {} of {}", more.line_size,
                                runs.paths.front(), runs.measured.line_size),
                    "ask runs on machines of one kind"});
  else
    addTo(runs.measured, std::move(more));
  runs.simulated |= simulated;
  runs.paths.push_back(std::move(path));
  return {};
}

Expected<void> addRecording(const CheckArguments &arguments, const Facts &facts,
                            const std::string &path, const std::string &shown, RecordedRuns &runs) {
  RecordingArguments recording;
  recording.recording = path;
  ingest::IngestOptions how = ingestOptions(recording, arguments.line_size);
  how.neighbours = how.quiet = how.timelines = true;
  FSFIND_TRY(Profile profile, readRecording(recording, std::move(how), arguments.quiet));
  if (!arguments.quiet)
    warnOfMissingParts(profile);
  if (profile.obstacle)
    return failure(*profile.obstacle);
  JudgeOptions options;
  options.words = analyzer::Knowledge::builtIn().nameWords();
  options.display = defaultDisplayMode(profile.source);
  Report report;
  Measurement measured = measure(facts, profile, std::move(options), report);
  // A clock tells of waiting only: where it shows none, threads may have used the data or not.
  measured.seen = profile.source.by_clock ? SeenData{} : seenData(profile);
  runs.threads.emplace_back(profile);
  return addRun(runs, std::move(measured), profile.source.simulated, shown);
}

Expected<void> addReport(const std::string &path, RecordedRuns &runs) {
  FSFIND_TRY(FindingsFile report, readFindingsFile(path));
  if (!report.measured)
    return failure({path,
                    {},
                    "is a report on sources, and no run",
                    "name a recording, or the report of fsfind report on one"});
  Measurement measured;
  for (Finding &finding : report.findings)
    if (finding.verdict != Verdict::Latent)
      measured.findings.push_back(measuredPart(std::move(finding)));
  measured.contended = report.hitm + report.peers;
  measured.peers = report.hitm == 0 && report.peers != 0;
  measured.line_size = report.source.line_size;
  measured.cost = report.cost;
  measured.seen.emplace(); // of what is not contended, a report has no accesses
  return addRun(runs, std::move(measured), report.source.simulated, path);
}

/// Runs the command, records it into a folder that is removed, and reads the recording.
Expected<void> runCommand(const CheckArguments &arguments, const Facts &facts, RecordedRuns &runs) {
  const EndRequests held; // the folder is removed before a request to end ends the program
  FSFIND_TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const std::string log = folder.pathOf("log"), output = folder.pathOf("perf.data");
  tellUnless(arguments.quiet, "running and recording " + arguments.run);
  FSFIND_TRY(const record::RecordResult result,
             recordAs(recordingOf(arguments, output), prove::shellCommand(arguments.run),
                      {{}, log, log, true}));
  runs.interrupted = result.end.interrupted_by;
  if (runs.interrupted != 0)
    return {};
  FSFIND_CHECK(tellEnd(arguments, result, log));
  warnOfLosses(result);
  return addRecording(arguments, facts, output, arguments.run, runs);
}

} // namespace

Expected<void> checkRunOptions(const CheckArguments &arguments) {
  for (const std::string &path : arguments.profiles) {
    if (auto obstacle = obstacleTo(path))
      return failure(std::move(*obstacle));
    FSFIND_CHECK(keepInput(arguments.output, path));
    FSFIND_CHECK(checkRecording(path));
  }
  return {};
}

Expected<RecordedRuns> recordedRuns(const CheckArguments &arguments, const Facts &facts) {
  RecordedRuns runs;
  if (!arguments.run.empty())
    FSFIND_CHECK(runCommand(arguments, facts, runs));
  for (const std::string &path : arguments.profiles) {
    if (runs.interrupted != 0)
      break;
    FSFIND_CHECK(isJsonReport(path) ? addReport(path, runs)
                                    : addRecording(arguments, facts, path, path, runs));
  }
  return runs;
}

std::vector<std::string> settle(check::Answer &answer, const RecordedRuns &runs,
                                const check::Selection &selection, check::Suppressions &sources) {
  std::vector<std::string> notes;
  const std::size_t measured = std::erase_if(
      answer.findings, [](const Finding &finding) { return finding.verdict == Verdict::Measured; });
  if (answer.strange)
    notes.push_back(fmt::format("{}: shows no datum that these sources declare, and so says "
                                "nothing of findings: is it of this program, with debug info?",
                                joined(runs.paths)));
  else if (measured != 0)
    notes.push_back(fmt::format("{} of the run of which sources do not tell; fsfind report -p "
                                "shows such",
                                counted(measured, "finding")));
  std::erase_if(answer.findings, [&](const Finding &finding) {
    if (finding.verdict != Verdict::Confirmed)
      return false;
    const bool elsewhere = !check::isWanted(finding, selection);
    const bool silenced = !elsewhere && sources.silences(finding);
    answer.elsewhere += elsewhere ? 1 : 0;
    answer.suppressed += silenced ? 1 : 0;
    return elsewhere || silenced;
  });
  rankInOrder(answer.findings);
  for (const ThreadNames &threads : runs.threads)
    threads.tell(answer.findings);
  return notes;
}

} // namespace fsfind::cli

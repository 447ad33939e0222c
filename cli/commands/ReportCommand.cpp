#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/commands/Commands.h"
#include "cli/commands/MeasuredMachine.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/PageOutput.h"
#include "cli/commands/RecordedSources.h"
#include "cli/commands/ReportJoin.h"
#include "cli/commands/ReportOptions.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/fix/WrittenEdits.h"
#include "cli/report/json/Csv.h"
#include "cli/report/text/Stats.h"
#include "cli/report/text/TextReport.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Text.h"
#include "rules/codec/Json.h"
#include "rules/join/ClockShares.h"
#include "rules/measured/cost/TransferPrices.h"
#include "rules/model/FailOn.h"
#include "rules/privacy/Redact.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fsfind::cli {

namespace {

/// The filters as the user gave them; empty if there are none.
std::string filterText(const ReportArguments &arguments) {
  std::vector<std::string> parts;
  if (!arguments.pids.empty())
    parts.push_back(fmt::format("--pid {}", fmt::join(arguments.pids, ",")));
  if (!arguments.tids.empty())
    parts.push_back(fmt::format("--tid {}", fmt::join(arguments.tids, ",")));
  if (!arguments.comms.empty())
    parts.push_back(fmt::format("--comm {}", fmt::join(arguments.comms, ",")));
  return fmt::format("{}", fmt::join(parts, " "));
}

/// What review services and pages show as a suggestion may be Rust or Go, too.
std::vector<Finding> withWrittenEdits(std::vector<Finding> findings, const Source &source) {
  check::Contents contents;
  fix::addWrittenEdits(findings, {source.line_size, source.arch}, contents);
  return findings;
}

/// `next`: what tells more than the report; empty = nothing.
Expected<void> writeReport(const ReportArguments &arguments, const Profile &profile,
                           const Report &report, const std::string &next) {
  if (arguments.format == "text")
    return writeText(arguments, [&](const Traits &traits) {
      return report::textReport(
          profile, report,
          {traits, arguments.verbose, arguments.line_size != 0, filterText(arguments),
           arguments.lines.has_value() || arguments.show_all || arguments.sort != "hitm", next});
    });
  if (const report::Format *format = report::reviewFormat(arguments.format))
    return writeReview(arguments.output, *format,
                       {withWrittenEdits(report.findings, profile.source),
                        reviewSource(profile.source, arguments.privacy.redact)});
  if (arguments.format == kHtmlFormat) {
    Report edited = report;
    edited.findings = withWrittenEdits(std::move(edited.findings), profile.source);
    return writeReportPage(arguments.output, profile, edited);
  }
  if (arguments.format == kSvgFormat)
    return writePicture(arguments.output, profile, report, arguments.picture);
  return writeOutput(arguments.output, [&](std::ostream &out) {
    if (arguments.format == "csv")
      report::writeCsv(out, profile, report);
    else
      codec::writeJson(out, profile, report, FSFIND_VERSION);
  });
}

/// Fails if the user typed options about sources, but no sources are to be joined. What the
/// configuration file says of sources is for when they are.
Expected<void> checkSourceOptions(const ReportArguments &arguments, const ReportArguments &typed) {
  if (asksForSources(arguments))
    return {};
  const char *remedy = "name their build folder with -p, or their facts with --facts, or take "
                       "those of debug info with --sources";
  if (!typed.paths.empty())
    return failure({typed.paths.front(),
                    {},
                    "is given beside the recording, but no sources are to be joined",
                    remedy});
  const std::pair<const char *, const std::vector<std::string> &> lists[] = {
      {"--rules", typed.rules},
      {"--exclude", typed.excludes},
      {"--knowledge", typed.knowledge},
      {"--names", typed.names}};
  for (const auto &[option, values] : lists)
    if (!values.empty())
      return failure({option, {}, "is about sources, but none are to be joined", remedy});
  return {};
}

/// Adds the numbers of findings left out to the report's notes.
void noteLeftOut(Profile &profile, const LeftOut &left) {
  if (left.suppressed != 0)
    profile.notes.push_back(
        {fmt::format("{} left out by --suppressions", counted(left.suppressed, "finding"))});
  if (left.known != 0)
    profile.notes.push_back(
        {fmt::format("{} left out, known by --baseline", counted(left.known, "finding"))});
}

/// The prices that the user gave, before anything is read that takes long.
Expected<std::optional<MachinePrices>> readPrices(const ReportArguments &arguments) {
  if (arguments.machine.empty())
    return std::nullopt;
  FSFIND_TRY(const MachineMap map, readMeasuredMachine(arguments.machine));
  MachinePrices prices = pricesOf(map);
  prices.path = arguments.machine;
  return prices;
}

void noteOtherMachine(Profile &profile, const MachinePrices &prices) {
  const std::string &recorded = profile.source.cpu_description;
  if (!profile.source.simulated && !recorded.empty() && !prices.cpu_model.empty() &&
      recorded != prices.cpu_model)
    profile.notes.push_back({fmt::format("times are by prices of another processor ({}) than the "
                                         "recording's",
                                         prices.cpu_model)});
}

void noteWithoutPrice(Profile &profile, std::size_t findings, const std::string &path) {
  if (findings != 0)
    profile.notes.push_back(
        {fmt::format("{} no time: {} has no price for the distances of {} contended loads",
                     findings == 1 ? "1 finding has" : counted(findings, "finding") + " have", path,
                     findings == 1 ? "its" : "their")});
}

/// The findings of the recording by a clock that the user gave beside another one.
Expected<std::vector<Finding>> clockFindings(const ReportArguments &arguments,
                                             const Source &beside) {
  RecordingArguments of_clock = arguments;
  of_clock.recording = arguments.clock;
  of_clock.pids = of_clock.tids = {};
  of_clock.comms = {};
  FSFIND_TRY(
      const Profile profile,
      readRecording(of_clock, ingestOptions(of_clock, arguments.line_size), arguments.quiet));
  if (profile.obstacle)
    return failure(*profile.obstacle);
  if (!profile.source.by_clock || beside.by_clock)
    return failure({arguments.clock,
                    {},
                    beside.by_clock ? "is given beside another recording by a clock"
                                    : "is no recording by a clock",
                    "give one of fsfind record --engine=clock beside one that samples accesses"});
  JudgeOptions all = judgeOptions(arguments, profile.source);
  all.show_all = true; // each tells with how many samples
  return judge(profile, all).findings;
}

/// Knows of the folders below which programs and their debug info are searched, too.
Redaction redactionFor(const ReportArguments &arguments) {
  Redaction redaction = redactionOf(arguments.privacy);
  redaction.knowFolder(arguments.symfs);
  for (const std::string &folder : arguments.debug_dirs)
    redaction.knowFolder(folder);
  return redaction;
}

/// A judged profile.
struct Judged {
  Report report;
  std::string next;    ///< what tells more than the report; empty = nothing
  int interrupted = 0; ///< signal that ended the reading of sources; or 0
};

/// Judges with the sources that the arguments name, or that the report finds by itself; without
/// these if they cannot be read.
Expected<Judged> judgeFor(const ReportArguments &arguments, Profile &profile) {
  Judged judged;
  if (!asksForSources(arguments)) {
    judged.report = judge(profile, judgeOptions(arguments, profile.source));
    if (!arguments.unasked || judged.report.findings.empty())
      return judged;
  }
  const std::string command = "fsfind report " + arguments.recording;
  if (arguments.moved)
    judged.next = fmt::format("{} -p BUILD joins the findings with the sources, of which debug "
                              "info leads to none that is here",
                              command);
  if (arguments.unasked && (!*arguments.units || (*arguments.units)->commands.empty()))
    return judged;
  auto reading = readSources(arguments, check::absolutePath("."));
  if (!reading) {
    if (arguments.unasked)
      return judged;
    return failure(reading.error());
  }
  judged.interrupted = reading->interrupted;
  if (reading->unread != 0)
    judged.next = fmt::format("{} --sources takes the time to join the findings with the "
                              "sources; {} still to be read",
                              command, counted(reading->unread, "unit"));
  if (judged.interrupted == 0 && reading->unread == 0) {
    FSFIND_CHECK(keepSources(*reading, {arguments.output, arguments.known.write_baseline}));
    FSFIND_TRY(judged.report, judgeWithSources(arguments, std::move(*reading), profile));
  }
  return judged;
}

/// People read on in the current folder: what is below it is called by its place there.
void shortenPaths(Profile &profile, std::vector<Finding> &findings) {
  const std::string folder = check::absolutePath(".");
  check::shortenPaths(profile.sites, folder);
  for (Finding &finding : findings)
    check::shortenPaths(finding, folder);
}

Expected<int> runReport(ReportArguments arguments, const ReportArguments &typed) {
  FSFIND_CHECK(checkSourceOptions(arguments, typed));
  FSFIND_CHECK(keepInput(arguments.output, arguments.recording));
  FSFIND_CHECK(keepInput(arguments.output, arguments.machine));
  FSFIND_CHECK(keepInput(arguments.output, arguments.clock));
  FSFIND_CHECK(checkRecording(arguments.recording));
  FSFIND_CHECK(checkPageOutput(arguments.format, arguments.output));
  FSFIND_CHECK(checkPictureOptions(arguments.format, arguments.picture));
  const bool shared = arguments.format == kProfileFormat;
  FSFIND_CHECK(checkProfileOptions(shared, arguments.output, arguments.shared));
  FSFIND_CHECK(checkPrivacyOptions(shared, arguments.privacy));
  FSFIND_TRY(const std::optional<MachinePrices> prices, readPrices(arguments));
  ingest::IngestOptions options = ingestOptions(arguments, arguments.line_size);
  options.resolve_names = !arguments.stats;
  arguments.unasked = findsSources(arguments);
  options.neighbours = asksForSources(arguments) || arguments.unasked;
  options.timelines = arguments.format == kHtmlFormat || arguments.format == kSvgFormat;
  Origins origins;
  options.origins = [&](Origins told) { origins = std::move(told); };
  FSFIND_TRY(Profile profile,
             arguments.of_debug_info || arguments.unasked
                 ? readWithUnits(arguments, std::move(options), arguments, check::absolutePath("."))
                 : readRecording(arguments, std::move(options), arguments.quiet));
  if (!arguments.quiet)
    warnOfMissingParts(profile);
  if (arguments.stats) {
    FSFIND_CHECK(writeOutput(arguments.output,
                             [&](std::ostream &out) { out << report::statsReport(profile); }));
    return kExitDone;
  }
  if (profile.obstacle)
    return failure(*profile.obstacle);
  FSFIND_TRY(Judged judged, judgeFor(arguments, profile));
  if (judged.interrupted != 0)
    return kSignalBase + judged.interrupted;
  Report &report = judged.report;
  FSFIND_TRY(const LeftOut left,
             leaveOutKnown(arguments.known, arguments.verbose, report.findings));
  noteLeftOut(profile, left);
  if (prices) {
    noteOtherMachine(profile, *prices);
    noteWithoutPrice(profile, priceTransfers(report, profile, *prices), prices->path);
  }
  if (!arguments.clock.empty()) {
    FSFIND_TRY(const std::vector<Finding> by_clock, clockFindings(arguments, profile.source));
    addClockShares(report.findings, by_clock);
  }
  Redaction redaction = redactionFor(arguments);
  if (shared) {
    JudgeOptions all = judgeOptions(arguments, profile.source);
    all.show_all = true; // what is too little in one recording may be much in a fleet
    all.max_lines = 0;
    const Report whole = judge(profile, all);
    FSFIND_CHECK(writeProfile(arguments.output, arguments.recording,
                              {profile, whole, origins, arguments.shared}, redaction));
    return fails(report.findings, failTerms(arguments.fail_on)) ? kExitFindings : kExitDone;
  }
  if (arguments.privacy.redact)
    redact(profile, report, redaction);
  else if (arguments.format == "text")
    shortenPaths(profile, report.findings);
  FSFIND_CHECK(writeReport(arguments, profile, report, judged.next));
  return fails(report.findings, failTerms(arguments.fail_on)) ? kExitFindings : kExitDone;
}

} // namespace

void addReportCommand(const Command &app, Action &action) {
  const Command command = app.addSubcommand(
      "report", "Rank the contended cachelines of a perf c2c recording and name what lies on them");
  command.footer(reviewFormatsHelp());
  const auto arguments = std::make_shared<ReportArguments>();
  addReportOptions(command, *arguments);
  command.whenChosen([arguments, &action] {
    action = [arguments, typed = *arguments] { return runReport(*arguments, typed); };
  });
}

} // namespace fsfind::cli

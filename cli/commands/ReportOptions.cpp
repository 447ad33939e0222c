#include "cli/commands/ReportOptions.h"

#include "analyzer/knowledge/Knowledge.h"
#include "cli/commands/PageOutput.h"
#include "cli/commands/RecordedSources.h"
#include "cli/commands/ReviewOutput.h"
#include "cli/commands/Validators.h"

namespace fsfind::cli {

namespace {

constexpr std::size_t kTextLines = 10;

void addReportOutput(const Command &command, ReportArguments &arguments) {
  Option format = command.addOption("--format", arguments.format, "What to write (default text)");
  format.check(
      oneOf(withReviewFormats({"text", "json", "csv", kHtmlFormat, kSvgFormat, kProfileFormat})));
  command.addFlag("--stats", arguments.stats, "Print only the totals of perf c2c report --stats")
      .excludes(format);
  addTextOutputOptions(command, arguments, "--no-pager,--stdio");
  command.addFlag("-q,--quiet", arguments.quiet, "Show no progress and no warnings");
  command.addFlag("-v,--verbose", arguments.verbose,
                  "Show every finding, inline chains, every access site and every thread");
}

void addShownOptions(const Command &command, ReportArguments &arguments) {
  command
      .addOption("--lines", arguments.lines,
                 "Show the first N lines, 0 for all (default at most 10, all for other formats)")
      .typeName("N")
      .check(wholeNumber());
  command.addFlag("--show-all", arguments.show_all,
                  "Also show lines and findings with too little contention to matter");
  command
      .addOption("--fail-on", arguments.fail_on,
                 "Exit with 1 if there is false sharing or first touch of this confidence or a "
                 "higher one, or (confirmed) that both source and recording show; as "
                 "KIND:CONFIDENCE of the kind false, true, first-touch or any; several with commas "
                 "between")
      .check(failOn({"any", "low", "medium", "high", "confirmed"}))
      .excludes(command.option("--stats"));
}

void addRankingOptions(const Command &command, ReportArguments &arguments) {
  const Section section(command, "Ranking");
  command
      .addOption(
          "-d,--display", arguments.display,
          "Rank by total, local or remote HITM, or by peer loads (default tot, peer for Arm)")
      .check(oneOf({"tot", "lcl", "rmt", "peer"}));
  command
      .addOption("--sort", arguments.sort,
                 "Order lines by HITM (as perf does), cycles lost, stores or samples")
      .check(oneOf({"hitm", "cost", "stores", "samples"}));
  command
      .addOption("--machine", arguments.machine,
                 "Estimate the time lost by what fsfind machine measured")
      .typeName("FILE")
      .check(fileName())
      .excludes(command.option("--stats"));
  command
      .addOption("--clock", arguments.clock,
                 "Tell what findings take by a recording of the same program by a clock")
      .typeName("FILE")
      .check(fileName())
      .excludes(command.option("--stats"));
}

void addPictureOptions(const Command &command, ReportArguments &arguments) {
  const Section section(command, "Pictures");
  command
      .addOption("--picture", arguments.picture.picture,
                 "What --format=svg draws (default strip, of the finding's first cacheline)")
      .check(oneOf(report::pictureWords()));
  command
      .addOption("--finding", arguments.picture.finding,
                 "Draw the finding of this number or fingerprint (default: the first; map, flame "
                 "and memory of all)")
      .typeName("N");
}

void addLineSizeOption(const Command &command, ReportArguments &arguments) {
  const Section section(command, kReadingRecordings);
  command
      .addOption("--line-size", arguments.line_size,
                 "Bytes of a cacheline (default: as recorded, else 64)")
      .typeName("N")
      .check(lineSize());
}

/// Options about sources; with `--build`, `--facts` or `--sources` the report is joined with their
/// findings.
void addJoinOptions(const Command &command, ReportArguments &arguments) {
  addInputOptions(command, arguments);
  command.option("--build").description(
      "Join with the sources of this build folder or compile_commands.json");
  command.option("--facts").description(
      "Join with the sources whose facts are in FILE (may be repeated)");
  command.option("--exclude")
      .description(
          "Leave out units and latent findings in files that match the glob (may be repeated)");
  addRuleOptions(command, arguments);
  command.option("--min-confidence")
      .description("Leave out latent findings of a lower confidence (default medium)");
  addRunOptions(command, arguments);
  command.addOption("paths", arguments.paths, "Only latent findings in these files and folders")
      .typeName("PATHS")
      .check(fileName());
  addSourcesOption(command, arguments,
                   "Join with all sources that the recorded programs' debug info names (default: "
                   "with those that use what is contended, if they are read in a few seconds)");
  const Section section(command, kReadingSources);
  command.addFlag("--no-sources", arguments.no_sources, "Join with no sources")
      .excludes("--build")
      .excludes("--facts")
      .excludes("--sources");
  for (const char *option : {"--build", "--facts", "--sources"})
    command.option(option).excludes(command.option("--stats"));
}

} // namespace

void addReportOptions(const Command &command, ReportArguments &arguments) {
  arguments.recording = "perf.data";
  command
      .addOption("-i,--input,recording", arguments.recording,
                 "Recording to read, - for standard input (default perf.data)")
      .typeName("FILE")
      .check(fileName());
  addReportOutput(command, arguments);
  addShownOptions(command, arguments);
  addKnownOptions(command, arguments.known);
  addFilterOptions(command, arguments);
  addReadingOptions(command, arguments);
  addLineSizeOption(command, arguments);
  addRankingOptions(command, arguments);
  addPictureOptions(command, arguments);
  addProfileOptions(command, arguments.shared);
  addPrivacyOptions(command, arguments.privacy);
  addJoinOptions(command, arguments);
}

bool asksForSources(const ReportArguments &arguments) {
  return arguments.of_debug_info || !arguments.build.empty() || !arguments.facts_in.empty();
}

bool findsSources(const ReportArguments &arguments) {
  const KnownArguments &known = arguments.known;
  const bool decides = arguments.fail_on != "none" || !known.baseline.empty() ||
                       !known.write_baseline.empty() || !known.suppressions.empty();
  const bool shown = arguments.format == "text" || arguments.format == kHtmlFormat ||
                     arguments.format == kSvgFormat;
  return shown && !decides && !asksForSources(arguments) && !arguments.no_sources &&
         !arguments.stats;
}

JudgeOptions judgeOptions(const ReportArguments &arguments, const Source &source) {
  JudgeOptions options;
  options.words = analyzer::Knowledge::builtIn().nameWords();
  options.display = arguments.display == "tot"    ? DisplayMode::Total
                    : arguments.display == "lcl"  ? DisplayMode::Local
                    : arguments.display == "rmt"  ? DisplayMode::Remote
                    : arguments.display == "peer" ? DisplayMode::Peer
                                                  : defaultDisplayMode(source);
  options.sort = arguments.sort == "cost"      ? SortKey::Cost
                 : arguments.sort == "stores"  ? SortKey::Stores
                 : arguments.sort == "samples" ? SortKey::Samples
                                               : SortKey::Hitm;
  const bool text = arguments.format == "text";
  options.max_lines = arguments.lines.value_or(text ? kTextLines : 0);
  options.show_all = arguments.show_all;
  return options;
}

} // namespace fsfind::cli

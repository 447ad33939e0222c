#include "cli/commands/ReportOptions.h"

#include "cli/commands/ReviewOutput.h"
#include "cli/commands/Validators.h"

#include <CLI/CLI.hpp>

namespace fsfind::cli {

namespace {

constexpr std::size_t kTextLines = 10;
constexpr unsigned kMostThreads = 1024;

void addOutputOptions(CLI::App &command, ReportArguments &arguments) {
  CLI::Option *format =
      command.add_option("--format", arguments.format, "What to write (default text)");
  format->check(oneOf(withReviewFormats({"text", "json", "csv"})));
  command.add_flag("--stats", arguments.stats, "Print only the totals of perf c2c report --stats")
      ->excludes(format);
  addTextOutputOptions(command, arguments, "--no-pager,--stdio");
  command.add_flag("-q,--quiet", arguments.quiet, "Show no progress");
  command.add_flag("-v,--verbose", arguments.verbose,
                   "Show inline chains, every access site and every thread");
}

void addRankingOptions(CLI::App &command, ReportArguments &arguments) {
  command
      .add_option("--lines", arguments.lines,
                  "Show the first N lines, 0 for all (default 10, all for other formats)")
      ->type_name("N")
      ->check(wholeNumber());
  command
      .add_option(
          "-d,--display", arguments.display,
          "Rank by total, local or remote HITM, or by peer loads (default tot, peer for Arm)")
      ->check(oneOf({"tot", "lcl", "rmt", "peer"}));
  command
      .add_option("--sort", arguments.sort,
                  "Order lines by HITM (as perf does), cycles lost, stores or samples")
      ->check(oneOf({"hitm", "cost", "stores", "samples"}));
  command.add_flag("--show-all", arguments.show_all,
                   "Also show lines and findings with too little contention to matter");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "Exit with 1 if there are findings of this confidence or a higher one, or that "
                  "source and measurement both tell of")
      ->check(oneOf({"none", "any", "low", "medium", "high", "confirmed"}))
      ->excludes(command.get_option("--stats"));
}

/// A list option takes one argument, comma-separated, and may be repeated.
template <class T>
CLI::Option *addList(CLI::App &command, const char *name, std::vector<T> &values, const char *type,
                     const char *help) {
  return command.add_option(name, values, help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(type);
}

void addFilterOptions(CLI::App &command, ReportArguments &arguments) {
  addList(command, "--pid", arguments.pids, "PID,...", "Only samples of these processes")
      ->check(processId());
  addList(command, "--tid", arguments.tids, "TID,...", "Only samples of these threads")
      ->check(threadId());
  addList(command, "--comm", arguments.comms, "NAME,...", "Only samples of threads so named");
}

void addReadingOptions(CLI::App &command, ReportArguments &arguments) {
  command.add_option("--symfs", arguments.symfs, "Look for recorded files under DIR instead of /")
      ->type_name("DIR")
      ->check(directory());
  command
      .add_option("--debug-dir", arguments.debug_dirs,
                  "Look for separate debug info in DIR (may be repeated)")
      ->allow_extra_args(false)
      ->type_name("DIR")
      ->check(directory());
  command
      .add_option("--line-size", arguments.line_size,
                  "Bytes of a cacheline (default: as recorded, else 64)")
      ->type_name("N")
      ->check(lineSize());
  command.add_flag("--double-line", arguments.double_line,
                   "Take pairs of lines, as adjacent-line prefetchers fetch them");
  command.add_option("--threads", arguments.threads, "Use N threads (default: one a CPU)")
      ->type_name("N")
      ->check(CLI::Range(0U, kMostThreads));
}

/// With any of them the report joins what the sources show.
void addSourceOptions(CLI::App &command, ReportArguments &arguments) {
  addInputOptions(command, arguments);
  command.get_option("--build")->description(
      "Join with the sources of this build folder or compile_commands.json");
  command.get_option("--facts")->description(
      "Join with the sources whose facts are in FILE (may be repeated)");
  command.get_option("--exclude")
      ->description("Leave out units and latent findings in files that fit (may be repeated)");
  addRuleOptions(command, arguments);
  command.get_option("--min-confidence")
      ->description("Leave out latent findings of a lower confidence (default medium)");
  addRunOptions(command, arguments);
  command.add_option("paths", arguments.paths, "Only latent findings in these files and folders")
      ->type_name("PATHS")
      ->check(fileName());
  for (const char *option : {"--build", "--facts"})
    command.get_option(option)->excludes(command.get_option("--stats"));
}

} // namespace

void addReportOptions(CLI::App &command, ReportArguments &arguments) {
  command
      .add_option("-i,--input,recording", arguments.recording,
                  "Recording to read, - for standard input (default perf.data)")
      ->type_name("FILE")
      ->check(fileName());
  addOutputOptions(command, arguments);
  addRankingOptions(command, arguments);
  addKnownOptions(command, arguments.known);
  addFilterOptions(command, arguments);
  addReadingOptions(command, arguments);
  addSourceOptions(command, arguments);
}

bool asksForSources(const ReportArguments &arguments) {
  return !arguments.build.empty() || !arguments.facts_in.empty();
}

ingest::IngestOptions ingestOptions(const ReportArguments &arguments) {
  ingest::IngestOptions options;
  options.line_size = arguments.line_size;
  options.double_line = arguments.double_line;
  options.pids = arguments.pids;
  options.tids = arguments.tids;
  options.comms = arguments.comms;
  options.search.symfs = arguments.symfs;
  options.search.debug_dirs = arguments.debug_dirs;
  options.resolve_names = !arguments.stats;
  options.threads = arguments.threads;
  return options;
}

JudgeOptions judgeOptions(const ReportArguments &arguments, const Source &source) {
  JudgeOptions options;
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

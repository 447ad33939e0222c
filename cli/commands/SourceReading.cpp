#include "cli/commands/SourceReading.h"

#include "analyzer/knowledge/Knowledge.h"
#include "cli/check/FactsCache.h"
#include "cli/check/Files.h"
#include "cli/check/Selection.h"
#include "cli/check/Trust.h"
#include "cli/commands/CheckInput.h"
#include "cli/git/Committed.h"
#include "cli/terminal/EndAtOnce.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Progress.h"
#include "cli/terminal/Text.h"
#include "rules/codec/FactsFile.h"
#include "rules/input/InputFile.h"
#include "rules/merge/MergeFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace fsfind::cli {

namespace {

constexpr std::size_t kTroublesShown = 5;
/// How long sources are read that nobody asked for.
constexpr std::chrono::seconds kPatience{5};

/// The cache's folder; empty = none. A link stays one, and is refused later.
std::string cacheFolder(const SourceArguments &arguments) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (arguments.no_cache)
    return {};
  return arguments.cache_dir.empty() ? check::defaultCacheFolder()
                                     : fs::absolute(arguments.cache_dir, error).string();
}

/// What the files and options say of the project's names.
Expected<std::string> knowledgeOf(const SourceArguments &arguments) {
  std::vector<analyzer::ToldText> texts;
  for (const std::string &path : arguments.knowledge) {
    FSFIND_TRY(std::string text, readInput(path, input::kKnowledge));
    texts.push_back({path, std::move(text)});
  }
  for (const std::string &line : arguments.names)
    texts.push_back({"--names", line});
  return texts.empty() ? std::string() : analyzer::Knowledge::joined(texts);
}

check::ExtractionOptions extractionOptions(const SourceArguments &arguments, Progress &progress) {
  check::ExtractionOptions options;
  options.jobs = arguments.jobs;
  options.unit_timeout = std::chrono::seconds(arguments.unit_timeout);
  options.unit_memory = std::uint64_t{arguments.unit_memory} << 20U;
  if (arguments.unasked)
    options.until = std::chrono::steady_clock::now() + kPatience;
  options.progress = [&](std::string_view stage, double fraction) {
    progress.update(stage, fraction);
  };
  return options;
}

void warn(const std::string &text) {
  tell("warning: " + text);
}

/// `src/a.c: 1 error, the first: src/a.h:2: …`
std::string told(const check::UnitTrouble &unit, const std::string &between,
                 const std::string &folder) {
  return check::shownPath(unit.file, folder) + between + check::shownText(unit.what, folder);
}

/// Says which files of the compile database are not read, since they are in other languages.
void tellLeftOut(const SourceArguments &arguments, const CheckInput &input,
                 const std::string &folder) {
  constexpr std::size_t kNamed = 3;
  const std::size_t all = input.left_out.size();
  const std::size_t named = arguments.verbose ? all : std::min(all, kNamed);
  if (all == 0)
    return;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < named; ++i)
    names.push_back(check::shownPath(input.left_out[i], folder));
  if (named < all)
    names.push_back(fmt::format("and {} more; -v names them", all - named));
  tell(fmt::format("{} of {} not read, being neither C nor C++: {}", counted(all, "file"),
                   check::shownPath(input.source, folder), joined(names)));
}

/// Says which options of the units change nothing, since they do not change how sources are read.
void tellDropped(const check::Extraction &extraction) {
  std::vector<std::string> options;
  for (const auto &[option, units] : extraction.dropped)
    options.push_back(fmt::format("{} ({})", option, counted(units, "unit")));
  if (!options.empty())
    tell(fmt::format("{} of compile commands not used to read sources: {}",
                     counted(options.size(), "option"), joined(options)));
}

/// Prints a warning for each of the first few records that units lay out in different ways.
void tellLayouts(const check::Extraction &extraction, const std::string &folder, bool all) {
  const std::size_t count = extraction.layouts.size();
  const std::size_t shown = all ? count : std::min(count, kTroublesShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const SeveralLayouts &record = extraction.layouts[i];
    std::vector<std::string> layouts;
    for (const LayoutInUnit &one : record.layouts)
      layouts.push_back(
          fmt::format("{} bytes in {}", one.size, check::shownPath(one.unit, folder)));
    warn(fmt::format("{}:{}: {} has {} layouts: {}; units of one program that have different ones "
                     "disagree on where its members lie: see on which options or macros it depends",
                     check::shownPath(record.place.file, folder), record.place.line, record.name,
                     layouts.size(), joined(layouts)));
  }
  if (shown < count)
    warn(fmt::format("{} more records with several layouts; -v names them", count - shown));
}

/// Prints a warning for each unit in trouble; of units with errors only the first few, unless
/// `verbose`.
void tellTroubles(const SourceArguments &arguments, const CheckInput &input,
                  const check::Extraction &extraction, const check::Workplace &place,
                  const std::string &folder) {
  if (arguments.quiet || arguments.unasked)
    return;
  tellLeftOut(arguments, input, folder);
  for (const std::string &note : input.notes)
    warn(check::shownText(note, folder));
  for (const std::string &path : input.unread)
    warn(fmt::format("{}: not read: {} does not name it; give its options: fsfind check {} -- …",
                     path, check::shownPath(input.source, folder), path));
  if (!place.cache_trouble.empty() && extraction.units != 0)
    warn("the cache " + place.cache_trouble);
  if (!extraction.cache_trouble.empty())
    warn("the cache " + extraction.cache_trouble);
  for (const check::UnitTrouble &unit : extraction.failed)
    warn(told(unit, ": left out: ", folder));
  const std::size_t all = extraction.erroneous.size();
  const std::size_t shown = arguments.verbose ? all : std::min(all, kTroublesShown);
  for (std::size_t i = 0; i < shown; ++i)
    warn(told(extraction.erroneous[i], ": ", folder));
  if (shown < all)
    warn(fmt::format("{} more units with errors; -v names them", all - shown));
  if (all != 0 && !input.lacking.empty())
    warn(input.lacking);
  tellLayouts(extraction, folder, arguments.verbose);
  if (arguments.verbose)
    tellDropped(extraction);
}

/// Fails if no unit could be read, with the first unit's problem.
Expected<void> checkFailures(const check::Extraction &extraction, const std::string &folder) {
  if (extraction.units == 0 || extraction.failed.size() < extraction.units)
    return {};
  const std::string first = told(extraction.failed.front(), ": ", folder);
  if (extraction.units == 1)
    return failure({{}, {}, first, ""});
  return failure(
      {{},
       {},
       fmt::format("none of {} units could be read; the first is {}", extraction.units, first),
       "see that their sources and folders are there"});
}

/// The union of these facts and those of the facts files; of a single file, as it is.
Expected<Facts> joinFacts(const SourceArguments &arguments, Facts facts,
                          const check::Workplace &place) {
  if (arguments.facts_in.empty())
    return facts;
  const EndAtOnce endable(place.folder.path());
  if (arguments.facts_in.size() == 1 && facts.units.empty())
    return readFactsFile(arguments.facts_in.front());
  FactsMerger merger;
  merger.add(std::move(facts));
  for (const std::string &path : arguments.facts_in) {
    FSFIND_TRY(Facts more, readFactsFile(path));
    merger.add(std::move(more));
  }
  return merger.take();
}

Expected<check::Extraction> extract(const SourceArguments &arguments, const std::string &folder,
                                    CheckInput &input, const analyzer::OtherFiles &edited,
                                    const check::Workplace &place, std::string_view stage,
                                    const ProgressTold &told) {
  FSFIND_TRY(std::string knowledge, knowledgeOf(arguments));
  std::vector<check::CompileCommand> commands = std::move(input.commands);
  const std::size_t given = commands.size();
  std::erase_if(commands, [&](const check::CompileCommand &command) {
    return check::isExcluded(command.file, arguments.excludes);
  });
  if (commands.empty() && given != 0)
    return failure({{}, {}, "--exclude leaves no unit to read", "exclude less"});
  if (commands.empty())
    return check::Extraction{};
  Progress progress(!arguments.quiet);
  check::ExtractionOptions options = extractionOptions(arguments, progress);
  options.knowledge = std::move(knowledge);
  options.edited = edited;
  options.trusted = check::trustedFolders(folder);
  if (!edited.empty()) {
    progress.begin(stage);
    options.progress = [&](std::string_view, double fraction) { progress.update(stage, fraction); };
  }
  if (told)
    options.progress = [&, show = options.progress](std::string_view at, double fraction) {
      show(at, fraction);
      told(stage.empty() ? at : stage, fraction);
    };
  return check::extractUnits(commands, options, place);
}

std::vector<std::string> notesOn(const check::Extraction &extraction, const std::string &folder) {
  std::vector<std::string> notes;
  for (const auto *troubles : {&extraction.failed, &extraction.erroneous})
    for (const check::UnitTrouble &unit : *troubles)
      notes.push_back(told(unit, ": ", folder));
  return notes;
}

} // namespace

Expected<check::Workplace> workplaceFor(const SourceArguments &arguments) {
  const std::string cache = cacheFolder(arguments);
  const std::string trouble = cache.empty() ? "" : git::whyMayBeCommitted(cache);
  if (trouble.empty())
    return check::workplaceIn(cache);
  FSFIND_TRY(check::Workplace place, check::workplaceIn({}));
  place.cache_trouble = fmt::format(
      "{} is not used: {}; name a folder that is not committed with --cache-dir", cache, trouble);
  return place;
}

Expected<SourceReading> readEdited(const SourceArguments &arguments, const std::string &folder,
                                   const analyzer::OtherFiles &edited,
                                   const check::Workplace &place, std::string_view stage,
                                   const ProgressTold &told) {
  FSFIND_TRY(CheckInput input, findCheckInput(arguments, folder));
  FSFIND_TRY(check::Extraction extraction,
             extract(arguments, folder, input, edited, place, stage, told));
  SourceReading reading;
  reading.interrupted = extraction.interrupted;
  reading.notes = notesOn(extraction, folder);
  FSFIND_TRY(reading.facts, joinFacts(arguments, std::move(extraction.facts), place));
  return reading;
}

Expected<SourceReading> readSources(const SourceArguments &arguments, const std::string &folder) {
  FSFIND_TRY(const check::Workplace place, workplaceFor(arguments));
  return readSources(arguments, folder, place);
}

Expected<SourceReading> readSources(const SourceArguments &arguments, const std::string &folder,
                                    const check::Workplace &place, const ProgressTold &told,
                                    const analyzer::OtherFiles &edited) {
  FSFIND_TRY(CheckInput input, findCheckInput(arguments, folder));
  FSFIND_TRY(check::Extraction extraction,
             extract(arguments, folder, input, edited, place,
                     edited.empty() ? "" : "reading what is staged", told));
  SourceReading reading;
  reading.interrupted = extraction.interrupted;
  reading.unread = extraction.unread;
  if (reading.interrupted != 0 || reading.unread != 0)
    return reading;
  FSFIND_CHECK(checkFailures(extraction, folder));
  tellTroubles(arguments, input, extraction, place, folder);
  reading.path = check::shownPath(input.source, folder);
  reading.cached = extraction.cached;
  reading.failed = extraction.failed.size();
  reading.erroneous = extraction.erroneous.size();
  reading.notes = notesOn(extraction, folder);
  reading.dependencies = std::move(extraction.dependencies);
  reading.absent = std::move(extraction.absent);
  for (const auto *files : {&arguments.knowledge, &arguments.facts_in})
    reading.dependencies.insert(reading.dependencies.end(), files->begin(), files->end());
  FSFIND_TRY(reading.facts, joinFacts(arguments, std::move(extraction.facts), place));
  return reading;
}

Expected<void> keepSources(const SourceReading &reading, const std::vector<std::string> &outputs) {
  for (const std::string &output : outputs) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(output, none))
      continue;
    FSFIND_CHECK(keepInput(output, reading.path));
    for (const std::string &file : reading.dependencies)
      FSFIND_CHECK(keepInput(output, file));
  }
  return {};
}

void warnOfChanged(const SourceArguments &arguments, const std::vector<std::string> &files,
                   const std::string &folder) {
  for (const std::string &file : files)
    if (!arguments.quiet)
      warn(check::shownPath(file, folder) +
           ": has changed since it was read: no edits in it are shown");
}

} // namespace fsfind::cli

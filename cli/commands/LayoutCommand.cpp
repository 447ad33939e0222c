#include "c2c-ingest/debuginfo/RecordSearch.h"
#include "cli/commands/Commands.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/RecordingOptions.h"
#include "cli/commands/TextOutput.h"
#include "cli/commands/Validators.h"
#include "cli/report/LayoutReport.h"
#include "cli/terminal/Nearest.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Text.h"
#include "rules/measured/usage/MemberUsage.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>

namespace fsfind::cli {

namespace {

constexpr const char *kFooter = "Examples:\n"
                                "  fsfind layout Queue ./server\n"
                                "  fsfind layout ns::Queue perf.data\n";

struct LayoutArguments : OutputArguments, RecordingArguments {
  std::string type, format = "text";
  std::uint32_t line_size = 0; ///< bytes; 0 = as recorded
  bool quiet = false;
};

/// What was found in all modules together.
struct Found {
  std::vector<TypeLayout> layouts;
  std::set<std::string> names;
  std::vector<std::string> notes;
};

bool isListed(const std::vector<TypeLayout> &layouts, const TypeLayout &one) {
  return std::any_of(layouts.begin(), layouts.end(), [&](const TypeLayout &other) {
    return other.name == one.name && other.declared == one.declared && other.size == one.size;
  });
}

/// Where binaries may lie that were copied beside the recording.
std::string folderOf(const std::string &path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Expected<void> searchModule(const LayoutArguments &arguments, const std::string &path,
                            Found &found) {
  const debuginfo::SearchOptions search{arguments.symfs, arguments.debug_dirs,
                                        folderOf(arguments.recording)};
  FSFIND_TRY(const auto module, debuginfo::Module::open(path, {}, search));
  debuginfo::RecordsFound records = module->recordsNamed(arguments.type);
  for (TypeLayout &layout : records.layouts)
    if (!isListed(found.layouts, layout))
      found.layouts.push_back(std::move(layout));
  found.names.merge(records.names);
  for (std::string &note : module->notes())
    found.notes.push_back(std::move(note));
  return {};
}

/// The files that code of the recording was in, but for those that were built anew since.
std::set<std::string> modulesOf(const Profile &profile) {
  std::set<std::string> modules;
  for (const Site &site : profile.sites)
    if (site.module.starts_with('/') &&
        !std::binary_search(profile.rebuilt.begin(), profile.rebuilt.end(), site.module))
      modules.insert(site.module);
  return modules;
}

Error notFound(const LayoutArguments &arguments, const Found &found) {
  if (found.names.empty() && !found.notes.empty())
    return {{}, {}, found.notes.front(), {}};
  if (found.names.empty())
    return {arguments.recording, {}, "its debug info describes no types", "build with -g"};
  return {arguments.recording,
          {},
          fmt::format("has no record called {}", arguments.type),
          suggestion(arguments.type, {found.names.begin(), found.names.end()},
                     "give its name as the source has it, with or without its namespace")};
}

/// Several types of one name in different scopes need a longer name.
Expected<void> checkOneName(const LayoutArguments &arguments, const Found &found) {
  std::set<std::string> names;
  for (const TypeLayout &layout : found.layouts)
    names.insert(layout.name);
  if (names.size() < 2)
    return {};
  std::vector<std::string> listed(names.begin(), names.end());
  constexpr std::size_t kMostListed = 5;
  const std::size_t more = listed.size() - std::min(listed.size(), kMostListed);
  listed.resize(listed.size() - more);
  return failure({arguments.recording,
                  {},
                  fmt::format("{} is the name of {} types: {}{}", arguments.type, names.size(),
                              joined(listed), more == 0 ? "" : fmt::format(" and {} more", more)),
                  "give the whole name of one"});
}

Expected<report::LayoutReport> finish(const LayoutArguments &arguments, Found found,
                                      report::LayoutReport report, const Profile *profile) {
  if (found.layouts.empty())
    return failure(notFound(arguments, found));
  FSFIND_CHECK(checkOneName(arguments, found));
  for (TypeLayout &layout : found.layouts) {
    report::LayoutView view{std::move(layout), std::nullopt};
    if (profile) {
      addMemberUsage(*profile, view.layout);
      view.order = orderByWriters(view.layout, report.line_size);
    }
    report.views.push_back(std::move(view));
  }
  return report;
}

Expected<report::LayoutReport> ofProgram(const LayoutArguments &arguments) {
  report::LayoutReport report;
  report.source = arguments.recording;
  report.line_size = arguments.line_size != 0 ? arguments.line_size : kDefaultLineSize;
  Found found;
  FSFIND_CHECK(searchModule(arguments, arguments.recording, found));
  return finish(arguments, std::move(found), std::move(report), nullptr);
}

Expected<report::LayoutReport> ofRecording(const LayoutArguments &arguments) {
  ingest::IngestOptions options = ingestOptions(arguments, arguments.line_size);
  options.neighbours = true; // an instance may reach into lines that are not contended
  FSFIND_TRY(const Profile profile, readRecording(arguments, std::move(options), arguments.quiet));
  if (!arguments.quiet)
    warnOfMissingParts(profile);
  report::LayoutReport report;
  report.source = arguments.recording;
  report.line_size = profile.source.line_size;
  report.recorded = true;
  report.simulated = profile.source.simulated;
  Found found;
  for (const std::string &module : modulesOf(profile))
    if (const auto searched = searchModule(arguments, module, found); !searched)
      found.notes.push_back(searched.error().message());
  return finish(arguments, std::move(found), std::move(report), &profile);
}

Expected<void> writeReport(const LayoutArguments &arguments, const report::LayoutReport &report) {
  if (arguments.format == "text")
    return writeText(arguments,
                     [&](const Traits &traits) { return report::layoutText(report, traits); });
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeLayoutJson(out, report, FSFIND_VERSION);
  });
}

Expected<int> runLayout(const LayoutArguments &arguments) {
  FSFIND_CHECK(tryOutput(arguments.output));
  FSFIND_CHECK(keepInput(arguments.output, arguments.recording));
  FSFIND_TRY(const report::LayoutReport report, ingest::isRecording(arguments.recording)
                                                    ? ofRecording(arguments)
                                                    : ofProgram(arguments));
  FSFIND_CHECK(writeReport(arguments, report));
  return kExitDone;
}

} // namespace

void addLayoutCommand(const Command &app, Action &action) {
  const Command command = app.addSubcommand(
      "layout", "Show how a type lies on cachelines, and who uses which member of it");
  command.footer(kFooter);
  const auto arguments = std::make_shared<LayoutArguments>();
  arguments->recording = "perf.data";
  command.addOption("type", arguments->type, "Name of a struct, class or union")
      .typeName("TYPE")
      .check(notEmpty("a type has a name"))
      .required();
  command
      .addOption("file", arguments->recording,
                 "A program or library with debug info, or a recording (default perf.data)")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--line-size", arguments->line_size,
                 "Bytes of a cacheline (default: as recorded, else 64)")
      .typeName("N")
      .check(lineSize());
  addReadingOptions(command, *arguments);
  addFilterOptions(command, *arguments);
  command.addOption("--format", arguments->format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  addTextOutputOptions(command, *arguments);
  command.addFlag("-q,--quiet", arguments->quiet, "Show no progress and no warnings");
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runLayout(*arguments); }; });
}

} // namespace fsfind::cli

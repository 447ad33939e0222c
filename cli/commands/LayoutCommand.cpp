#include "c2c-ingest/debuginfo/CutElf.h"
#include "c2c-ingest/debuginfo/Debuginfod.h"
#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/RecordSearch.h"
#include "cli/commands/Commands.h"
#include "cli/commands/LayoutSearch.h"
#include "cli/commands/MissingParts.h"
#include "cli/commands/Validators.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Output.h"
#include "rules/input/InputFile.h"
#include "rules/measured/usage/MemberUsage.h"
#include "rules/model/PathObstacle.h"
#include "support/Confinement.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>
#include <string_view>

namespace fsfind::cli {

namespace {

constexpr const char *kLayoutFooter = "Examples:\n"
                                      "  fsfind layout Queue ./server\n"
                                      "  fsfind layout ns::Queue perf.data\n"
                                      "  fsfind layout Queue -p build\n"
                                      "  fsfind layout queue queue.c -- -std=c11 -Iinclude\n";

/// The recording that is read if no file is named.
constexpr const char *kRecording = "perf.data";

bool isListed(const std::vector<report::LayoutView> &views, const TypeLayout &one) {
  return std::any_of(views.begin(), views.end(),
                     [&](const report::LayoutView &view) { return isSameType(view.layout, one); });
}

/// Where binaries may lie that were copied beside the recording.
std::string folderOf(const std::string &path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

debuginfo::BuildId bytesOf(std::string_view digits) {
  debuginfo::BuildId bytes;
  for (; digits.size() >= 2; digits.remove_prefix(2)) {
    constexpr int kHexadecimal = 16;
    std::uint8_t byte = 0;
    std::from_chars(digits.data(), digits.data() + 2, byte, kHexadecimal);
    bytes.push_back(byte);
  }
  return bytes;
}

/// `build_id`, in hexadecimal digits, is that of the file that was recorded; empty = any.
Expected<void> searchModule(const LayoutArguments &arguments, const std::string &path,
                            const std::string &build_id, LayoutsFound &found) {
  const debuginfo::SearchOptions search{arguments.recording.symfs, arguments.recording.debug_dirs,
                                        folderOf(arguments.recording.recording)};
  FSFIND_TRY(const auto module, debuginfo::Module::open(path, bytesOf(build_id), search));
  debuginfo::RecordsFound records = module->recordsNamed(arguments.type);
  for (TypeLayout &layout : records.layouts)
    if (!isListed(found.views, layout))
      found.views.push_back({.layout = std::move(layout)});
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

void addSamples(const Profile &profile, std::uint32_t line_size, report::LayoutView &view) {
  addMemberUsage(profile, view.layout);
  const std::vector<MemberWriters> writers = writersBySamples(view.layout);
  view.shared = sharedLines(view.layout, writers, line_size);
  view.order = orderByWriters(view.layout, writers, line_size);
}

Error noTypes(const std::string &path) {
  return {path, {}, "its debug info describes no types", "build with -g"};
}

/// What is wrong with a file that is neither a recording nor an ELF file.
std::string whyNoProgram(const std::string &path) {
  namespace fs = std::filesystem;
  if (const auto obstacle = obstacleTo(path, "no such file"))
    return obstacle->what;
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  if (fs::is_directory(status))
    return "is a folder without a recording";
  if (!fs::is_regular_file(status))
    return "is no regular file";
  if (fs::file_size(path, none) == 0 && !none)
    return "is empty";
  if (const auto file = InputFile::open(path, input::kBinary); !file)
    return file.error().what;
  constexpr std::string_view kMagic = "\177ELF"; // ELF specification, e_ident[EI_MAG0] to EI_MAG3
  return beginningOf(path, kMagic.size()) == kMagic ? "is an ELF file that is cut short or damaged"
                                                    : "is neither a recording nor an ELF file";
}

/// The words for a file that the user named: it was not recorded, and is searched for nowhere else.
Error noProgram(const std::string &path) {
  return {path,
          {},
          whyNoProgram(path),
          "name an ELF file with debug info, a recording, or a C or C++ source (a header as FILE "
          "-- -xc or -xc++)"};
}

Error cutShort(const std::string &path) {
  return {path, {}, "is an ELF file that is cut short", "copy or build it again"};
}

Expected<report::LayoutReport> ofProgram(const LayoutArguments &arguments) {
  report::LayoutReport report;
  report.source = arguments.recording.recording;
  report.line_size = arguments.line_size != 0 ? arguments.line_size : kDefaultLineSize;
  LayoutsFound found;
  const auto searched = searchModule(arguments, report.source, {}, found);
  const std::string path = debuginfo::joinPath(arguments.recording.symfs, report.source);
  const auto file = debuginfo::ElfFile::open(path);
  if (!searched && !file)
    return failure(noProgram(path));
  // Its debug info may be elsewhere, and whole.
  if (found.views.empty() && file && debuginfo::isCutShort(**file))
    return failure(cutShort(path));
  FSFIND_CHECK(searched);
  const Error untold = noTypes(report.source);
  return withViews(std::move(report), arguments.type, std::move(found), untold);
}

Expected<report::LayoutReport> ofRecording(const LayoutArguments &arguments) {
  ingest::IngestOptions options = ingestOptions(arguments.recording, arguments.line_size);
  options.neighbours = true; // an instance may reach into lines that are not contended
  Origins origins;
  options.origins = [&](Origins told) { origins = std::move(told); };
  FSFIND_TRY(const Profile profile,
             readRecording(arguments.recording, std::move(options), arguments.quiet));
  if (!arguments.quiet)
    warnOfMissingParts(profile);
  report::LayoutReport report;
  report.source = arguments.recording.recording;
  report.line_size = profile.source.line_size;
  report.origin = report::LayoutOrigin::Recording;
  report.simulated = profile.source.simulated;
  LayoutsFound found;
  for (const std::string &module : modulesOf(profile))
    if (const auto searched = searchModule(arguments, module, origins.build_ids[module], found);
        !searched)
      found.notes.push_back(searched.error().message());
  if (found.views.empty() && !profile.rebuilt.empty())
    return failure({profile.rebuilt.front(),
                    {},
                    "was built anew after it was recorded, so its types are not those of then",
                    "put the recorded file beside the recording, or record again"});
  for (report::LayoutView &view : found.views)
    addSamples(profile, report.line_size, view);
  const Error untold = noTypes(report.source);
  return withViews(std::move(report), arguments.type, std::move(found), untold);
}

Expected<report::LayoutReport> ofBinary(LayoutArguments arguments) {
  arguments.recording.recording = arguments.file.empty() ? kRecording : arguments.file;
  FSFIND_CHECK(keepInput(arguments.output, arguments.recording.recording));
  return ingest::isRecording(arguments.recording.recording) ? ofRecording(arguments)
                                                            : ofProgram(arguments);
}

Expected<void> writeLayout(const LayoutArguments &arguments, const report::LayoutReport &report) {
  if (arguments.format == "text")
    return writeText(arguments,
                     [&](const Traits &traits) { return report::layoutText(report, traits); });
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeLayoutJson(out, report, FSFIND_VERSION);
  });
}

Expected<int> runLayout(const LayoutArguments &arguments) {
  FSFIND_CHECK(tryOutput(arguments.output));
  FSFIND_TRY(const bool sources, asksForSources(arguments));
  std::variant<report::LayoutReport, Interrupted> answer;
  if (sources) {
    FSFIND_TRY(answer, layoutOfSources(arguments));
  } else {
    FSFIND_TRY(answer,
               confined(debuginfo::permissionToRead(), [&] { return ofBinary(arguments); }));
  }
  if (const auto *interrupted = std::get_if<Interrupted>(&answer))
    return kSignalBase + interrupted->signal;
  FSFIND_CHECK(writeLayout(arguments, std::get<report::LayoutReport>(answer)));
  return kExitDone;
}

void addSourceOptions(const Command &command, SourceArguments &arguments) {
  addInputOptions(command, arguments);
  command.option("--build").description(
      "Read the sources of this build folder or compile_commands.json instead of a FILE");
  command.option("--facts").description(
      "Read facts of sources from FILE instead (may be repeated)");
  command.option("--exclude")
      .description("Leave out units in files that match the glob (may be repeated)");
  addKnowledgeOptions(command, arguments);
  addRunOptions(command, arguments);
}

} // namespace

void addLayoutCommand(const Command &app, Action &action, const CommandWords &after_dashes) {
  const Command command = app.addSubcommand(
      "layout", "Show how a type lies on cachelines, and who uses which member of it");
  command.footer(kLayoutFooter);
  const auto arguments = std::make_shared<LayoutArguments>();
  command.addOption("type", arguments->type, "Name of a struct, class or union")
      .typeName("TYPE")
      .check(notEmpty("a type has a name"))
      .required();
  command
      .addOption("file", arguments->file,
                 "A program or library with debug info, a recording (default perf.data), or a "
                 "source file")
      .typeName("FILE")
      .check(fileName());
  command
      .addOption("--line-size", arguments->line_size,
                 "Bytes of a cacheline (default: as recorded, or the sources' target's, else 64)")
      .typeName("N")
      .check(lineSize());
  addReadingOptions(command, arguments->recording);
  addFilterOptions(command, arguments->recording);
  addSourceOptions(command, arguments->sources);
  command.addOption("--format", arguments->format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  addTextOutputOptions(command, *arguments);
  command.addFlag("-q,--quiet", arguments->quiet, "Show no progress and no warnings");
  command.whenChosen([arguments, after_dashes, &action] {
    arguments->sources.compile_options = after_dashes;
    action = [arguments] { return runLayout(*arguments); };
  });
}

} // namespace fsfind::cli

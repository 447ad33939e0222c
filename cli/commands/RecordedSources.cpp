#include "cli/commands/RecordedSources.h"

#include "cli/check/CompileDatabase.h"
#include "cli/check/Files.h"
#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fsfind::cli {

namespace {

/// The author's files that declare what the line holds, and whose functions use it.
void addFiles(const Profile &profile, const Line &line, std::set<std::string> &files) {
  const auto add = [&](const Place &place) {
    if (place.known() && !isLibraryFile(place.file))
      files.insert(place.file);
  };
  for (const Access &access : line.accesses) {
    const Target &target = profile.target(access.target);
    add(target.object.declared);
    add(target.member_declared);
    if (target.record)
      add(target.record->declared);
    if (const Site &site = profile.site(access.site); !site.frames.empty())
      add(site.frames.back().place);
  }
}

units::Measured measuredIn(const Profile &profile) {
  units::Measured measured;
  std::map<std::string, std::uint64_t> contended; // samples by module
  for (const Line &line : profile.lines) {
    std::uint64_t of_line = 0;
    for (const Access &access : line.accesses) {
      contended[profile.site(access.site).module] += access.contended;
      of_line += access.contended;
    }
    if (of_line != 0)
      addFiles(profile, line, measured.files);
  }
  const auto most =
      std::max_element(contended.begin(), contended.end(),
                       [](const auto &a, const auto &b) { return a.second < b.second; });
  if (most != contended.end())
    measured.module = most->first;
  measured.rebuilt =
      std::binary_search(profile.rebuilt.begin(), profile.rebuilt.end(), measured.module);
  return measured;
}

/// Takes the database's options of units that it names: debug info may lack macros.
void takeOptions(const std::string &folder, std::vector<check::CompileCommand> &commands) {
  const auto path = check::findCompileDatabase("", folder);
  if (!path)
    return;
  const auto database = check::readCompileDatabase(*path);
  if (!database)
    return;
  std::map<std::string, const check::CompileCommand *> known;
  for (const check::CompileCommand &command : database->commands)
    known.emplace(check::absolutePath(command.file), &command);
  for (check::CompileCommand &command : commands)
    if (const auto at = known.find(check::absolutePath(command.file)); at != known.end())
      command = *at->second;
}

} // namespace

void addSourcesOption(const Command &command, SourceArguments &arguments, const char *help) {
  const Section section(command, kReadingSources);
  const Option option = command.addFlag("--sources", arguments.of_debug_info, help);
  option.excludes("--build").excludes("--facts");
}

bool lacksSources(const SourceArguments &arguments, const std::string &folder) {
  if (arguments.of_debug_info)
    return true;
  return arguments.build.empty() && arguments.facts_in.empty() && !arguments.compile_options &&
         !check::findCompileDatabase("", folder);
}

Expected<Profile> readWithUnits(const RecordingArguments &recording, ingest::IngestOptions options,
                                SourceArguments &arguments, const std::string &folder) {
  std::vector<CompiledModule> modules;
  options.compiled = [&](CompiledModule module) { modules.push_back(std::move(module)); };
  FSFIND_TRY(Profile profile, readRecording(recording, std::move(options), arguments.quiet));
  if (profile.obstacle)
    return profile;
  const units::Measured measured = measuredIn(profile);
  arguments.units = units::recordedUnits(modules, measured, folder, arguments.unasked);
  arguments.moved = !*arguments.units && !measured.files.empty() &&
                    std::any_of(modules.begin(), modules.end(), [&](const CompiledModule &one) {
                      return one.path == measured.module && !one.units.empty();
                    });
  if (arguments.unasked && *arguments.units)
    takeOptions(folder, (*arguments.units)->commands);
  return profile;
}

} // namespace fsfind::cli

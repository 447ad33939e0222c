#include "cli/commands/RecordedSources.h"

#include "cli/check/CompileDatabase.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fsfind::cli {

namespace {

units::Measured measuredIn(const Profile &profile) {
  units::Measured measured;
  for (const Target &target : profile.targets) {
    measured.files.insert(target.object.declared.file);
    measured.files.insert(target.member_declared.file);
    if (target.record)
      measured.files.insert(target.record->declared.file);
  }
  std::map<std::string, std::uint64_t> contended; // samples by module
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses)
      contended[profile.site(access.site).module] += access.contended;
  const auto most =
      std::max_element(contended.begin(), contended.end(),
                       [](const auto &a, const auto &b) { return a.second < b.second; });
  if (most != contended.end())
    measured.module = most->first;
  measured.rebuilt =
      std::binary_search(profile.rebuilt.begin(), profile.rebuilt.end(), measured.module);
  return measured;
}

} // namespace

void addSourcesOption(const Command &command, SourceArguments &arguments, const char *help) {
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
  if (!profile.obstacle)
    arguments.units = units::recordedUnits(modules, measuredIn(profile), folder);
  return profile;
}

} // namespace fsfind::cli

#include "cli/units/RecordedUnits.h"

#include "cli/check/Files.h"
#include "cli/units/IncludeFolders.h"
#include "cli/units/Producer.h"
#include "cli/units/SourceTree.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <tuple>

namespace fsfind::units {

namespace {

namespace fs = std::filesystem;

/// More are read only if they use what was measured: a unit takes about a second.
constexpr std::size_t kMostUnits = 1000;

constexpr const char *kWayToDatabase = "name a compile database with -p (CMake writes it with "
                                       "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other "
                                       "builds under bear)";

std::string folderOf(const std::string &path) {
  return fs::path(path).parent_path().string();
}

bool isFolder(const std::string &path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// The folders in which files of the programs may be: the current one, and those of the builds,
/// each with its repository.
std::set<std::string> foldersToSearch(const std::vector<CompiledModule> &modules,
                                      const std::string &folder) {
  std::set<std::string> folders = {check::repositoryRoot(check::absolutePath(folder))}, known;
  for (const CompiledModule &module : modules)
    for (const CompiledUnit &unit : module.units)
      if (known.insert(unit.directory).second && unit.directory.starts_with('/') &&
          fs::path(unit.directory).has_relative_path() && isFolder(unit.directory))
        folders.insert(check::repositoryRoot(check::absolutePath(unit.directory)));
  return folders;
}

/// A unit whose source was found.
struct Found {
  const CompiledUnit *unit;
  const CompiledModule *module;
  std::string file;
  std::vector<std::string> used; ///< the files that it uses and that were found
  bool measured = false;         ///< uses a file of what was measured
};

class Finder {
public:
  Finder(const std::vector<CompiledModule> &modules, const Measured &measured,
         const std::string &folder, bool only_measured)
      : only_measured_(only_measured), modules_(modules), measured_(measured), folder_(folder),
        here_({check::repositoryRoot(check::absolutePath(folder))}),
        tree_(foldersToSearch(modules, folder)) {}

  Expected<RecordedUnits> run() {
    for (const CompiledModule &module : modules_)
      if (!module.units.empty())
        addModule(module);
    if (found_.empty())
      return failure(nothingFound());
    leaveOutUnmeasured();
    makeCommands();
    return std::move(result_);
  }

private:
  void addModule(const CompiledModule &module) {
    std::set<std::string> sources;
    for (const CompiledUnit &unit : module.units)
      sources.insert(unit.file);
    const MovedSources moved(sources, here_);
    std::vector<std::string> now; // of each path of the module
    for (const std::string &path : module.paths)
      now.push_back(moved.find(path));
    const std::size_t before = found_.size();
    std::vector<std::string> missing;
    for (const CompiledUnit &unit : module.units) {
      Found found{&unit, &module, moved.find(unit.file), {}};
      for (const std::uint32_t file : unit.files) {
        found.measured |= measured_.files.count(module.paths[file]) != 0;
        if (!now[file].empty())
          found.used.push_back(now[file]);
      }
      if (found.file.empty())
        missing.push_back(unit.file);
      else
        found_.push_back(std::move(found));
    }
    if (found_.size() != before || module.path == measured_.module)
      tellMissing(module, missing);
    if (found_.size() == before)
      return;
    programs_.push_back(check::shownPath(module.path, folder_));
  }

  void tellMissing(const CompiledModule &module, const std::vector<std::string> &missing) {
    if (!missing.empty())
      result_.notes.push_back(fmt::format("{} of {} sources of {} were not found, such as {}",
                                          missing.size(), module.units.size(), module.path,
                                          missing.front()));
    if (module.cut)
      result_.notes.push_back(module.path + ": has too many units; the last ones are left out");
  }

  [[nodiscard]] Error nothingFound() const {
    if (measured_.module.empty())
      return {{},
              {},
              "the recording shows no program, whose debug info would name the sources",
              kWayToDatabase};
    const auto program =
        std::find_if(modules_.begin(), modules_.end(),
                     [&](const CompiledModule &one) { return one.path == measured_.module; });
    if (program == modules_.end() && measured_.rebuilt)
      return {measured_.module,
              {},
              "was built anew after it was recorded, and what was recorded named the sources",
              "record the present build, or put the recorded file beside the recording"};
    if (program == modules_.end())
      return {measured_.module,
              {},
              "was not found, and its debug info would name the sources",
              fmt::format("give the folder that it is in with --symfs, or {}", kWayToDatabase)};
    if (!program->debug_info)
      return {program->path,
              {},
              "has no debug info, which would name the sources",
              fmt::format("build with -g, or {}", kWayToDatabase)};
    if (program->units.empty())
      return {program->path, {}, "its debug info names no C or C++ source", kWayToDatabase};
    return {program->units.front().file,
            {},
            fmt::format("was compiled into {}, and is neither there nor below this folder",
                        program->path),
            fmt::format("run it in the folder of the sources, or {}", kWayToDatabase)};
  }

  void leaveOutUnmeasured() {
    if (only_measured_)
      std::erase_if(found_, [](const Found &one) { return !one.measured; });
    if (found_.size() <= kMostUnits)
      return;
    const auto rest = std::stable_partition(found_.begin(), found_.end(),
                                            [](const Found &one) { return one.measured; });
    const auto taken = std::max(rest, found_.begin() + kMostUnits);
    result_.notes.push_back(fmt::format(
        "{} of {} units are not read: they use no file in which something measured is declared",
        found_.end() - taken, found_.size()));
    found_.erase(taken, found_.end());
  }

  void makeCommands() {
    std::set<std::string> headers;
    for (const Found &found : found_)
      headers.insert(found.used.begin(), found.used.end());
    IncludeFolders folders(headers, tree_);
    std::set<std::tuple<std::string, std::vector<std::string>>> seen;
    for (const Found &found : found_) {
      check::CompileCommand command = commandFor(found, folders);
      if (seen.insert({command.file, command.arguments}).second)
        result_.commands.push_back(std::move(command));
    }
    result_.source = fmt::format("debug info of {}", fmt::join(programs_, ", "));
  }

  check::CompileCommand commandFor(const Found &found, IncludeFolders &folders) {
    const CompiledUnit &unit = *found.unit;
    ProducerCommand command = commandOf(unit, found.module->target);
    const bool there = isFolder(unit.directory);
    if (!command.complete || found.file != unit.file)
      for (std::string &option : folders.optionsFor({found.file, unit.directory, found.used}))
        command.words.push_back(std::move(option));
    if (!check::isSourceFile(found.file) && !check::namesLanguage(command.words))
      command.words.insert(command.words.end(), {"-x", unit.cxx ? "c++" : "c"});
    result_.guessed |= !command.complete;
    return {there ? unit.directory : folderOf(found.file), found.file, std::move(command.words)};
  }

  const bool only_measured_;
  const std::vector<CompiledModule> &modules_;
  const Measured &measured_;
  const std::string &folder_;
  SourceTree here_; ///< sources that were moved: folders of builds may hold copies
  SourceTree tree_; ///< headers that debug info does not name
  std::vector<Found> found_;
  std::vector<std::string> programs_;
  RecordedUnits result_;
};

} // namespace

Expected<RecordedUnits> recordedUnits(const std::vector<CompiledModule> &modules,
                                      const Measured &measured, const std::string &folder,
                                      bool only_measured) {
  return Finder(modules, measured, folder, only_measured).run();
}

} // namespace fsfind::units

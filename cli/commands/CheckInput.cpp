#include "cli/commands/CheckInput.h"

#include "cli/check/Files.h"
#include "cli/terminal/Text.h"
#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

Expected<void> mustExist(const std::string &path) {
  if (auto obstacle = obstacleTo(path))
    return failure(std::move(*obstacle));
  return {};
}

/// Headers are refused, since they have no compile options of their own, and so are files whose
/// language neither their name nor `-x` tells.
Expected<void> mustBeSource(const std::string &path, const std::vector<std::string> &options) {
  FSFIND_CHECK(mustExist(path));
  std::error_code error;
  if (fs::is_directory(path, error))
    return failure({path,
                    {},
                    "is a folder, but source files come before --",
                    "name the files, or the folder's build with -p"});
  if (check::isSourceFile(path) || check::namesLanguage(options))
    return {};
  return failure(
      {path,
       {},
       "is no C or C++ source by its name",
       fmt::format("name a source that includes it, or its language: {} -- -x c++", path)});
}

/// Commands for `fsfind check a.c -- -Iinclude`, or without options if no database was found.
Expected<CheckInput> sourceFiles(const SourceArguments &arguments, const std::string &folder) {
  const auto options = arguments.compile_options.value_or(std::vector<std::string>());
  CheckInput input{folder, {}, {}, {}};
  for (const std::string &path : arguments.paths) {
    FSFIND_CHECK(mustBeSource(path, options));
    check::CompileCommand command{folder, check::namedPath(path), {"cc"}};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    input.commands.push_back(std::move(command));
  }
  return input;
}

/// Those of `paths` that are source files, but not compiled by any of the commands.
std::vector<std::string> notAmong(const std::vector<check::CompileCommand> &commands,
                                  std::vector<std::string> paths) {
  std::erase_if(paths, [](const std::string &path) { return !check::isSourceFile(path); });
  std::set<std::string> units;
  if (!paths.empty())
    for (const check::CompileCommand &command : commands)
      units.insert(check::absolutePath(command.file));
  std::erase_if(paths, [&](const std::string &path) {
    std::error_code error;
    return fs::is_directory(path, error) || units.count(check::absolutePath(path)) != 0;
  });
  return paths;
}

Expected<CheckInput> fromDatabase(const SourceArguments &arguments, const std::string &database) {
  FSFIND_TRY(check::CompileDatabase read, check::readCompileDatabase(database));
  if (read.commands.empty())
    return failure({database,
                    {},
                    read.left_out.empty()
                        ? "names no C or C++ file"
                        : fmt::format("names no C or C++ file, but {} in other "
                                      "languages, such as {}",
                                      read.left_out.size(), read.left_out.front()),
                    "build the project first"});
  for (const std::string &path : arguments.paths)
    FSFIND_CHECK(mustExist(path));
  std::vector<std::string> unread = notAmong(read.commands, arguments.paths);
  return CheckInput{database, std::move(read.commands), std::move(unread),
                    std::move(read.left_out)};
}

CheckInput ofDebugInfo(const units::RecordedUnits &units) {
  CheckInput input{units.source, units.commands, {}, {}, units.notes};
  if (units.guessed)
    input.lacking = "include folders and macros (-D) of these units are guessed from debug info: "
                    "where an error is for want of one, name a compile database with -p (bear -- "
                    "make, or CMake's -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)";
  return input;
}

} // namespace

Expected<CheckInput> findCheckInput(const SourceArguments &arguments, const std::string &folder) {
  if (arguments.compile_options && arguments.paths.empty())
    return failure({{}, {}, "no source file before --", "name one: FILE -- OPTIONS"});
  std::error_code gone;
  if (arguments.compile_options && std::filesystem::current_path(gone).empty())
    return failure({{}, {}, "the current folder is not there any more", "go to another one"});
  if (arguments.compile_options)
    return sourceFiles(arguments, folder);
  if (arguments.units) {
    FSFIND_TRY(const units::RecordedUnits &units, *arguments.units);
    return ofDebugInfo(units);
  }
  if (arguments.build.empty() && !arguments.facts_in.empty())
    return CheckInput{joined(arguments.facts_in), {}, {}, {}};
  const auto database = check::findCompileDatabase(arguments.build, folder);
  if (database)
    return fromDatabase(arguments, *database);
  const bool sources =
      !arguments.paths.empty() &&
      std::all_of(arguments.paths.begin(), arguments.paths.end(), check::isSourceFile);
  if (arguments.build.empty() && sources)
    return sourceFiles(arguments, folder);
  return failure(database.error());
}

} // namespace fsfind::cli

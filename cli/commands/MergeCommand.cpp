#include "cli/commands/Commands.h"
#include "cli/commands/Validators.h"
#include "cli/terminal/EndRequests.h"
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char *kFooter =
    "Facts merge in any order, and what was merged can be merged again.\n\n"
    "Example: fsfind merge build/facts -o program.facts\n"
    "         fsfind check --facts-in program.facts";

struct MergeArguments {
  std::vector<std::string> paths;
  std::string output;
};

bool isFactsFile(const fs::path &path, const std::string &output) {
  std::error_code none;
  return path.extension() == kFactsEnding && fs::is_regular_file(path, none) &&
         !fs::equivalent(path, output, none);
}

/// The facts files in a folder and the folders below, without the one that is to be written.
Expected<std::vector<std::string>> filesIn(const std::string &folder, const std::string &output) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (isFactsFile(at->path(), output))
      files.push_back(at->path().string());
  if (error)
    return failure({folder, {}, "cannot be read: " + error.message(), "check its permissions"});
  if (files.empty())
    return failure({folder,
                    {},
                    "has no facts in it (*.facts)",
                    "write some: fsfind check --facts-out FOLDER/UNIT.facts ..."});
  std::sort(files.begin(), files.end());
  return files;
}

Expected<std::vector<std::string>> filesOf(const MergeArguments &arguments) {
  std::vector<std::string> all;
  for (const std::string &path : arguments.paths) {
    std::error_code none;
    if (!fs::is_directory(path, none)) {
      all.push_back(path);
      continue;
    }
    FSFIND_TRY(const std::vector<std::string> files, filesIn(path, arguments.output));
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

Expected<int> runMerge(const MergeArguments &arguments) {
  FSFIND_TRY(const std::vector<std::string> files, filesOf(arguments));
  FactsMerger merger;
  for (const std::string &file : files) {
    FSFIND_TRY(Facts facts, readFactsFile(file));
    merger.add(std::move(facts));
  }
  const EndRequests held; // an interrupt waits until the file is whole
  FSFIND_CHECK(merger.write(arguments.output));
  return kExitDone;
}

} // namespace

void addMergeCommand(const Command &app, Action &action) {
  const Command command = app.addSubcommand("merge", "Merge several facts files into one");
  command.footer(kFooter);
  const auto arguments = std::make_shared<MergeArguments>();
  command
      .addOption("facts", arguments->paths,
                 "Files that fsfind check --facts-out wrote, and folders of such (*.facts)")
      .required()
      .typeName("PATH")
      .check(fileName());
  command.addOption("-o,--output", arguments->output, "Write to FILE, whole or not at all")
      .required()
      .typeName("FILE")
      .check(fileName());
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runMerge(*arguments); }; });
}

} // namespace fsfind::cli

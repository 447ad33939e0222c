#include "cli/commands/Commands.h"
#include "cli/commands/ProfileOutput.h"
#include "cli/commands/Validators.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/FileAccess.h"
#include "cli/terminal/Output.h"
#include "rules/codec/FactsFile.h"
#include "rules/fleet/ProfileMerger.h"
#include "rules/input/InputFile.h"
#include "rules/merge/MergeFacts.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char *kMergeFooter =
    "Facts and profiles merge in any order, and what was merged can be merged again; a recording\n"
    "whose profile comes twice counts once.\n\n"
    "Examples: fsfind merge build/facts -o program.facts\n"
    "          fsfind check --facts-in program.facts\n"
    "          fsfind merge hosts -o week.ndjson.zst";

struct MergeArguments {
  std::vector<std::string> paths;
  std::string output;
};

bool isNamedProfile(const std::string &path) {
  return path.ends_with(fleet::kProfileEnding) || path.ends_with(fleet::kPlainEnding);
}

/// Whether the file of a folder is to be merged, by the ending of its name.
bool isMergeable(const fs::path &path, const std::string &output) {
  std::error_code none;
  return (path.extension() == kFactsEnding || isNamedProfile(path.string())) &&
         fs::is_regular_file(path, none) && !fs::equivalent(path, output, none);
}

/// The facts files and profiles in a folder and the folders below, without the one that is to be
/// written.
Expected<std::vector<std::string>> filesIn(const std::string &folder, const std::string &output) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (isMergeable(at->path(), output))
      files.push_back(at->path().string());
  if (error)
    return failure({folder, {}, "cannot be read: " + error.message(), "check its permissions"});
  if (files.empty())
    return failure({folder,
                    {},
                    "has no facts in it (*.facts), and no profiles (*.ndjson.zst, *.ndjson)",
                    "write some: fsfind check --facts-out FOLDER/UNIT.facts ..., or fsfind report "
                    "--format=profile -o FOLDER/HOST.ndjson.zst"});
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

/// Whether the file is a profile by its content or, where it is broken, by its name; Parquet was
/// one.
bool isMeantAsProfile(const std::string &file) {
  const std::string beginning = beginningOf(file, fleet::kTellingBytes);
  return isNamedProfile(file) || fleet::isProfile(beginning) || fleet::isParquet(beginning);
}

/// Fails if a file is not there, or if one of a file system has nothing in it.
Expected<void> checkPresence(const std::vector<std::string> &files) {
  for (const std::string &file : files) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
      return failure({file,
                      {},
                      "cannot be read: " + error.message(),
                      "name facts or profiles that are there"});
    if (fs::is_regular_file(status) && fs::file_size(file, error) == 0 && !error)
      return failure({file, {}, "is empty", "write it anew, or leave it out"});
  }
  return {};
}

/// Fails if files of both kinds are to be merged.
Expected<void> checkKinds(const std::vector<std::string> &files) {
  const bool profiles = isMeantAsProfile(files.front());
  for (const std::string &file : files)
    if (isMeantAsProfile(file) != profiles)
      return failure({file,
                      {},
                      profiles ? "is no profile, but " + files.front() + " is"
                               : "is a profile, but " + files.front() + " is none",
                      "merge facts and profiles apart"});
  return {};
}

Expected<void> mergeFacts(const std::vector<std::string> &files, const std::string &output) {
  FactsMerger merger;
  for (const std::string &file : files) {
    FSFIND_TRY(Facts facts, readFactsFile(file));
    merger.add(std::move(facts));
  }
  std::optional<EndRequests> held; // an interrupt waits until a file is whole, not for a reader
  if (!isSpecial(output))
    held.emplace();
  return merger.write(output);
}

Expected<void> mergeProfiles(const std::vector<std::string> &files, const std::string &output) {
  fleet::ProfileMerger merger;
  for (const std::string &file : files) {
    FSFIND_TRY(fleet::Table table, fleet::readProfile(file));
    merger.add(std::move(table));
  }
  FSFIND_TRY(const std::string merged, merger.encode(FSFIND_VERSION));
  return writeFile(output, [&](std::ostream &out) { out << merged; });
}

Expected<int> runMerge(const MergeArguments &arguments) {
  if (arguments.output == "-")
    return failure({"-o -",
                    {},
                    "is standard output, and what is merged is written to a file",
                    "name one; a file of that name is ./-"});
  FSFIND_TRY(const std::vector<std::string> files, filesOf(arguments));
  FSFIND_CHECK(checkPresence(files));
  FSFIND_CHECK(checkKinds(files));
  FSFIND_CHECK(isMeantAsProfile(files.front()) ? mergeProfiles(files, arguments.output)
                                               : mergeFacts(files, arguments.output));
  return kExitDone;
}

} // namespace

void addMergeCommand(const Command &app, Action &action) {
  const Command command =
      app.addSubcommand("merge", "Merge several facts files, or several profiles, into one");
  command.footer(kMergeFooter);
  const auto arguments = std::make_shared<MergeArguments>();
  command
      .addOption("files", arguments->paths,
                 "Files that fsfind check --facts-out wrote, or fsfind report --format=profile, "
                 "and folders of such (*.facts, *.ndjson.zst, *.ndjson)")
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

#include "cli/commands/PrivacyOptions.h"

#include "cli/check/Files.h"
#include "cli/commands/Validators.h"

#include <algorithm>
#include <filesystem>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char *kHosts = "hosts", *kPaths = "paths", *kCommands = "commands";

/// The root of the git tree that holds the file; empty if the file is not here, or in none.
std::string gitRootOf(const std::string &file) {
  std::error_code none;
  if (!fs::exists(file, none))
    return "";
  std::string root = check::repositoryRoot(fs::path(file).parent_path().string());
  return fs::exists(fs::path(root) / ".git", none) ? root : "";
}

/// The folder as debug info may name it: it need not exist here.
std::string absoluteFolder(const std::string &folder) {
  return folder.starts_with('/') ? folder : check::absolutePath(folder);
}

} // namespace

void addPrivacyOptions(const Command &command, PrivacyArguments &arguments) {
  const Section section(command, "Privacy");
  command.addFlag("--redact", arguments.redact,
                  "Leave out host name, command line, and paths outside the project");
  command
      .addOption("--keep", arguments.keep,
                 "Leave in what --redact and --format=profile take out (separated by commas)")
      .oneEach()
      .delimiter(',')
      .check(oneOf({kHosts, kPaths, kCommands}));
  command
      .addOption("--project", arguments.projects,
                 "Folder of the program's sources, as debug info names it: paths are shown from "
                 "there (may be repeated; default: the git trees that sources are in here)")
      .oneEach()
      .typeName("DIR")
      .check(fileName());
}

Expected<void> checkPrivacyOptions(bool shared, const PrivacyArguments &arguments) {
  if (shared || arguments.redact || (arguments.keep.empty() && arguments.projects.empty()))
    return {};
  return failure({arguments.keep.empty() ? "--project" : "--keep",
                  {},
                  "is about what is taken out, but nothing is",
                  "give --redact or --format=profile, too"});
}

Redaction redactionOf(const PrivacyArguments &arguments) {
  const auto keeps = [&](const char *word) {
    return std::find(arguments.keep.begin(), arguments.keep.end(), word) != arguments.keep.end();
  };
  std::vector<std::string> projects;
  for (const std::string &project : arguments.projects)
    projects.push_back(absoluteFolder(project));
  return {{keeps(kHosts), keeps(kPaths), keeps(kCommands)}, std::move(projects), gitRootOf};
}

} // namespace fsfind::cli

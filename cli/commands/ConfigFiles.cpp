#include "cli/commands/ConfigFiles.h"

#include "analyzer/knowledge/Knowledge.h"
#include "cli/check/CompileDatabase.h"
#include "cli/check/DatabaseName.h"
#include "cli/commands/MeasuredMachine.h"
#include "cli/commands/SuppressionFile.h"
#include "rules/compare/Baseline.h"
#include "rules/input/InputFile.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>

namespace fsfind::cli {

namespace {

namespace fs = std::filesystem;

bool isMissing(const std::string &path) {
  std::error_code none;
  return fs::status(path, none).type() == fs::file_type::not_found;
}

/// Whether it is a pipe, device or socket: reading it might not end, or take what the command is to
/// read.
bool isStream(const std::string &path) {
  std::error_code none;
  return fs::is_other(path, none);
}

/// Forgets what was read, or why it was not if `read` has failed.
template <class Read> Expected<void> outcome(const Expected<Read> &read) {
  return read ? Expected<void>() : failure(read.error());
}

Expected<void> tryBuild(const std::string &path) {
  return outcome(check::findCompileDatabase(path, "."));
}

Expected<void> tryKnowledge(const std::string &path) {
  FSFIND_TRY(std::string text, readInput(path, input::kKnowledge));
  return outcome(analyzer::Knowledge::joined({{path, std::move(text)}}));
}

Expected<void> tryBaseline(const std::string &path) {
  FSFIND_TRY(const std::string text, readInput(path, input::kBaseline));
  return outcome(parseBaseline(text, path));
}

Expected<void> trySuppressions(const std::string &path) {
  return outcome(readSuppressions(path));
}

Expected<void> tryMachine(const std::string &path) {
  return outcome(readMeasuredMachine(path));
}

struct FileTrial {
  std::string_view key;
  Expected<void> (*read)(const std::string &path);
};
constexpr std::array kFileTrials = {
    FileTrial{"build", tryBuild}, FileTrial{"knowledge", tryKnowledge},
    FileTrial{"baseline", tryBaseline}, FileTrial{"suppressions", trySuppressions},
    FileTrial{"machine", tryMachine}};

} // namespace

analyzer::Config withoutMissing(analyzer::Config config, std::string_view key) {
  for (analyzer::Setting &setting : config.settings)
    if (setting.key->form == analyzer::ValueForm::Path && (key.empty() || setting.key->name == key))
      std::erase_if(setting.values, [&](const analyzer::ConfigValue &value) {
        return isMissing(neededPath(*setting.key, value.text));
      });
  return config;
}

std::string neededPath(const analyzer::ConfigKey &key, const std::string &path) {
  std::error_code none;
  const bool of_build = key.name == "build" && fs::is_directory(path, none);
  return of_build ? (fs::path(path) / check::kDatabaseName).string() : path;
}

Expected<void> tryFiles(const std::vector<UsedValues> &values) {
  for (const UsedValues &one : values) {
    const auto *trial =
        std::find_if(kFileTrials.begin(), kFileTrials.end(),
                     [&](const FileTrial &known) { return known.key == one.key->name; });
    if (trial == kFileTrials.end())
      continue;
    for (const analyzer::ConfigValue &value : one.told)
      if (!isStream(value.text))
        if (const auto read = trial->read(value.text); !read)
          return failure(withPlace(read.error(), values));
  }
  return {};
}

} // namespace fsfind::cli

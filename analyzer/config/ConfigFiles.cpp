#include "analyzer/config/Config.h"
#include "analyzer/config/YamlEvents.h"
#include "analyzer/knowledge/Knowledge.h"
#include "rules/input/InputFile.h"
#include "rules/input/Telling.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::analyzer {

namespace {

namespace fs = std::filesystem;

/// As /tmp: everybody may make files there, and nobody remove another's.
bool isForEverybody(const fs::path &folder) {
  std::error_code none;
  const fs::perms permissions = fs::status(folder, none).permissions();
  constexpr fs::perms kEverybodys = fs::perms::others_write | fs::perms::sticky_bit;
  return !none && (permissions & kEverybodys) == kEverybodys;
}

bool isRepository(const fs::path &folder) {
  std::error_code none;
  return fs::exists(folder / ".git", none);
}

/// Whose files count in a folder, and which of them may be told of.
class Trusted {
public:
  explicit Trusted(const fs::path &folder) {
    add(folder);
    fs::path top = folder;
    for (fs::path at = folder; at.has_relative_path(); at = at.parent_path())
      if (isRepository(at)) {
        add(at);
        top = at;
        break;
      }
    std::error_code none;
    top_ = fs::weakly_canonical(fs::absolute(top.empty() ? "." : top, none), none);
  }

  /// Whether errors may tell words of the file: of those of the project, and of all in the folder
  /// of a configuration.
  [[nodiscard]] bool mayTell(const fs::path &file, const fs::path &config_folder) const {
    std::error_code none;
    return fsfind::mayTell(file,
                           {top_.string(), fs::weakly_canonical(config_folder, none).string()});
  }

  /// Of a symbolic link, the link's owner and the file's have to be trusted.
  [[nodiscard]] bool own(const fs::path &file) const {
    struct stat link{}, target{};
    if (lstat(file.c_str(), &link) != 0)
      return false;
    return owners_.contains(link.st_uid) &&
           (stat(file.c_str(), &target) != 0 || owners_.contains(target.st_uid));
  }

private:
  void add(const fs::path &folder) {
    struct stat status{};
    if (stat(folder.c_str(), &status) == 0)
      owners_.insert(status.st_uid);
  }

  std::set<uid_t> owners_ = {0, geteuid()};
  fs::path top_; ///< of the project
};

constexpr const char *kNotTold = "lies outside the project, and not every user may read it";

/// Fails if a setting of a configuration in `folder` names a file of which nothing may be told.
Expected<void> mustBeTold(const std::vector<Setting> &settings, const fs::path &folder,
                          const Trusted &trusted) {
  for (const Setting &setting : settings)
    for (const ConfigValue &value : setting.values)
      if (setting.key->form == ValueForm::Path && !trusted.mayTell(value.text, folder))
        return failure(
            errorAt(value.place, value.text + " " + kNotTold, "name it on the command line"));
  return {};
}

Error strangersFile(const fs::path &file) {
  return {file.string(),
          {},
          "is not read, as it belongs to another user",
          "to have it read, name it with --config, or own it"};
}

/// From `folder` upwards.
FoundConfig findFrom(fs::path folder, const Trusted &trusted) {
  FoundConfig found;
  for (;; folder = folder.parent_path()) {
    std::error_code none;
    if (folder.empty() || isForEverybody(folder))
      return found;
    const fs::path file = folder / kConfigName;
    const bool there = fs::exists(fs::symlink_status(file, none));
    if (there && trusted.own(file) && trusted.mayTell(file, folder)) {
      found.file = file.string();
      return found;
    }
    if (there)
      found.strangers.push_back(trusted.own(file)
                                    ? Error{file.string(), {}, kNotTold, "name it with --config"}
                                    : strangersFile(file));
    if (isRepository(folder) || !folder.has_relative_path())
      return found;
  }
}

/// The next file above the folder that `file` is in.
FoundConfig findAbove(const std::string &file, const Trusted &trusted) {
  const fs::path folder = fs::path(file).parent_path();
  if (isRepository(folder) || !folder.has_relative_path())
    return {};
  return findFrom(folder.parent_path(), trusted);
}

} // namespace

FoundConfig findConfig(const std::string &folder) {
  return findFrom(folder, Trusted(folder));
}

Expected<Config> readConfig(const std::string &file) {
  Config config;
  const Trusted trusted(fs::path(file).parent_path());
  for (std::string at = file; !at.empty();) {
    FSFIND_TRY(const std::string text, readInput(at, input::kConfig));
    FSFIND_TRY(ConfigText told, parseConfig(text, at));
    FSFIND_CHECK(mustBeTold(told.settings, fs::path(at).parent_path(), trusted));
    config.files.push_back(at);
    config.settings.insert(config.settings.begin(), std::make_move_iterator(told.settings.begin()),
                           std::make_move_iterator(told.settings.end()));
    FoundConfig above = told.inherit ? findAbove(at, trusted) : FoundConfig();
    config.strangers.insert(config.strangers.end(), above.strangers.begin(), above.strangers.end());
    at = std::move(above.file);
  }
  std::stable_partition(config.settings.begin(), config.settings.end(),
                        [](const Setting &setting) { return !setting.in_section; });
  return config;
}

std::vector<ConfigValue> valuesFor(const Config &config, const ConfigKey &key,
                                   std::uint32_t command) {
  std::vector<ConfigValue> values;
  for (const Setting &setting : config.settings) {
    if (setting.key != &key || (command != 0 && (setting.commands & command) == 0))
      continue;
    if (key.count != ValueCount::Addition)
      values.clear();
    values.insert(values.end(), setting.values.begin(), setting.values.end());
  }
  return values;
}

std::string knowledgeIn(const Config &config, std::uint32_t command) {
  std::string text;
  for (const ConfigKey &key : configKeys())
    if (key.form == ValueForm::NameLine)
      for (const ConfigValue &value : valuesFor(config, key, command))
        text += value.text + '\n';
  return text;
}

} // namespace fsfind::analyzer

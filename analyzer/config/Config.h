#pragma once

#include "analyzer/config/ConfigKeys.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <string>
#include <string_view>
#include <vector>

/// A project's configuration file, `.fsfind.yaml`, of which docs/configuration.md tells the form.
namespace fsfind::analyzer {

inline constexpr const char *kConfigName = ".fsfind.yaml";

struct ConfigValue {
  std::string text; ///< a path is absolute if the file's own is
  Place place;      ///< where the file has it
};

/// A key with its values.
struct Setting {
  const ConfigKey *key = nullptr; ///< of configKeys()
  std::uint32_t commands = 0;     ///< that take it
  bool in_section = false;
  std::vector<ConfigValue> values; ///< at least one
};

struct Config {
  std::vector<std::string> files; ///< the nearest first; empty = there is none
  /// What counts more comes later: sections after what is in none, of these nearer files.
  std::vector<Setting> settings;
  std::vector<Error> strangers = {}; ///< files above, as FoundConfig::strangers
};

/// What one file says. `file` is its path, for places and errors (`file:line:column: …`).
struct ConfigText {
  std::vector<Setting> settings; ///< as they come
  bool inherit = false;
};
[[nodiscard]] Expected<ConfigText> parseConfig(std::string_view text, const std::string &file);

/// The nearest file from `folder` upwards, to the root of the repository (a folder with `.git`) if
/// there is one. Folders in which everybody may make files, such as /tmp, and what is above them
/// are not searched. `folder` is absolute.
///
/// A file counts that belongs to the user, to root, or to the owner of `folder` or of the
/// repository's root: who owns what is worked on could change that as well. Others are strangers',
/// and are passed over.
struct FoundConfig {
  std::string file;             ///< empty if there is none
  std::vector<Error> strangers; ///< one for each file passed over
};
[[nodiscard]] FoundConfig findConfig(const std::string &folder);

/// Reads a file and, if it says so, those above it, except strangers' of its folder. `file` is
/// absolute.
[[nodiscard]] Expected<Config> readConfig(const std::string &file);

/// What counts for a command (one bit), or, of 0, for any and for the reading of files (`inherit`),
/// in the order of Config::settings. Of keys with one value or one list it is what the last setting
/// has.
[[nodiscard]] std::vector<ConfigValue> valuesFor(const Config &config, const ConfigKey &key,
                                                 std::uint32_t command);

/// What the file says of names, in the form of known.table: of keys with such lines or names, not
/// of the files that it lists.
[[nodiscard]] std::string knowledgeIn(const Config &config, std::uint32_t command);

} // namespace fsfind::analyzer

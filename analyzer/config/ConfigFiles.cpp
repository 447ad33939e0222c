#include "analyzer/config/Config.h"
#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

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

Expected<std::string> textOf(const std::string &file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (auto obstacle = obstacleTo(file, "cannot read: No such file or directory"))
    return failure(std::move(*obstacle));
  if (!fs::is_regular_file(status)) // reading a pipe might never end
    return failure({file, {}, "is no plain file", "name one"});
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof())
    text << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || text.bad())
    return failure(
        {file, {}, "cannot read: " + std::string(std::strerror(errno)), "see its permissions"});
  return text.str();
}

/// From `folder` upwards.
std::string findFrom(fs::path folder) {
  for (;; folder = folder.parent_path()) {
    std::error_code none;
    if (folder.empty() || isForEverybody(folder))
      return {};
    if (const fs::path file = folder / kConfigName; fs::exists(fs::symlink_status(file, none)))
      return file.string();
    if (fs::exists(folder / ".git", none) || !folder.has_relative_path())
      return {};
  }
}

/// The next file above the folder that `file` is in.
std::string findAbove(const std::string &file) {
  const fs::path folder = fs::path(file).parent_path();
  std::error_code none;
  if (fs::exists(folder / ".git", none) || !folder.has_relative_path())
    return {};
  return findFrom(folder.parent_path());
}

} // namespace

std::string findConfig(const std::string &folder) {
  return findFrom(folder);
}

Expected<Config> readConfig(const std::string &file) {
  Config config;
  for (std::string at = file; !at.empty();) {
    FSFIND_TRY(const std::string text, textOf(at));
    FSFIND_TRY(ConfigText told, parseConfig(text, at));
    config.files.push_back(at);
    config.settings.insert(config.settings.begin(), std::make_move_iterator(told.settings.begin()),
                           std::make_move_iterator(told.settings.end()));
    at = told.inherit ? findAbove(at) : std::string();
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
    if (key.form == ValueForm::Name || key.form == ValueForm::NameLine)
      for (const ConfigValue &value : valuesFor(config, key, command))
        text += key.form == ValueForm::NameLine ? value.text + '\n'
                                                : knowledgeLine(key.kind, value.text);
  return text;
}

} // namespace fsfind::analyzer

#include "cli/commands/ConfigText.h"

#include "cli/commands/ConfigFiles.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/PathObstacle.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::cli {

namespace {

using analyzer::ConfigKey;
using analyzer::ConfigValue;
using analyzer::Setting;
using analyzer::ValueCount;

/// A value and a word on where it is from.
struct ConfigLine {
  std::string text, origin;
};

std::string lineText(const Place &place) {
  return fmt::format("{}:{}", printable(place.file, true), place.line);
}

/// What a checkout's files say reaches a terminal: no control characters, no further lines.
std::string shownIn(const std::vector<std::string> &files) {
  return printable(joined(files), true);
}

/// As YAML has it: in double quotes, which are those of JSON, unless it is one plain word.
std::string yamlText(const std::string &text) {
  const bool plain = std::isalnum(static_cast<unsigned char>(text.front())) != 0 &&
                     text.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
                         std::string::npos;
  return plain ? text : codec::dumped(text);
}

std::string dumped(const ConfigKey &key, const std::vector<ConfigLine> &values) {
  // What is inherited stands in the dump: a file that says the same has nothing more to inherit.
  if (!values.empty() && values.front().text == "true" && key.name == "inherit")
    return fmt::format("# {}: {}  # {}\n", key.name, values.front().text, values.front().origin);
  if (values.empty())
    return key.standard.empty() ? fmt::format("# {}: is not set\n", key.name)
                                : fmt::format("{}: {}  # default\n", key.name, key.standard);
  if (key.count == ValueCount::One)
    return fmt::format("{}: {}  # {}\n", key.name, yamlText(values.front().text),
                       values.front().origin);
  std::string text = fmt::format("{}:\n", key.name);
  for (const ConfigLine &value : values)
    text += fmt::format("  - {}  # {}\n", yamlText(value.text), value.origin);
  return text;
}

std::vector<ConfigLine> linesOf(const std::vector<ConfigValue> &values) {
  std::vector<ConfigLine> lines;
  for (const ConfigValue &value : values)
    lines.push_back({value.text, lineText(value.place)});
  return lines;
}

/// What is said outside of sections, or in that of a command.
analyzer::Config partOf(const analyzer::Config &config, std::uint32_t section) {
  analyzer::Config part;
  for (const Setting &setting : config.settings)
    if (section == 0 ? !setting.in_section : setting.in_section && setting.commands == section)
      part.settings.push_back(setting);
  return part;
}

std::vector<ConfigValue> valuesIn(const analyzer::Config &part, const ConfigKey &key) {
  constexpr std::uint32_t kAny = 0;
  return analyzer::valuesFor(part, key, kAny);
}

/// Calls with each key's values, outside of sections and in those of commands; `prefix` tells of
/// which command.
template <class Take> void forEachKey(const analyzer::Config &config, const Take &take) {
  const auto inSection = [&](const std::string &prefix, std::uint32_t section) {
    const analyzer::Config part = partOf(config, section);
    for (const ConfigKey &key : analyzer::configKeys())
      take(prefix, key, valuesIn(part, key));
  };
  inSection("", 0);
  for (const analyzer::CommandName &command : analyzer::configCommands())
    inSection(fmt::format("{}: ", command.name), command.command);
}

std::string indented(const std::string &text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    result += "  " + text.substr(begin, end - begin);
    begin = end;
  }
  return result;
}

std::string sectionDump(const analyzer::Config &config, const analyzer::CommandName &command) {
  const analyzer::Config part = partOf(config, command.command);
  std::string text;
  for (const ConfigKey &key : analyzer::configKeys())
    if (const auto values = valuesIn(part, key); !values.empty())
      text += indented(dumped(key, linesOf(values)));
  return text.empty() ? text : fmt::format("{}:\n{}", command.name, text);
}

std::string heading(const std::vector<std::string> &files) {
  return files.empty() ? fmt::format("# there is no {} here or above\n", analyzer::kConfigName)
                       : fmt::format("# {}\n", shownIn(files));
}

} // namespace

std::string configSummary(const analyzer::Config &config) {
  if (config.files.empty())
    return fmt::format("there is no {} here or above\n", analyzer::kConfigName);
  const bool one_file = config.files.size() == 1;
  std::vector<std::pair<std::string, ConfigLine>> rows;
  std::size_t keys = 0, texts = 0;
  forEachKey(config, [&](const std::string &prefix, const ConfigKey &key,
                         const std::vector<ConfigValue> &values) {
    for (const ConfigValue &value : values) {
      const std::string origin =
          one_file ? fmt::format("line {}", value.place.line) : lineText(value.place);
      rows.emplace_back(prefix + std::string(key.name),
                        ConfigLine{printable(value.text, true), origin});
      keys = std::max(keys, rows.back().first.size());
      texts = std::max(texts, rows.back().second.text.size());
    }
  });
  std::string text = shownIn(config.files) + '\n';
  for (const auto &[key, value] : rows)
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", key, keys, value.text, texts, value.origin);
  return text;
}

std::vector<std::string> missingPaths(const analyzer::Config &config) {
  std::vector<std::string> missing;
  forEachKey(config, [&](const std::string &prefix, const ConfigKey &key,
                         const std::vector<ConfigValue> &values) {
    if (key.form != analyzer::ValueForm::Path)
      return;
    for (const ConfigValue &value : values)
      if (const auto obstacle = obstacleTo(neededPath(key, value.text)))
        missing.push_back(fmt::format("{}: {}{}: {}: {}", lineText(value.place), prefix, key.name,
                                      obstacle->what, obstacle->where));
  });
  return missing;
}

std::string configDump(const analyzer::Config &config) {
  std::string text = heading(config.files);
  const analyzer::Config part = partOf(config, 0);
  for (const ConfigKey &key : analyzer::configKeys())
    text += dumped(key, linesOf(valuesIn(part, key)));
  for (const analyzer::CommandName &command : analyzer::configCommands())
    text += sectionDump(config, command);
  return text;
}

std::string configDump(std::string_view command, const std::vector<UsedValues> &values) {
  std::string text = fmt::format("# fsfind {}\n", command);
  for (const UsedValues &one : values) {
    std::vector<ConfigLine> lines = linesOf(one.told);
    for (const std::string &typed : one.typed)
      lines.push_back({typed, "command line"});
    text += dumped(*one.key, lines);
  }
  return text;
}

} // namespace fsfind::cli

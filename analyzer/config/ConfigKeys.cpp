#include "analyzer/config/ConfigKeys.h"

#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/FailOn.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fsfind::analyzer {

namespace {

constexpr std::uint32_t kSources = kCheck | kFix | kReport;
constexpr std::uint32_t kReading = kSources | kLayout | kLsp; ///< of units
constexpr std::uint32_t kRecordings = kFix | kReport | kLayout | kDiff | kWatch | kLsp;

constexpr CommandName kCommands[] = {
    {"check", kCheck},         {"fix", kFix},       {"report", kReport},
    {"record", kRecord},       {"layout", kLayout}, {"diff", kDiff},
    {"placement", kPlacement}, {"watch", kWatch},   {"lsp", kLsp},
};

using enum ValueForm;
using enum ValueCount;

constexpr ConfigKey kKeys[] = {
    {.name = "inherit",
     .form = Truth,
     .count = One,
     .commands = 0,
     .sections = 0,
     .help = "Also read the next file above; what this one says counts more",
     .standard = "false"},
    {.name = "line-size",
     .form = Choice,
     .count = One,
     .commands = kReading | kRecord,
     .sections = 0,
     .help = "Bytes of a cacheline",
     .choices = "16|32|64|128|256|512|1024|2048|4096"},
    {.name = "rules",
     .form = Text,
     .count = List,
     .commands = kSources | kLsp,
     .sections = 0,
     .help = "Rules to run: globs, a leading - excludes"},
    {.name = "min-confidence",
     .form = Choice,
     .count = One,
     .commands = kSources | kLsp,
     .sections = 0,
     .help = "Leave out findings of a lower confidence",
     .standard = "medium",
     .choices = "low|medium|high"},
    {.name = "fail-on",
     .form = FailOn,
     .count = One,
     .commands = kSources,
     .sections = 0,
     .help = "Exit with 1 if there is false sharing or first touch of this confidence or a higher "
             "one; KIND:CONFIDENCE for other kinds; several with commas between",
     .standard = "none",
     .choices = "any|low|medium|high|confirmed"},
    {.name = "paths",
     .form = Path,
     .count = List,
     .commands = kSources,
     .sections = 0,
     .help = "Only findings of sources in these files and folders"},
    {.name = "exclude",
     .form = Text,
     .count = Addition,
     .commands = kReading,
     .sections = 0,
     .help = "Leave out units and findings in files that match these globs"},
    {.name = "build",
     .form = Path,
     .count = One,
     .commands = kCheck | kFix | kLsp,
     .sections = kReport,
     .help = "Build folder or compile_commands.json",
     .unless = "--facts"},
    {.name = "names",
     .form = NameLine,
     .count = Addition,
     .commands = kReading,
     .sections = 0,
     .help = "What names mean, as lines: kind, name, properties"},
    {.name = "knowledge",
     .form = Path,
     .count = Addition,
     .commands = kReading,
     .sections = 0,
     .help = "Files of such lines"},
    {.name = "baseline",
     .form = Path,
     .count = One,
     .commands = kSources | kLsp,
     .sections = 0,
     .help = "Leave out the findings that this file has"},
    {.name = "suppressions",
     .form = Path,
     .count = One,
     .commands = kSources | kLsp,
     .sections = 0,
     .help = "Leave out findings that a line of this file matches"},
    {.name = "machine",
     .form = Path,
     .count = One,
     .commands = kReport,
     .sections = kRecord,
     .help = "What fsfind machine measured: the prices of a report; of record, the latencies that "
             "it simulates",
     .unless = "--engine=hardware|clock"},
    {.name = "symfs",
     .form = Path,
     .count = One,
     .commands = kRecordings,
     .sections = 0,
     .help = "Look for recorded files under this folder instead of /"},
    {.name = "debug-dir",
     .form = Path,
     .count = Addition,
     .commands = kRecordings | kPlacement,
     .sections = 0,
     .help = "Look for separate debug info in these folders"},
    {.name = "jobs",
     .form = Number,
     .count = One,
     .commands = kReading,
     .sections = 0,
     .help = "Read so many units at a time, 0: by processors and memory",
     .standard = "0",
     .least = 0,
     .most = 1024,
     .protects = true},
    {.name = "unit-timeout",
     .form = Number,
     .count = One,
     .commands = kReading,
     .sections = 0,
     .help = "Give up on a unit after so many seconds",
     .standard = "120",
     .least = 1,
     .most = 86400,
     .protects = true},
    {.name = "unit-memory",
     .form = Number,
     .count = One,
     .commands = kReading,
     .sections = 0,
     .help = "Give up on a unit that needs more megabytes than this",
     .standard = "4096",
     .least = 64,
     .most = 1048576,
     .protects = true},
};

bool isOneOf(std::string_view text, std::string_view choices) {
  const std::vector<std::string_view> words = wordsOf(choices);
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string listed(std::string_view choices) {
  return fmt::format("{}", fmt::join(wordsOf(choices), ", "));
}

bool isNumber(const std::string &text, std::uint32_t least, std::uint32_t most) {
  std::uint32_t number = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number >= least && number <= most;
}

std::string knowledgeProblem(const std::string &line) {
  const auto read = Knowledge::joined({{{}, line}});
  return read ? std::string() : fmt::format("{}; {}", read.error().what, read.error().remedy);
}

} // namespace

std::vector<std::string_view> wordsOf(std::string_view choices) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= choices.size();) {
    const std::size_t end = std::min(choices.find('|', begin), choices.size());
    words.push_back(choices.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::span<const CommandName> configCommands() {
  return kCommands;
}

std::uint32_t configCommand(std::string_view name) {
  for (const CommandName &one : kCommands)
    if (one.name == name)
      return one.command;
  return 0;
}

std::span<const ConfigKey> configKeys() {
  return kKeys;
}

const ConfigKey *configKey(std::string_view name) {
  const auto *at = std::find_if(std::begin(kKeys), std::end(kKeys),
                                [&](const ConfigKey &key) { return key.name == name; });
  return at == std::end(kKeys) ? nullptr : at;
}

std::string valueProblem(const ConfigKey &key, const std::string &text) {
  if (text.empty())
    return "the value is empty";
  if (text.find('\0') != std::string::npos)
    return "the value has a zero byte";
  if (text.find('\n') != std::string::npos)
    return "the value has a line break";
  switch (key.form) {
  case Choice:
    return isOneOf(text, key.choices)
               ? std::string()
               : fmt::format("'{}' is none of {}", shown(text), listed(key.choices));
  case FailOn:
    return parseFailOn(shown(text), wordsOf(key.choices)).problem;
  case Truth:
    return text == "true" || text == "false"
               ? std::string()
               : fmt::format("'{}' is neither true nor false", shown(text));
  case Number:
    return isNumber(text, key.least, key.most)
               ? std::string()
               : fmt::format("'{}' is no number from {} to {}", shown(text), key.least, key.most);
  case NameLine:
    return knowledgeProblem(text);
  case Text:
  case Path:
    break;
  }
  return {};
}

} // namespace fsfind::analyzer

#include "analyzer/config/Config.h"
#include "analyzer/config/YamlEvents.h"
#include "analyzer/knowledge/Line.h"
#include "rules/input/InputKind.h"
#include "rules/model/TextParts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace fsfind::analyzer {

namespace {

/// For people's files; what has more values is no such file.
constexpr std::size_t kMostValues = 10'000;

/// Some editors write it in front of UTF-8.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// YAML's own words on tabs are hard to understand.
Expected<void> checkIndents(std::string_view text, const std::string &file) {
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', line), text.size());
    if (first < end && text[first] == '\t')
      return failure(
          errorAt(placeOf(text, first, file), "a tab indents the line", "indent by blanks"));
    line = end + 1;
  }
  return {};
}

std::string suggestion(std::string_view word) {
  std::vector<std::string_view> words;
  for (const ConfigKey &key : configKeys())
    words.push_back(key.name);
  for (const CommandName &command : configCommands())
    words.push_back(command.name);
  const std::string_view like = mostLike(word, words);
  return like.empty() ? fmt::format("known are {}", fmt::join(words, ", "))
                      : fmt::format("did you mean '{}'?", like);
}

bool isNothing(const YamlEvent &event) {
  return event.kind == YamlEvent::Word && !event.quoted &&
         (event.text.empty() || event.text == "~" || event.text == "null");
}

/// A line of a text of many, which is a value. Where other signs than names stand, `#` begins a
/// comment only as the first sign.
std::string_view withoutComment(std::string_view line, const ConfigKey &key) {
  line = trimmed(line);
  if (key.form == ValueForm::NameLine || line.starts_with('#'))
    line = trimmed(line.substr(0, line.find('#')));
  return line;
}

/// Makes settings of what the parser tells. Stops at the first thing that is wrong.
class Reader {
public:
  Reader(std::string_view text, const std::string &file)
      : folder_(std::filesystem::path(file).parent_path()), events_(text, file) {}

  Expected<ConfigText> read() {
    FSFIND_TRY(YamlEvent event, events_.next());
    if (event.kind == YamlEvent::Document) {
      FSFIND_TRY(const YamlEvent root, events_.next());
      if (!isNothing(root))
        FSFIND_CHECK(readKeys(root, 0));
      FSFIND_TRY(event, events_.next());
    }
    if (event.kind != YamlEvent::EndOfText)
      return failure(
          errorAt(event.place, "a second document begins", "write one, without --- in between"));
    return std::move(result_);
  }

private:
  /// `section` is the bit of a command, or 0 outside of sections.
  Expected<void> readKeys(const YamlEvent &begin, std::uint32_t section) {
    if (begin.kind != YamlEvent::Keys)
      return failure(
          errorAt(begin.place, "keys are expected",
                  "write each in a line of its own: the key, a colon, a blank, its value"));
    std::map<std::string, std::uint32_t> lines;
    for (;;) {
      FSFIND_TRY(const YamlEvent key, events_.next());
      if (key.kind == YamlEvent::End)
        return {};
      if (key.kind != YamlEvent::Word)
        return failure(errorAt(key.place, "a key is expected", "write one word before the colon"));
      const auto [first, fresh] = lines.emplace(key.text, key.place.line);
      if (!fresh)
        return failure(errorAt(key.place, fmt::format("'{}' is given twice", shown(key.text)),
                               fmt::format("it is also in line {}", first->second)));
      FSFIND_CHECK(readPair(key, section));
    }
  }

  Expected<void> readPair(const YamlEvent &name, std::uint32_t section) {
    const ConfigKey *key = configKey(name.text);
    const std::uint32_t command = configCommand(name.text);
    if (key == nullptr && command == 0)
      return failure(errorAt(name.place, fmt::format("the key '{}' is unknown", shown(name.text)),
                             suggestion(name.text)));
    if (section != 0 && command != 0)
      return failure(errorAt(name.place, fmt::format("'{}' is a section in a section", name.text),
                             "begin its line without blanks"));
    if (section != 0 && ((key->commands | key->sections) & section) == 0)
      return failure(errorAt(name.place,
                             fmt::format("'{}' means nothing to this command", name.text),
                             "leave it out, or put it outside of the section"));
    FSFIND_TRY(const YamlEvent value, events_.next());
    if (isNothing(value))
      return nothing(name);
    return command != 0 ? readKeys(value, command) : readSetting(*key, name, value, section);
  }

  static tl::unexpected<Error> nothing(const YamlEvent &name) {
    return failure(errorAt(name.place, fmt::format("'{}' has no value", name.text),
                           "give it one, or leave it out"));
  }

  Expected<void> readSetting(const ConfigKey &key, const YamlEvent &name, const YamlEvent &value,
                             std::uint32_t section) {
    Setting setting{&key, section != 0 ? section : key.commands, section != 0, {}};
    if (value.kind == YamlEvent::List && key.count == ValueCount::One)
      return failure(errorAt(value.place, fmt::format("'{}' has one value, not a list", name.text),
                             "write the value"));
    FSFIND_CHECK(value.kind == YamlEvent::List ? readList(key, setting.values)
                                               : readWord(key, value, setting.values));
    if (setting.values.empty())
      return nothing(name);
    if (key.form == ValueForm::Truth)
      result_.inherit = setting.values.front().text == "true";
    result_.settings.push_back(std::move(setting));
    return {};
  }

  Expected<void> readList(const ConfigKey &key, std::vector<ConfigValue> &values) {
    for (;;) {
      FSFIND_TRY(const YamlEvent event, events_.next());
      if (event.kind == YamlEvent::End)
        return {};
      FSFIND_CHECK(readWord(key, event, values));
    }
  }

  Expected<void> readWord(const ConfigKey &key, const YamlEvent &event,
                          std::vector<ConfigValue> &values) {
    if (event.kind != YamlEvent::Word)
      return failure(errorAt(event.place, fmt::format("a value of '{}' is a word", key.name),
                             "write it without keys and lists in it"));
    const bool lines = event.block || event.text.find('\n') != std::string::npos;
    if (!lines || key.count == ValueCount::One)
      return add(key, event.text, event.place, values);
    Place place = event.place;
    for (std::string_view rest = event.text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = withoutComment(rest.substr(0, end), key);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      place.line += event.block ? 1 : 0; // where breaks of a quoted text lie is not known
      if (!line.empty())
        FSFIND_CHECK(add(key, std::string(line), place, values));
    }
    return {};
  }

  Expected<void> add(const ConfigKey &key, std::string text, const Place &place,
                     std::vector<ConfigValue> &values) {
    if (const std::string problem = valueProblem(key, text); !problem.empty())
      return failure(errorAt(place, fmt::format("{}: {}", key.name, problem), {}));
    if (++values_ > kMostValues)
      return failure(errorAt(place, fmt::format("there are more than {} values", kMostValues),
                             "put names into a file of knowledge"));
    if (key.form == ValueForm::Path && !std::filesystem::path(text).is_absolute())
      text = (folder_ / text).lexically_normal().string();
    values.push_back({std::move(text), place});
    return {};
  }

  std::filesystem::path folder_;
  YamlEvents events_;
  ConfigText result_;
  std::size_t values_ = 0;
};

} // namespace

Expected<ConfigText> parseConfig(std::string_view text, const std::string &file) {
  if (text.size() > input::kConfig.most_bytes)
    return failure({file,
                    {},
                    fmt::format("is larger than {} KB", input::kConfig.most_bytes >> 10U),
                    "put names into a file of knowledge"});
  if (text.starts_with(kByteOrderMark)) // libyaml would count it as a column
    text.remove_prefix(kByteOrderMark.size());
  FSFIND_CHECK(checkIndents(text, file));
  return Reader(text, file).read();
}

} // namespace fsfind::analyzer

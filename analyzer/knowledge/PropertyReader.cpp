#include "analyzer/knowledge/PropertyReader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace fsfind::analyzer {

namespace {

constexpr std::uint64_t kMostArguments = 64;

std::optional<std::uint64_t> numberIn(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

} // namespace

void PropertyReader::note(Wrong wrong) {
  if (!wrong_)
    wrong_ = std::move(wrong);
}

std::optional<std::string_view> PropertyReader::value(std::string_view key, bool with_value) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
    asked_.push_back(key);
  for (std::size_t i = 0; i < line_.properties.size(); ++i) {
    const Property &one = line_.properties[i];
    if (one.key != key || used_[i])
      continue;
    used_[i] = true;
    if (one.value.empty() == with_value)
      note({with_value ? fmt::format("'{}' lacks its value", key)
                       : fmt::format("'{}' takes no value", key),
            with_value ? fmt::format("write {}=…", key) : fmt::format("write {} alone", key)});
    return one.value;
  }
  return std::nullopt;
}

bool PropertyReader::flag(std::string_view key) {
  return value(key, false).has_value();
}

int PropertyReader::argument(std::string_view key, int absent) {
  const auto text = value(key, true);
  if (!text)
    return absent;
  const auto number = numberIn(*text);
  if (number && *number > 0 && *number <= kMostArguments)
    return static_cast<int>(*number) - 1;
  note({fmt::format("'{}' is no number of an argument", shown(*text)),
        fmt::format("count arguments from 1: {}=1", key)});
  return absent;
}

std::uint64_t PropertyReader::number(std::string_view key, std::uint64_t absent) {
  const auto text = value(key, true);
  if (!text)
    return absent;
  const auto number = numberIn(*text);
  if (!number)
    note({fmt::format("'{}' is no number", shown(*text)), fmt::format("write bytes: {}=64", key)});
  return number.value_or(absent);
}

std::optional<std::size_t> PropertyReader::choice(std::string_view key,
                                                  std::span<const std::string_view> list) {
  const auto text = value(key, true);
  if (!text)
    return std::nullopt;
  const auto at = std::find(list.begin(), list.end(), *text);
  if (at != list.end())
    return static_cast<std::size_t>(at - list.begin());
  note({fmt::format("'{}' is unknown for '{}'", shown(*text), key),
        fmt::format("write one of {}", fmt::join(list, ", "))});
  return std::nullopt;
}

bool PropertyReader::is(std::string_view key, std::string_view wanted) {
  for (std::size_t i = 0; i < line_.properties.size(); ++i)
    if (line_.properties[i].key == key && line_.properties[i].value == wanted && !used_[i])
      return used_[i] = true;
  return false;
}

void PropertyReader::require(std::string_view key, bool given) {
  if (!given)
    note({fmt::format("'{}' is missing", key), fmt::format("write {}=… behind the name", key)});
}

std::optional<Wrong> PropertyReader::finish() const {
  for (std::size_t i = 0; i < line_.properties.size(); ++i) {
    if (used_[i])
      continue;
    const std::string_view key = line_.properties[i].key;
    const bool twice = std::find(asked_.begin(), asked_.end(), key) != asked_.end();
    if (twice)
      return Wrong{fmt::format("'{}' comes twice", shown(key)), "give each property once"};
    const std::string_view like = mostLike(key, asked_);
    const std::string remedy = asked_.empty() ? fmt::format("{} has no properties", line_.kind)
                               : like.empty() ? fmt::format("{} has the properties {}", line_.kind,
                                                            fmt::join(asked_, ", "))
                                              : fmt::format("did you mean '{}'?", like);
    return Wrong{fmt::format("the property '{}' is unknown", shown(key)), remedy};
  }
  return wrong_;
}

} // namespace fsfind::analyzer

#pragma once

#include "analyzer/knowledge/Line.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::analyzer {

/// Reads the properties of a line that its kind has. The first problem is kept for finish().
class PropertyReader {
public:
  explicit PropertyReader(const Line &line) : line_(line), used_(line.properties.size()) {}

  /// `many`
  [[nodiscard]] bool flag(std::string_view key);
  /// `callable=2`: the number of an argument, counted from 1 in the line, from 0 in the result.
  [[nodiscard]] int argument(std::string_view key, int absent = -1);
  [[nodiscard]] std::uint64_t number(std::string_view key, std::uint64_t absent);
  /// `op=read`: the position of the word in the list.
  [[nodiscard]] std::optional<std::size_t> choice(std::string_view key,
                                                  std::span<const std::string_view> list);
  /// Whether the property has this word for its value, which then counts as read.
  [[nodiscard]] bool is(std::string_view key, std::string_view value);
  /// The property is missing, but the line means nothing without it.
  void require(std::string_view key, bool given);

  /// What is wrong with the line, after all of its kind's properties have been asked for.
  [[nodiscard]] std::optional<Wrong> finish() const;

private:
  [[nodiscard]] std::optional<std::string_view> value(std::string_view key, bool with_value);
  void note(Wrong wrong);

  const Line &line_;
  std::vector<bool> used_;
  std::vector<std::string_view> asked_;
  std::optional<Wrong> wrong_;
};

} // namespace fsfind::analyzer

#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// A file's bytes, by lines. Lines and columns are 1-based; columns count bytes.
class SourceText {
public:
  explicit SourceText(std::string bytes);

  /// Without what ends it; empty if there is no such line.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  /// From the file's begin; none if the line has no such column. The end of a line is one.
  [[nodiscard]] std::optional<std::size_t> offset(std::uint32_t number, std::uint32_t column) const;
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
  std::string bytes_;
  std::vector<std::size_t> starts_; ///< of each line
};

/// Source files as they are now, each read once, when it is first asked for.
class SourceTexts {
public:
  /// Null if it is no regular file or cannot be read.
  [[nodiscard]] const SourceText *of(const std::string &file) const;
  /// The column in UTF-16 code units, as editors and web services count; a byte that is no UTF-8
  /// counts as one. In a file that cannot be read, the column as it is.
  [[nodiscard]] std::uint32_t utf16Column(const Place &place) const;

private:
  mutable std::map<std::string, std::optional<SourceText>> texts_;
};

/// The same, of a line's text.
[[nodiscard]] std::uint32_t utf16Column(std::string_view line, std::uint32_t byte_column);

} // namespace fsfind::report

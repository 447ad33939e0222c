#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// A file's text with access by lines. Lines and columns are 1-based; columns count bytes.
class SourceText {
public:
  explicit SourceText(std::string bytes);

  /// The line without its line ending; empty if there is no such line.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  /// Bytes from the file's begin; empty if there is no such column. The end of a line is a column.
  [[nodiscard]] std::optional<std::size_t> offset(std::uint32_t number, std::uint32_t column) const;
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

private:
  std::string bytes_;
  std::vector<std::size_t> starts_; ///< offset of each line
};

/// The current texts of source files; each is read once, when it is first needed.
class SourceTexts {
public:
  /// Null if `file` is not a regular file or cannot be read.
  [[nodiscard]] const SourceText *of(const std::string &file) const;
  /// The column in UTF-16 code units, as editors and web services count; a byte that is not UTF-8
  /// counts as one unit. If the file cannot be read, the place's column unchanged.
  [[nodiscard]] std::uint32_t utf16Column(const Place &place) const;

private:
  mutable std::map<std::string, std::optional<SourceText>> texts_;
};

/// The same for a column of the given line.
[[nodiscard]] std::uint32_t utf16Column(std::string_view line, std::uint32_t byte_column);

} // namespace fsfind::report

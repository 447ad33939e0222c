#pragma once

#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"
#include "cli/terminal/Traits.h"

#include <string>
#include <string_view>

namespace fsfind::report {

using cli::Style;

/// Builds the terminal report, line by line.
class Page {
public:
  explicit Page(const cli::Traits &traits) : traits_(traits), names_(traits.utf8) {}

  [[nodiscard]] const cli::Traits &traits() const { return traits_; }
  /// Whether tables have room for columns that narrow terminals do without.
  [[nodiscard]] bool isWide() const {
    constexpr std::size_t kWide = 100;
    return traits_.width >= kWide;
  }
  [[nodiscard]] std::string paint(Style style, std::string_view text) const {
    return cli::paint(style, text, traits_.color);
  }
  /// Makes text safe that comes from a recording: names, paths.
  [[nodiscard]] std::string safe(std::string_view text) const {
    return cli::printable(text, traits_.utf8);
  }
  /// The same for text with names of types, which are shortened unless all is told.
  [[nodiscard]] std::string named(std::string_view text, bool whole = false) const;
  /// The sign if the terminal shows UTF-8, else its replacement.
  [[nodiscard]] std::string_view sign(std::string_view utf8, std::string_view ascii) const {
    return traits_.utf8 ? utf8 : ascii;
  }

  /// One line, or several where the terminal is narrower: broken at blanks, all indented alike.
  void line(std::string_view text = "");
  /// A section's title, with an empty line before it.
  void heading(std::string_view text);
  /// `  name        value`, the value wrapped and indented.
  void fact(std::string_view name, std::string_view value);
  /// `  - text`, wrapped.
  void bullet(std::string_view text);
  /// Adds text unchanged; it must end with a newline.
  void block(std::string_view text) { text_ += text; }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  cli::Traits traits_;
  mutable cli::PlainNames names_; ///< that were given out
  std::string text_;
};

} // namespace fsfind::report

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace fsfind::report {

/// Where a text stands relative to its x.
enum class Anchor { Start, Middle, End };

/// A rectangle, px. `kind` names its look in drawing.css.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Box &) const = default;
};

/// Collects SVG elements (SVG 1.1, https://www.w3.org/TR/SVG11/). `kind` is a class of drawing.css;
/// text and titles are plain and may come from anywhere. It makes no ids, so pictures may stand
/// beside each other on a page.
class Canvas {
public:
  /// `title` is what a browser shows where the pointer rests; `opacity` is that of the fill.
  void box(std::string_view kind, const Box &box, std::string_view title = {}, double opacity = 1);
  void text(std::string_view kind, double x, double y, std::string_view words,
            Anchor anchor = Anchor::Start);
  /// The words without what acts, shortened to fit into the box; empty where not even one character
  /// fits.
  [[nodiscard]] static std::string fitted(const Box &box, std::string_view words);
  /// In the middle of the box, as fitted().
  void textIn(std::string_view kind, const Box &box, std::string_view words);
  /// `path` is path data made of numbers.
  void path(std::string_view kind, const std::string &path, std::string_view title = {},
            double stroke_width = 0);
  /// Begins a group that the page's script knows by `name`, and by `row` of the figure's table
  /// (kNoRow: of none).
  void beginTile(std::string_view name, std::size_t row);
  void endTile();
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  [[nodiscard]] std::string take() { return std::move(markup_); }

private:
  void attribute(std::string_view name, double value);

  std::string markup_;
};

/// Widths of a character of labels, and of the smaller text in boxes, px.
inline constexpr double kLabelCharacter = 7.3, kCharacter = 6.4;

/// A number of px as SVG has it: without needless digits.
[[nodiscard]] std::string pixels(double value);
/// One of the eight colours that tell users apart.
[[nodiscard]] std::string colourOf(std::size_t index);

} // namespace fsfind::report

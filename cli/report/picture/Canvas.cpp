#include "cli/report/picture/Canvas.h"

#include "cli/report/picture/Markup.h"
#include "cli/terminal/Characters.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

constexpr double kBoxMargin = 4;     ///< px of a box that its text leaves free
constexpr double kBelowMiddle = 3.5; ///< px from the middle of a text to its base line
constexpr std::size_t kColours = 8;  ///< who0 to who7 in drawing.css
constexpr std::size_t kLongestTitle = 400;

std::string titleElement(std::string_view title) {
  return "<title>" + markupText(cli::withoutMiddle(cli::printable(title, true), kLongestTitle)) +
         "</title>";
}

} // namespace

std::string pixels(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.'))
    text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string colourOf(std::size_t index) {
  return fmt::format("who{}", index % kColours);
}

void Canvas::attribute(std::string_view name, double value) {
  markup_ += fmt::format(" {}='{}'", name, pixels(value));
}

void Canvas::box(std::string_view kind, const Box &box, std::string_view title, double opacity) {
  markup_ += fmt::format("<rect class='{}'", kind);
  attribute("x", box.x);
  attribute("y", box.y);
  attribute("width", box.width);
  attribute("height", box.height);
  if (opacity < 1)
    attribute("fill-opacity", opacity);
  markup_ += title.empty() ? "/>" : ">" + titleElement(title) + "</rect>";
}

void Canvas::text(std::string_view kind, double x, double y, std::string_view words,
                  Anchor anchor) {
  markup_ += fmt::format("<text class='{}'", kind);
  attribute("x", x);
  attribute("y", y);
  if (anchor != Anchor::Start)
    markup_ += anchor == Anchor::Middle ? " text-anchor='middle'" : " text-anchor='end'";
  markup_ += ">" + markupText(words) + "</text>";
}

std::string Canvas::fitted(const Box &box, std::string_view words) {
  const double room = (box.width - kBoxMargin) / kCharacter;
  if (room < 1)
    return {};
  return cli::withoutMiddle(cli::printable(words, true), static_cast<std::size_t>(room));
}

void Canvas::textIn(std::string_view kind, const Box &box, std::string_view words) {
  const std::string shown = fitted(box, words);
  if (!shown.empty())
    text(kind, box.x + box.width / 2, box.y + box.height / 2 + kBelowMiddle, shown, Anchor::Middle);
}

void Canvas::path(std::string_view kind, const std::string &path, std::string_view title,
                  double stroke_width) {
  markup_ += fmt::format("<path class='{}' d='{}'", kind, path);
  if (stroke_width > 0)
    attribute("stroke-width", stroke_width);
  markup_ += title.empty() ? "/>" : ">" + titleElement(title) + "</path>";
}

void Canvas::beginTile(std::string_view name, std::size_t row) {
  markup_ += "<g class='tile' data-name='" + markupText(name) + "'";
  if (row != kNoRow)
    markup_ += fmt::format(" data-row='{}'", row);
  markup_ += ">";
}

void Canvas::endTile() {
  markup_ += "</g>";
}

} // namespace fsfind::report

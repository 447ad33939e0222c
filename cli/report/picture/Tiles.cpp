#include "cli/report/picture/Tiles.h"

#include "cli/report/picture/Canvas.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fsfind::report {

namespace {

constexpr double kTilesWidth = 900, kTileRow = 34; ///< px of the whole; from row to row
constexpr double kNarrowest = 2;                   ///< px
constexpr std::size_t kDeepestTile = 24;           ///< rows

} // namespace

void Tiles::add(const std::vector<std::string> &path, std::uint64_t value, std::uint32_t rank) {
  if (value == 0)
    return;
  Tile *tile = &root_;
  tile->value += value;
  for (std::size_t i = 0; i < std::min(path.size(), kDeepestTile); ++i) {
    std::unique_ptr<Tile> &part = tile->parts[path[i]];
    if (!part)
      part = std::make_unique<Tile>();
    tile = part.get();
    tile->value += value;
  }
  tile->own += value;
  tile->ranks.insert(rank);
}

class TilePainter {
public:
  TilePainter(const Tiles::Tile &root, const std::vector<std::string> &heads)
      : root_(root), heads_(heads) {}

  Figure figure() {
    Figure figure;
    figure.table.columns.assign(heads_.size(), {});
    for (std::size_t i = 0; i < heads_.size(); ++i)
      figure.table.columns[i].head = heads_[i];
    figure.table.columns.insert(figure.table.columns.end(), {{"Count", true}, {"Share", true}});
    table_ = &figure.table;
    std::vector<std::string> path;
    draw(root_, 0, path, {}, true);
    figure.width = kTilesWidth;
    figure.height = static_cast<double>(deepest_) * kTileRow;
    figure.shapes = canvas_.take();
    if (narrow_ != 0)
      figure.legend = fmt::format("Too narrow to draw: {}.", cli::percentage(share(narrow_)));
    return figure;
  }

private:
  using Part = std::pair<const std::string *, const Tiles::Tile *>;

  [[nodiscard]] double share(std::uint64_t value) const {
    return static_cast<double>(value) / static_cast<double>(root_.value);
  }

  static std::vector<Part> widestFirst(const Tiles::Tile &tile) {
    std::vector<Part> parts;
    for (const auto &[name, part] : tile.parts)
      parts.emplace_back(&name, part.get());
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) {
      return a.second->value > b.second->value;
    });
    return parts;
  }

  /// `visible`: the tile itself is drawn, so its parts may be.
  void draw(const Tiles::Tile &tile, double x, std::vector<std::string> &path,
            const std::string &colour, bool visible) {
    std::size_t at = 0;
    for (const auto &[name, part] : widestFirst(tile)) {
      const double width = share(part->value) * kTilesWidth;
      const bool drawn = visible && width >= kNarrowest;
      if (visible && !drawn)
        narrow_ += part->value;
      const std::string own = path.size() == 1 ? colourOf(at) : colour;
      path.push_back(*name);
      const std::size_t row = part->own != 0 ? addRow(path, *part) : Canvas::kNoRow;
      if (drawn)
        drawTile(
            {x + 0.5, static_cast<double>(path.size() - 1) * kTileRow + 1, width - 1, kTileRow - 2},
            *name, *part, path.size() == 1 ? "frame" : own, row);
      draw(*part, x, path, own, drawn);
      path.pop_back();
      x += width;
      ++at;
    }
  }

  void drawTile(const Box &box, const std::string &name, const Tiles::Tile &tile,
                const std::string &kind, std::size_t row) {
    deepest_ = std::max(deepest_, static_cast<std::size_t>(box.y / kTileRow) + 1);
    canvas_.beginTile(name, row);
    canvas_.box(kind, box,
                fmt::format("{}: {}, {}", name, cli::grouped(tile.value),
                            cli::percentage(share(tile.value))));
    canvas_.textIn(kind == "frame" ? "name" : "letter", box, name);
    canvas_.endTile();
  }

  std::size_t addRow(const std::vector<std::string> &path, const Tiles::Tile &tile) {
    std::vector<FigureCell> row(heads_.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
      std::string &text = row[std::min(i, heads_.size() - 1)].text;
      text += (text.empty() ? "" : " → ") + path[i];
    }
    row.push_back(numberCell(tile.own));
    row.push_back({cli::percentage(share(tile.own)), static_cast<double>(tile.own)});
    table_->rows.push_back(std::move(row));
    table_->lines.emplace_back(tile.ranks.begin(), tile.ranks.end());
    return table_->rows.size() - 1;
  }

  const Tiles::Tile &root_;
  const std::vector<std::string> &heads_;
  FigureTable *table_ = nullptr;
  Canvas canvas_;
  std::uint64_t narrow_ = 0;
  std::size_t deepest_ = 0; ///< rows drawn
};

Figure Tiles::figure(const std::vector<std::string> &heads) const {
  return TilePainter(root_, heads).figure();
}

} // namespace fsfind::report

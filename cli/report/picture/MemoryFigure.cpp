#include "cli/report/picture/MemoryFigure.h"

#include "cli/report/picture/Canvas.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::report {

namespace {

constexpr double kBeforeBars = 130, kBarsWidth = 620,
                 kBehindBars = 150; ///< px: names, bars, numbers
constexpr double kBarRow = 30, kBarFree = 8, kBarsHeading = 24;
constexpr double kBaseLine = 15; ///< px from the top of a row

/// Where pages live: a node, or kSpread, or CpuParts::kNone if that is not known.
constexpr std::uint32_t kSpread = CpuParts::kNone - 1;

std::uint32_t homeOf(const PagePlacement &placement) {
  return placement.node ? *placement.node : placement.spread ? kSpread : CpuParts::kNone;
}

std::string homeText(std::uint32_t home) {
  if (home == kSpread)
    return "several nodes";
  return home == CpuParts::kNone ? "not known" : fmt::format("node {}", home);
}

using Placed = std::map<std::uint32_t, std::vector<const Finding *>>;

Placed placedIn(const Report &report) {
  Placed placed;
  for (const Finding &finding : report.findings)
    if (finding.placement && finding.placement->pages != 0)
      placed[homeOf(*finding.placement)].push_back(&finding);
  return placed;
}

/// Number of contended lines by node.
std::map<std::uint32_t, std::uint64_t> linesByNode(const Report &report) {
  std::map<std::uint32_t, std::uint64_t> lines;
  for (const RankedLine &ranked : report.lines)
    if (ranked.line->home != CpuParts::kNone && ranked.line->home != kSeveralNodes)
      ++lines[ranked.line->home];
  return lines;
}

class Memory {
public:
  Memory(Placed placed, std::map<std::uint32_t, std::uint64_t> lines)
      : placed_(std::move(placed)), lines_(std::move(lines)) {}

  Figure figure() {
    Figure figure;
    figure.name = "Memory of NUMA nodes: pages by object, and contended lines";
    figure.table.caption = "Pages and contended lines by node";
    figure.table.columns = {{"Node"},
                            {"What"},
                            {"Number", true},
                            {"From several nodes", true},
                            {"Local loads", true},
                            {"Remote loads", true}};
    table_ = &figure.table;
    if (!placed_.empty())
      pages();
    if (!lines_.empty())
      lines();
    figure.legend = legend();
    figure.width = kBeforeBars + kBarsWidth + kBehindBars;
    figure.height = y_;
    figure.shapes = canvas_.take();
    return figure;
  }

private:
  [[nodiscard]] std::string legend() const {
    constexpr std::size_t kNamed = 12;
    std::vector<std::string> names;
    for (const auto &[home, findings] : placed_)
      for (const Finding *finding : findings)
        names.push_back(fmt::format("{}: {}", finding->rank, dataText(*finding)));
    return names.empty() ? std::string()
                         : fmt::format("Findings: {}. Strong colour: pages that CPUs of several "
                                       "nodes load.",
                                       someOf(names, kNamed));
  }

  void heading(std::string_view words) {
    canvas_.text("heading", 0, y_ + kBaseLine, words);
    y_ += kBarsHeading;
  }
  void label(std::string_view words) {
    constexpr double kSpace = 8;
    canvas_.text("label", kBeforeBars - kSpace, y_ + kBaseLine, words, Anchor::End);
  }

  void pages() {
    std::uint64_t most = 1;
    std::map<std::uint32_t, std::uint64_t> sums;
    for (const auto &[home, findings] : placed_) {
      for (const Finding *finding : findings)
        sums[home] += finding->placement->pages;
      most = std::max(most, sums[home]);
    }
    heading("Pages seen of objects whose loads are remote");
    for (const auto &[home, findings] : placed_) {
      label(homeText(home));
      double x = kBeforeBars;
      for (const Finding *finding : findings)
        x = object(*finding, x, most, home);
      canvas_.text("label", x + kBarFree, y_ + kBaseLine, cli::counted(sums[home], "page"));
      y_ += kBarRow;
    }
  }

  /// Draws one object's pages from `x` on; returns where they end.
  double object(const Finding &finding, double x, std::uint64_t most, std::uint32_t home) {
    const PagePlacement &placement = *finding.placement;
    const auto width = [&](std::uint64_t pages) {
      return kBarsWidth * static_cast<double>(pages) / static_cast<double>(most);
    };
    const std::uint64_t shared = std::min(placement.shared_pages, placement.pages);
    const std::string colour = colourOf(finding.rank == 0 ? 0 : finding.rank - 1);
    const std::string name = fmt::format("{}. {}", finding.rank, dataText(finding));
    const Box whole = {x, y_, width(placement.pages), kBarRow - kBarFree};
    constexpr double kFaint = 0.35;
    canvas_.box(colour, whole,
                fmt::format("{}: {}, {} of them loaded from several nodes", name,
                            cli::counted(placement.pages, "page"), cli::grouped(shared)),
                kFaint);
    if (shared != 0)
      canvas_.box(
          colour, {x, y_, width(shared), kBarRow - kBarFree},
          fmt::format("{}: {} loaded from several nodes", name, cli::counted(shared, "page")));
    canvas_.textIn(2 * shared > placement.pages ? "letter" : "letter faint", whole,
                   std::to_string(finding.rank));
    table_->rows.push_back({{homeText(home)},
                            {"pages of " + name},
                            numberCell(placement.pages),
                            numberCell(shared),
                            numberCell(finding.cost.local),
                            numberCell(finding.cost.remote)});
    return x + whole.width;
  }

  void lines() {
    std::uint64_t most = 1;
    for (const auto &[node, count] : lines_)
      most = std::max(most, count);
    heading("Contended lines by the node of their memory");
    for (const auto &[node, count] : lines_) {
      label(homeText(node));
      const double width = kBarsWidth * static_cast<double>(count) / static_cast<double>(most);
      canvas_.box("bar-share", {kBeforeBars, y_, width, kBarRow - kBarFree},
                  cli::counted(count, "line"));
      canvas_.text("label", kBeforeBars + width + kBarFree, y_ + kBaseLine,
                   cli::counted(count, "line"));
      table_->rows.push_back(
          {{homeText(node)}, {"contended lines"}, numberCell(count), {}, {}, {}});
      y_ += kBarRow;
    }
  }

  Placed placed_;
  std::map<std::uint32_t, std::uint64_t> lines_;
  FigureTable *table_ = nullptr;
  Canvas canvas_;
  double y_ = 0;
};

} // namespace

std::optional<Figure> memoryFigure(const Report &report) {
  Placed placed = placedIn(report);
  auto lines = linesByNode(report);
  if (placed.empty() && lines.empty())
    return std::nullopt;
  return Memory(std::move(placed), std::move(lines)).figure();
}

} // namespace fsfind::report

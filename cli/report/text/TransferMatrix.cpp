#include "cli/report/text/TransferMatrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace fsfind::report {

namespace {

/// From the fastest transfers to the slowest, evenly by ratio.
class HeatScale {
public:
  static constexpr std::size_t kSteps = 9;

  explicit HeatScale(const MachineMap &map) {
    for (const Transfer &transfer : map.transfers) {
      if (transfer.ns.value.count == 0)
        continue;
      least_ = std::min(least_, transfer.ns.value.median);
      most_ = std::max(most_, transfer.ns.value.median);
    }
  }

  /// Values that hardly differ are all light.
  [[nodiscard]] std::size_t step(double ns) const {
    const double part = std::log(ns / least_) / std::log(top() / least_);
    return std::min(kSteps - 1, static_cast<std::size_t>(std::max(0.0, part) * kSteps));
  }

  /// Where a step begins, ns; that of kSteps is where the last one ends.
  [[nodiscard]] double begin(std::size_t step) const {
    return least_ * std::pow(top() / least_, static_cast<double>(step) / kSteps);
  }

private:
  [[nodiscard]] double top() const {
    constexpr double kLeastRange = 2;
    return std::max(most_, kLeastRange * least_);
  }

  double least_ = std::numeric_limits<double>::max(), most_ = 0; ///< ns
};

Style heatStyle(std::size_t step) {
  constexpr std::array<Style, HeatScale::kSteps> kStyles = {
      Style::Good, Style::Good, Style::Good,    Style::Load,   Style::Load,
      Style::Both, Style::Both, Style::Warning, Style::Warning};
  return kStyles[step];
}

std::string_view withoutBlankEnd(std::string_view line) {
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

class Matrix {
public:
  Matrix(Page &page, const MachineMap &map) : page_(page), map_(map), scale_(map) {
    for (const Transfer &transfer : map.transfers) {
      if (transfer.ns.value.count == 0 || hasThirdHome(map, transfer))
        continue;
      put(transfer.a, transfer.b, transfer);
      put(transfer.b, transfer.a, transfer);
    }
  }

  void write() {
    if (map_.cpus.size() > kMostDrawn) {
      page_.line(fmt::format("{} CPUs are too many to be drawn; JSON has their transfers",
                             map_.cpus.size()));
      return;
    }
    const std::size_t margin = kIndent + label_ + 1;
    const std::size_t width = page_.traits().width;
    const bool numbers = margin + map_.cpus.size() * kCell <= width;
    const std::size_t columns = numbers ? map_.cpus.size() : width - margin;
    for (std::size_t first = 0; first < map_.cpus.size(); first += columns)
      writeColumns(first, std::min(columns, map_.cpus.size() - first), numbers);
    if (!numbers)
      writeLegend();
  }

private:
  static constexpr std::size_t kIndent = 2, kCell = 7;
  static constexpr std::size_t kMostDrawn = 1024; ///< CPUs
  static constexpr std::string_view kSigns = ".:-=+*#%@";

  [[nodiscard]] std::uint32_t nodeOf(std::uint32_t cpu) const {
    return cpu < map_.topology.cpus.size() ? map_.topology.cpus[cpu].node : kNoNode;
  }

  /// Of two cells of a pair, the one whose line is at home with the row's CPU.
  void put(std::uint32_t row, std::uint32_t column, const Transfer &transfer) {
    const auto [at, added] = cells_.try_emplace({row, column}, &transfer);
    if (!added && transfer.home == nodeOf(row))
      at->second = &transfer;
  }

  void writeColumns(std::size_t first, std::size_t count, bool numbers) {
    std::string heading = std::string(kIndent, ' ') + cli::paddedLeft("CPU", label_) + ' ';
    if (numbers)
      for (std::size_t i = first; i < first + count; ++i)
        heading += cli::padded(cli::paddedLeft(std::to_string(map_.cpus[i]), kCell - 2), kCell);
    else
      heading += fmt::format("CPUs {} to {}", map_.cpus[first], map_.cpus[first + count - 1]);
    page_.line(page_.paint(Style::Dim, withoutBlankEnd(heading)));
    for (const std::uint32_t row : map_.cpus) {
      std::string line = std::string(kIndent, ' ') + cli::paddedLeft(std::to_string(row), label_);
      line += ' ';
      for (std::size_t i = first; i < first + count; ++i)
        line += cellText(row, map_.cpus[i], numbers);
      page_.line(withoutBlankEnd(line));
    }
  }

  [[nodiscard]] std::string cellText(std::uint32_t row, std::uint32_t column, bool numbers) const {
    const auto cell = cells_.find({row, column});
    if (cell == cells_.end()) {
      if (!numbers)
        return row == column ? " " : "?";
      const std::string_view sign = row == column ? page_.sign("·", "-") : "?";
      return cli::padded(cli::paddedLeft(sign, kCell - 2), kCell);
    }
    const double ns = cell->second->ns.value.median;
    const std::size_t step = scale_.step(ns);
    if (!numbers)
      return page_.paint(heatStyle(step), kSigns.substr(step, 1));
    constexpr double kWhole = 100;
    const std::string number = fmt::format("{:.{}f}", ns, ns < kWhole ? 1 : 0);
    return page_.paint(heatStyle(step), cli::paddedLeft(number, kCell - 2) +
                                            std::string(shadeOf(step)) +
                                            (cell->second->ns.disturbed() ? "!" : " "));
  }

  [[nodiscard]] std::string_view shadeOf(std::size_t step) const {
    constexpr std::array<std::string_view, HeatScale::kSteps> kShades = {"░", "░", "░", "▒", "▒",
                                                                         "▓", "▓", "█", "█"};
    return page_.sign(kShades[step], " ");
  }

  void writeLegend() {
    std::vector<std::string> parts;
    for (std::size_t step = 0; step < HeatScale::kSteps; ++step)
      parts.push_back(fmt::format("{} from {:.0f}", kSigns.substr(step, 1), scale_.begin(step)));
    for (const std::string &line :
         cli::wrapped(fmt::format("{} ns; ? not measured", cli::joined(parts)),
                      page_.traits().width - kIndent))
      page_.line("  " + line);
  }

  Page &page_;
  const MachineMap &map_;
  HeatScale scale_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Transfer *> cells_;
  std::size_t label_ = 5; ///< width of a row's label
};

} // namespace

void writeTransferMatrix(Page &page, const MachineMap &map) {
  Matrix(page, map).write();
}

std::string cpuList(std::vector<std::uint32_t> cpus) {
  std::sort(cpus.begin(), cpus.end());
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1)
      ++last;
    parts.push_back(last == i ? std::to_string(cpus[i])
                              : fmt::format("{}-{}", cpus[i], cpus[last]));
    i = last + 1;
  }
  return cli::joined(parts, ",");
}

} // namespace fsfind::report

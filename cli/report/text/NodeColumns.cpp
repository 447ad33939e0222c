#include "cli/report/text/NodeColumns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace fsfind::report {

namespace {

constexpr std::size_t kMostColumns = 6;

double shareOf(const ByNode &parts, std::uint64_t part) {
  const std::uint64_t whole = sumOf(parts);
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

std::string memoryText(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr std::uint64_t kKibi = 1024;
  constexpr double kThreeDigits = 99.95; // more need no decimals
  constexpr double kDecimal = 0.05;      // that rounds to .0
  std::size_t unit = 0;
  std::uint64_t scale = 1;
  while (unit + 1 < kUnits.size() && bytes / scale >= kKibi) {
    scale *= kKibi;
    ++unit;
  }
  const double value = static_cast<double>(bytes) / static_cast<double>(scale);
  const bool whole = std::abs(value - std::round(value)) < kDecimal || value >= kThreeDigits;
  return fmt::format("{:.{}f} {}", value, whole ? 0 : 1, kUnits[unit]);
}

NodeColumns::NodeColumns(const Placement &look) {
  std::set<std::uint32_t> nodes;
  for (const MemoryNode &node : look.nodes)
    if (!node.cpus.empty())
      nodes.insert(node.node);
  for (const PlacedRegion &region : look.regions)
    for (const auto &[node, bytes] : region.bytes)
      nodes.insert(node);
  nodes_.assign(nodes.begin(), nodes.end());
}

void NodeColumns::addTo(std::vector<cli::Column> &columns) const {
  if (nodes_.size() > kMostColumns) {
    columns.push_back({"on nodes"});
    return;
  }
  for (const std::uint32_t node : nodes_)
    columns.push_back({fmt::format("node {}", node), cli::Align::Right});
}

void NodeColumns::addTo(std::vector<cli::TableCell> &row, const ByNode &parts) const {
  if (nodes_.size() > kMostColumns) {
    row.push_back({partsText(parts)});
    return;
  }
  const bool none = sumOf(parts) == 0;
  for (const std::uint32_t node : nodes_) {
    const auto part = parts.find(node);
    const double share = part == parts.end() ? 0 : shareOf(parts, part->second);
    row.push_back({none ? "" : cli::percentage(share), share == 0 ? Style::Dim : Style::Plain});
  }
}

std::string partsText(const ByNode &parts) {
  constexpr std::size_t kMost = 4;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> largest(parts.begin(), parts.end());
  std::erase_if(largest, [](const auto &part) { return part.second == 0; });
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  std::vector<std::string> texts;
  for (const auto &[node, part] : largest) {
    if (texts.size() == kMost) {
      texts.push_back(fmt::format("{} more", largest.size() - kMost));
      break;
    }
    texts.push_back(fmt::format("node {} {}", node, cli::percentage(shareOf(parts, part))));
  }
  return cli::joined(texts);
}

} // namespace fsfind::report

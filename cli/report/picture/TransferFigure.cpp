#include "cli/report/picture/TransferFigure.h"

#include "cli/report/picture/Canvas.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kPartsDrawn = 48, kArcsDrawn = 80, kRowsTold = 1000;
constexpr double kStep = 56, kSide = 30; ///< px from part to part; beside the outermost
constexpr Box kPart = {0, 0, 34, 24};
constexpr double kMiddle = 108; ///< px from the top to the row of parts

struct Pair {
  std::uint32_t from = 0, to = 0;
  double count = 0;
};

std::uint32_t partOf(const Topology &topology, std::uint32_t cpu, MachinePart part) {
  if (part == MachinePart::Cpu)
    return cpu;
  if (cpu >= topology.cpus.size())
    return CpuParts::kNone;
  const CpuParts &parts = topology.cpus[cpu];
  return part == MachinePart::L3       ? parts.l3
         : part == MachinePart::Socket ? parts.socket
                                       : parts.node;
}

/// Transfers between parts that are known, the most frequent first.
std::vector<Pair> pairsOf(const Topology &topology, const Transfers &transfers, MachinePart part) {
  Transfers between;
  for (const auto &[cpus, count] : transfers) {
    const std::uint32_t from = partOf(topology, cpus.first, part),
                        to = partOf(topology, cpus.second, part);
    if (from != CpuParts::kNone && to != CpuParts::kNone)
      between[{from, to}] += count;
  }
  std::vector<Pair> pairs;
  for (const auto &[parts, count] : between)
    pairs.push_back({parts.first, parts.second, count});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair &a, const Pair &b) { return a.count > b.count; });
  return pairs;
}

class Machine {
public:
  Machine(const Topology &topology, MachinePart part, std::vector<Pair> pairs)
      : topology_(topology), part_(part), pairs_(std::move(pairs)) {
    std::set<std::uint32_t> used;
    for (const Pair &pair : pairs_)
      used.insert({pair.from, pair.to});
    parts_.assign(used.begin(), used.end());
    if (part_ == MachinePart::Cpu)
      std::stable_sort(parts_.begin(), parts_.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return placeOf(a) < placeOf(b); });
    left_out_ = parts_.size() > kPartsDrawn ? parts_.size() - kPartsDrawn : 0;
    parts_.resize(parts_.size() - left_out_);
  }

  Figure figure() {
    if (part_ == MachinePart::Cpu)
      frames();
    const std::size_t drawn = arcs();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Box box = {x(i) - kPart.width / 2, kMiddle - kPart.height / 2, kPart.width,
                       kPart.height};
      canvas_.box("part", box);
      canvas_.textIn("name", box, std::to_string(parts_[i]));
    }
    Figure figure;
    figure.name =
        fmt::format("Transfers between the parts of the machine: {}", machinePartWords(part_));
    figure.legend = legend(drawn);
    constexpr double kLeast = 260, kBelow = 26;
    figure.width = std::max(kLeast, x(parts_.size() - 1) + kPart.width / 2 + kSide);
    figure.height = 2 * kMiddle + kBelow;
    figure.shapes = canvas_.take();
    figure.table = table();
    return figure;
  }

private:
  [[nodiscard]] CpuParts partsOf(std::uint32_t cpu) const {
    return cpu < topology_.cpus.size() ? topology_.cpus[cpu] : CpuParts();
  }
  /// Neighbours in the machine stand beside each other.
  [[nodiscard]] std::array<std::uint32_t, 5> placeOf(std::uint32_t cpu) const {
    const CpuParts parts = partsOf(cpu);
    return {parts.node, parts.socket, parts.l3, parts.core, cpu};
  }

  [[nodiscard]] static double x(std::size_t index) {
    return kSide + kPart.width / 2 + static_cast<double>(index) * kStep;
  }
  /// Where a part is drawn; parts_.size() = it is not.
  [[nodiscard]] std::size_t indexOf(std::uint32_t part) const {
    return static_cast<std::size_t>(std::find(parts_.begin(), parts_.end(), part) - parts_.begin());
  }

  [[nodiscard]] bool isFar(const Pair &pair) const {
    return part_ == MachinePart::Cpu &&
           topology_.distance(pair.from, pair.to) == CpuDistance::OtherSocket;
  }

  /// Around the CPUs of each node, or socket where nodes are not known.
  void frames() {
    const auto known = [&](std::uint32_t CpuParts::*group) {
      return std::all_of(parts_.begin(), parts_.end(),
                         [&](std::uint32_t cpu) { return partsOf(cpu).*group != CpuParts::kNone; });
    };
    if (known(&CpuParts::node))
      frames(&CpuParts::node, "node");
    else if (known(&CpuParts::socket))
      frames(&CpuParts::socket, "socket");
  }

  void frames(std::uint32_t CpuParts::*group, std::string_view word) {
    constexpr double kTop = 2, kText = 17, kBelow = 20;
    for (std::size_t first = 0; first < parts_.size();) {
      const std::uint32_t own = partsOf(parts_[first]).*group;
      std::size_t last = first;
      while (last + 1 < parts_.size() && partsOf(parts_[last + 1]).*group == own)
        ++last;
      const double left = x(first) - kStep / 2 + 1;
      canvas_.box("frame", {left, kTop, x(last) + kStep / 2 - 1 - left, 2 * kMiddle + kBelow});
      canvas_.text("ruler", left + 3 * kTop, 2 * kMiddle + kText, fmt::format("{} {}", word, own));
      first = last + 1;
    }
  }

  /// Returns how many are drawn.
  std::size_t arcs() {
    std::size_t drawn = 0;
    for (const Pair &pair : pairs_) {
      const std::size_t from = indexOf(pair.from), to = indexOf(pair.to);
      if (from == parts_.size() || to == parts_.size() || drawn == kArcsDrawn)
        continue;
      arc(pair, from, to);
      ++drawn;
    }
    return drawn;
  }

  /// A Bézier curve above the parts to the right, below them to the left, with a head at its end;
  /// a loop from a part to itself.
  void arc(const Pair &pair, std::size_t from, std::size_t to) {
    constexpr double kLoop = 30, kLowest = 16, kHighest = 95, kSlope = 0.32;
    const bool loop = from == to;
    const double up = to >= from ? -1 : 1;
    const double height =
        loop ? kLoop : std::min(kHighest, kLowest + std::abs(x(to) - x(from)) * kSlope);
    const double edge = kMiddle + up * kPart.height / 2, shift = loop ? 9 : 3;
    const double begin = x(from) + up * shift * (loop ? 1 : -1);
    const double end = x(to) + up * shift * (loop ? -1 : 1);
    const double lean = loop ? 14 : 0, peak = edge + up * height;
    const std::string title =
        fmt::format("{} {} to {}: {} contended samples", machinePartWords(part_), pair.from,
                    pair.to, cli::grouped(static_cast<std::uint64_t>(std::llround(pair.count))));
    canvas_.path(isFar(pair) ? "arc far" : "arc",
                 fmt::format("M{} {}C{} {} {} {} {} {}", pixels(begin), pixels(edge),
                             pixels(x(from) - lean), pixels(peak), pixels(x(to) + lean),
                             pixels(peak), pixels(end), pixels(edge)),
                 title, 0.5 + 5 * pair.count / pairs_.front().count);
    constexpr double kHead = 7, kHalf = 3.2;
    canvas_.path("arrowhead", fmt::format("M{} {}L{} {}L{} {}z", pixels(end), pixels(edge),
                                          pixels(end - kHalf), pixels(edge + up * kHead),
                                          pixels(end + kHalf), pixels(edge + up * kHead)));
  }

  [[nodiscard]] std::string legend(std::size_t drawn) const {
    std::string text = "From the writer to the reader, above to the right, below to the left; "
                       "thicker: more often; dashed: to another socket. Each contended sample is "
                       "shared among the other threads that write the line, by their stores.";
    if (drawn < pairs_.size())
      text += fmt::format(" Drawn are {} of {} and {} of {}.", parts_.size(),
                          cli::counted(parts_.size() + left_out_, "part"), drawn,
                          cli::counted(pairs_.size(), "pair"));
    if (pairs_.size() > kRowsTold)
      text += fmt::format(" The table has the {} most frequent.", cli::counted(kRowsTold, "pair"));
    return text;
  }

  [[nodiscard]] FigureTable table() const {
    FigureTable table;
    const std::string_view words = machinePartWords(part_);
    table.caption = "Contended samples by who wrote and who read";
    table.columns = {{fmt::format("From {}", words), true}, {fmt::format("To {}", words), true}};
    if (part_ == MachinePart::Cpu)
      table.columns.push_back({"Reader is"});
    table.columns.insert(table.columns.end(), {{"Samples", true}, {"Share", true}});
    double whole = 0;
    for (const Pair &pair : pairs_)
      whole += pair.count;
    for (const Pair &pair : std::span(pairs_).first(std::min(pairs_.size(), kRowsTold))) {
      std::vector<FigureCell> row = {numberCell(pair.from), numberCell(pair.to)};
      if (part_ == MachinePart::Cpu)
        row.push_back({std::string(distanceWords(topology_.distance(pair.from, pair.to)))});
      row.push_back({fmt::format("{:.1f}", pair.count), pair.count});
      row.push_back({cli::percentage(pair.count / whole), pair.count});
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  const Topology &topology_;
  MachinePart part_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> parts_; ///< those drawn, from left to right
  std::size_t left_out_ = 0;         ///< parts for which there is no room
  Canvas canvas_;
};

} // namespace

std::string_view machinePartId(MachinePart part) {
  constexpr std::array<std::string_view, 4> kIds = {"cpu", "l3", "socket", "node"};
  return kIds[static_cast<std::size_t>(part)];
}

std::string_view machinePartWords(MachinePart part) {
  constexpr std::array<std::string_view, 4> kWords = {"CPU", "L3 cache", "socket", "NUMA node"};
  return kWords[static_cast<std::size_t>(part)];
}

std::optional<Figure> transferFigure(const Profile &profile, const Transfers &transfers,
                                     MachinePart part) {
  std::vector<Pair> pairs = pairsOf(profile.topology, transfers, part);
  if (pairs.empty())
    return std::nullopt;
  return Machine(profile.topology, part, std::move(pairs)).figure();
}

} // namespace fsfind::report

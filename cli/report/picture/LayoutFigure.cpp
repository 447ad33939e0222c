#include "cli/report/picture/LayoutFigure.h"

#include "cli/report/picture/Canvas.h"
#include "cli/terminal/Text.h"
#include "rules/model/RuleIds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::uint64_t kLinesDrawn = 8;  ///< of a group
constexpr std::uint64_t kLinesKept = 256; ///< further ones are not looked at
constexpr std::uint64_t kMostInstances = 16;
constexpr double kBeforeBytes = 72,
                 kBytesWidth = 900; ///< px before the bytes; of the bytes of a line
constexpr double kLineRow = 24, kLineFree = 4, kGroupHeading = 22;

/// A part of a member that lies on one line.
struct Piece {
  std::uint64_t line = 0, from = 0, to = 0; ///< bytes of the line
  std::string name;
  std::string writers; ///< empty if nobody is seen to write it
};

/// What is drawn from its own first byte on.
struct Group {
  std::vector<Piece> pieces;
  std::string heading = {};
  std::uint64_t size = UINT64_MAX; ///< of a block; else it fills lines
  bool begins_line = true;         ///< else nobody knows where on a line its first byte lies
};

struct Side {
  std::string_view when;
  std::uint64_t size = 0; ///< of an instance; 0 = not known
  bool of_many = false;   ///< several instances are drawn
  std::vector<Group> groups = {};
};

/// Cuts members at the ends of lines.
class Pieces {
public:
  explicit Pieces(std::uint64_t line_size) : line_size_(line_size) {}

  void add(std::uint64_t begin, std::uint64_t size, const std::string &name,
           const std::string &writers) {
    const std::uint64_t limit = kLinesKept * line_size_;
    const std::uint64_t end = begin < limit ? begin + std::min(size, limit - begin) : begin;
    while (begin < end) {
      const std::uint64_t line = begin / line_size_;
      const std::uint64_t to = std::min(end, (line + 1) * line_size_);
      pieces_.push_back({line, begin % line_size_, to - line * line_size_, name, writers});
      begin = to;
    }
  }

  std::vector<Piece> take() { return std::move(pieces_); }

private:
  std::uint64_t line_size_;
  std::vector<Piece> pieces_;
};

std::vector<Group> recordGroups(const std::vector<LayoutMember> &members, std::uint64_t line_size) {
  Pieces pieces(line_size);
  for (const LayoutMember &member : members)
    pieces.add(member.offset, member.size, member.name, cli::joined(member.writers));
  return {{pieces.take()}};
}

/// The finding's members that lie within an instance of that size.
std::vector<const FindingMember *> membersIn(const Finding &finding, std::uint64_t size) {
  std::vector<const FindingMember *> members;
  for (const FindingMember &member : finding.members)
    if (member.size != 0 && member.size <= size && member.offset <= size - member.size)
      members.push_back(&member);
  return members;
}

/// Instances one after another, the first at the begin of a line.
std::vector<Group> instanceGroups(const std::vector<const FindingMember *> &members,
                                  std::uint64_t size, std::uint64_t line_size) {
  const std::uint64_t on_two_lines = (2 * line_size + size - 1) / size;
  Pieces pieces(line_size);
  for (std::uint64_t i = 0; i < std::clamp<std::uint64_t>(on_two_lines, 2, kMostInstances); ++i)
    for (const FindingMember *member : members)
      pieces.add(i * size + member->offset, member->size, fmt::format("[{}].{}", i, member->path),
                 fmt::format("users of [{}]", i));
  return {{pieces.take()}};
}

bool areBlocks(const Finding &finding) {
  return finding.rule == kRuleAdjacentObjects || finding.allocator_induced;
}

/// Two of the blocks, each from its own first byte on.
std::vector<Group> blockGroups(const Finding &finding,
                               const std::vector<const FindingMember *> &members,
                               std::uint64_t size, std::uint64_t line_size, bool begins_line) {
  const std::string_view word = finding.object.kind == ObjectKind::Heap ? "block" : "object";
  std::vector<Group> groups;
  for (const std::string &name : {std::string(word), fmt::format("other {}", word)}) {
    Pieces pieces(line_size);
    for (const FindingMember *member : members)
      pieces.add(member->offset, member->size, member->path, "users of the " + name);
    groups.push_back({pieces.take(), fmt::format("{}, {}", name, cli::counted(size, "byte")), size,
                      begins_line});
  }
  return groups;
}

/// Both sides; none where nothing moves.
std::vector<Side> sidesOf(const Finding &finding, const Advice &advice, std::uint64_t line_size) {
  Side before = {"Before", advice.size_before}, after = {"After", advice.size_after};
  if (!advice.before.empty() || !advice.after.empty()) {
    before.groups = recordGroups(advice.before, line_size);
    after.groups = recordGroups(advice.after, line_size);
    return {before, after};
  }
  if (advice.size_before == 0 || advice.size_after == 0 || advice.size_before == advice.size_after)
    return {};
  const auto members = membersIn(finding, std::min(advice.size_before, advice.size_after));
  if (members.empty())
    return {};
  const auto groups = [&](std::uint64_t size, bool begins_line) {
    return areBlocks(finding) ? blockGroups(finding, members, size, line_size, begins_line)
                              : instanceGroups(members, size, line_size);
  };
  before.of_many = after.of_many = true;
  before.groups = groups(before.size, false);
  after.groups = groups(after.size, after.size % line_size == 0);
  return {before, after};
}

/// How many lines have several writers.
std::size_t sharedLines(const Group &group) {
  std::map<std::uint64_t, std::set<std::string_view>> writers;
  for (const Piece &piece : group.pieces)
    if (!piece.writers.empty())
      writers[piece.line].insert(piece.writers);
  return static_cast<std::size_t>(std::count_if(
      writers.begin(), writers.end(), [](const auto &line) { return line.second.size() > 1; }));
}

/// `2 lines with several writers`
std::string sharingText(const Side &side) {
  if (side.groups.size() > 1)
    return side.groups.front().begins_line ? "each begins with a line, and no line has two of them"
                                           : "where one ends, the next may begin on the same line";
  const std::size_t shared = sharedLines(side.groups.front());
  return (shared == 0 ? std::string("no line") : cli::counted(shared, "line")) +
         " with several writers";
}

std::string headingOf(const Side &side) {
  return fmt::format("{}: {}; {}", side.when,
                     side.size == 0
                         ? "size not known"
                         : cli::counted(side.size, "byte") + (side.of_many ? " each" : ""),
                     sharingText(side));
}

class Layout {
public:
  Layout(std::vector<Side> sides, std::uint64_t line_size)
      : sides_(std::move(sides)), line_size_(line_size) {
    for (const Side &side : sides_)
      for (const Group &group : side.groups)
        for (const Piece &piece : group.pieces)
          if (!piece.writers.empty() && numbers_.emplace(piece.writers, writers_.size()).second)
            writers_.push_back(piece.writers);
  }

  Figure figure() {
    Figure figure;
    figure.name =
        fmt::format("Layout before and after on lines of {}", cli::counted(line_size_, "byte"));
    figure.table = table();
    for (const Side &side : sides_)
      draw(side);
    figure.legend = legend();
    figure.width = kBeforeBytes + kBytesWidth + kLineFree;
    figure.height = y_;
    figure.shapes = canvas_.take();
    return figure;
  }

private:
  [[nodiscard]] double x(std::uint64_t byte) const {
    return kBeforeBytes + kBytesWidth * static_cast<double>(byte) / static_cast<double>(line_size_);
  }

  void draw(const Side &side) {
    constexpr double kBelow = 15, kSpace = 8;
    canvas_.text("heading", 0, y_ + kBelow, headingOf(side));
    y_ += kGroupHeading;
    ruler();
    for (const Group &group : side.groups)
      draw(group);
    y_ += kSpace;
  }

  void ruler() {
    constexpr std::uint64_t kMarks = 8;
    constexpr double kHeight = 18, kBelow = 12;
    for (std::uint64_t byte = 0; byte < line_size_;
         byte += std::max<std::uint64_t>(1, line_size_ / kMarks))
      canvas_.text("ruler", x(byte), y_ + kBelow, std::to_string(byte));
    y_ += kHeight;
  }

  void draw(const Group &group) {
    constexpr double kBelow = 14, kSpace = 8;
    if (!group.heading.empty()) {
      canvas_.text("label", kBeforeBytes, y_ + kBelow, group.heading);
      y_ += kGroupHeading;
    }
    std::uint64_t last = 0;
    for (const Piece &piece : group.pieces)
      last = std::max(last, piece.line);
    cut_ = cut_ || last >= kLinesDrawn;
    const std::uint64_t lines = std::min(kLinesDrawn, last + 1);
    for (std::uint64_t line = 0; line < lines; ++line) {
      const double top = y_ + static_cast<double>(line) * kLineRow;
      const std::uint64_t begin = line * line_size_;
      canvas_.text("label", kBeforeBytes - kSpace, top + kBelow,
                   group.heading.empty() ? fmt::format("line {}", line) : fmt::format("+{}", begin),
                   Anchor::End);
      const std::uint64_t end = std::min(line_size_, std::max(group.size, begin) - begin);
      canvas_.box(group.heading.empty() ? "ground" : "unwritten",
                  {kBeforeBytes, top, x(end) - kBeforeBytes, kLineRow - kLineFree});
    }
    for (const Piece &piece : group.pieces)
      if (piece.line < lines)
        draw(piece);
    y_ += static_cast<double>(lines) * kLineRow;
  }

  void draw(const Piece &piece) {
    const double width = x(piece.to) - x(piece.from);
    const Box box = {x(piece.from) + 0.5, y_ + static_cast<double>(piece.line) * kLineRow,
                     std::max(1.0, width - 1), kLineRow - kLineFree};
    std::string title = fmt::format("{}, bytes {} to {}", piece.name, piece.from, piece.to - 1);
    if (piece.writers.empty()) {
      canvas_.box("unwritten", box, title);
      canvas_.textIn("name", box, piece.name);
      return;
    }
    const std::size_t number = numbers_.at(piece.writers);
    canvas_.box(colourOf(number), box, title + ", written by " + piece.writers);
    // Letters would be taken for those of a line's strip.
    canvas_.textIn("letter", box, fmt::format("{} {}", number + 1, piece.name));
  }

  [[nodiscard]] std::string legend() const {
    constexpr std::size_t kNamed = 16;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < writers_.size(); ++i)
      names.push_back(fmt::format("{}: {}", i + 1, writers_[i]));
    std::string text = names.empty() ? std::string("No writer is known.")
                                     : "Written by " + someOf(names, kNamed) + ".";
    if (sides_.front().groups.size() > 1)
      text += " Bytes count from each one's begin; how far apart they are is not known.";
    if (cut_)
      text += fmt::format(" Drawn are the first {} lines.", kLinesDrawn);
    return text;
  }

  [[nodiscard]] FigureTable table() const {
    FigureTable table;
    table.caption = "Members by line, before and after";
    table.columns = {{"When"}, {"Line", true}, {"Bytes"}, {"Member"}, {"Written by"}};
    for (const Side &side : sides_)
      for (const Group &group : side.groups)
        for (const Piece &piece : group.pieces)
          table.rows.push_back({{std::string(side.when)},
                                numberCell(piece.line),
                                {fmt::format("{}–{}", piece.from, piece.to - 1)},
                                {piece.name},
                                {piece.writers}});
    return table;
  }

  std::vector<Side> sides_;
  std::uint64_t line_size_;
  std::vector<std::string> writers_; ///< each once
  std::map<std::string, std::size_t, std::less<>> numbers_;
  bool cut_ = false;
  Canvas canvas_;
  double y_ = 0;
};

} // namespace

std::optional<Figure> layoutFigure(const Finding &finding, const Advice &advice,
                                   std::uint32_t line_size) {
  std::vector<Side> sides = sidesOf(finding, advice, line_size);
  if (sides.empty())
    return std::nullopt;
  return Layout(std::move(sides), line_size).figure();
}

} // namespace fsfind::report

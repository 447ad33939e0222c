// Draws a cacheline as a picture: a row for each thread, a column for each byte, and the named
// members below.
#include "cli/report/text/TextHeatMap.h"
#include "cli/report/text/TextSections.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fsfind::report {

namespace {

/// Bytes drawn side by side at most; longer lines, and all on narrow terminals, are drawn as
/// several strips.
constexpr std::uint32_t kMostBlock = 64, kLeastBlock = 16;
constexpr std::size_t kRowsShown = 12;
constexpr std::size_t kLeastLabel = 12, kMostLabel = 26;
constexpr std::size_t kCountWidth = 8;

class Strip {
public:
  Strip(Page &page, const Profile &profile, const ThreadNames &names, const Line &line,
        bool verbose)
      : page_(page), map_(heatMap(profile, names, line, verbose ? SIZE_MAX : kRowsShown)),
        members_(memberSpans(profile, line)), objects_(objectSpans(profile, line)),
        line_size_(profile.source.line_size) {
    if (verbose) // of all threads
      for (HeatRow &row : map_.rows)
        addId(row, profile.thread(ThreadIndex(row.key)).tid);
    for (const HeatRow &row : map_.rows)
      for (const HeatCell &cell : row.cells)
        most_ = std::max(most_, cell.samples());
    for (const HeatCell &cell : map_.total.cells)
      most_contended_ = std::max(most_contended_, cell.contended);
    chooseWidths();
  }

  void write() {
    legend();
    for (std::uint32_t start = 0; start < line_size_; start += block_)
      if (used(start))
        block(start, std::min(line_size_, start + block_));
  }

private:
  static void addId(HeatRow &row, std::uint32_t tid) {
    const std::string id = std::to_string(tid);
    if (!row.name.ends_with(" " + id))
      row.name += fmt::format(" ({})", id);
  }

  void chooseWidths() {
    while (block_ > kLeastBlock && block_ + 3 + kLeastLabel > page_.traits().width)
      block_ /= 2;
    const std::size_t cells = std::min(line_size_, block_);
    const std::size_t room = page_.traits().width - 3 - cells;
    counts_ = room >= kLeastLabel + 3 * kCountWidth;
    const std::size_t free = room - (counts_ ? 3 * kCountWidth : 0);
    std::size_t longest = kLeastLabel;
    for (const HeatRow &row : map_.rows)
      longest = std::max(longest, cli::displayWidth(page_.safe(row.name)));
    label_ = std::min({free, longest, kMostLabel});
  }

  [[nodiscard]] bool used(std::uint32_t start) const {
    const auto begin = map_.total.cells.begin() + start;
    const auto end = map_.total.cells.begin() + std::min(line_size_, start + block_);
    return std::any_of(begin, end, [](const HeatCell &cell) { return cell.samples() != 0; });
  }

  void legend() {
    const auto sign = [&](Style style, std::string_view colored, std::string_view plain) {
      return page_.paint(style, page_.traits().color && page_.traits().utf8 ? colored : plain);
    };
    const std::string what = sign(Style::Load, "█", "r") + " load  " +
                             sign(Style::Store, "█", "w") + " store  " +
                             sign(Style::Both, "█", "m") + " both  " +
                             page_.paint(Style::Hitm, page_.sign("▲", "^")) + " contended loads";
    const std::string_view how = page_.traits().color && page_.traits().utf8
                                     ? "; the fuller, the more samples"
                                     : "; capitals: many samples";
    page_.line("  " + what + page_.paint(Style::Dim, how));
  }

  void block(std::uint32_t start, std::uint32_t end) {
    ruler(start, end);
    for (const HeatRow &row : map_.rows)
      threadRow(row, start, end);
    if (most_contended_ != 0)
      contendedRow(start, end);
    spanRow(members_, "member", start, end);
    spanRow(objects_, "object", start, end);
  }

  void row(std::string_view label, const std::string &cells, const std::string &counts = {}) {
    std::string text =
        "  " + cli::padded(cli::clipped(label, label_), label_) + " " + cells + counts;
    text.erase(text.find_last_not_of(' ') + 1);
    page_.line(text);
  }

  /// Writes the byte offsets above every eighth column.
  void ruler(std::uint32_t start, std::uint32_t end) {
    std::string offsets;
    for (std::uint32_t at = start; at < end; at += 8)
      offsets += fmt::format("{:<8}", at);
    std::string counts;
    if (counts_)
      counts = fmt::format("{:>{}}{:>{}}{:>{}}", "loads", kCountWidth, "stores", kCountWidth,
                           "cont'd", kCountWidth);
    offsets.resize(end - start, ' ');
    row("byte", page_.paint(Style::Dim, offsets), page_.paint(Style::Dim, counts));
  }

  [[nodiscard]] std::string labelOf(const HeatRow &heat) const {
    return cli::shortenedMiddle(page_.safe(heat.name), label_, page_.traits().utf8);
  }

  void threadRow(const HeatRow &heat, std::uint32_t start, std::uint32_t end) {
    std::string cells;
    for (std::uint32_t at = start; at < end; ++at)
      cells += glyph(heat.cells[at]);
    std::string counts;
    if (counts_)
      counts = fmt::format("{:>{}}{:>{}}{:>{}}", heat.loads, kCountWidth, heat.stores, kCountWidth,
                           heat.contended, kCountWidth);
    row(labelOf(heat), cells, counts);
  }

  /// From 0 to 3: the quarter of `most` that the samples fall into.
  static std::size_t level(std::uint64_t samples, std::uint64_t most) {
    return std::min<std::uint64_t>(3, samples * 4 / std::max<std::uint64_t>(most, 1));
  }

  [[nodiscard]] std::string glyph(const HeatCell &cell) const {
    if (cell.samples() == 0)
      return page_.paint(Style::Dim, page_.sign("·", "."));
    const bool both = cell.loads != 0 && cell.stores != 0;
    const Style style = both ? Style::Both : cell.stores != 0 ? Style::Store : Style::Load;
    const std::size_t strength = level(cell.samples(), most_);
    if (page_.traits().color && page_.traits().utf8) {
      constexpr std::array<std::string_view, 4> kShades = {"░", "▒", "▓", "█"};
      return page_.paint(style, kShades[strength]);
    }
    const std::string_view letters = both ? "mM" : cell.stores != 0 ? "wW" : "rR";
    return page_.paint(style, letters.substr(strength / 2, 1));
  }

  void contendedRow(std::uint32_t start, std::uint32_t end) {
    std::string cells;
    for (std::uint32_t at = start; at < end; ++at) {
      const std::uint64_t contended = map_.total.cells[at].contended;
      cells += contended == 0 ? " " : page_.paint(Style::Hitm, page_.sign("▲", "^"));
    }
    row("contended", cells);
  }

  void spanRow(const std::vector<NamedSpan> &spans, std::string_view label, std::uint32_t start,
               std::uint32_t end) {
    std::string cells;
    std::uint32_t at = start;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::uint32_t from = std::max(spans[i].begin, start), to = std::min(spans[i].end, end);
      if (from >= to)
        continue;
      cells += hole(from - at) + spanText(spans, i, from, to);
      at = to;
    }
    if (!cells.empty())
      row(label, cells + hole(end - at));
  }

  [[nodiscard]] std::string hole(std::uint32_t bytes) const {
    std::string dots;
    for (std::uint32_t i = 0; i < bytes; ++i)
      dots += page_.sign("·", ".");
    return page_.paint(Style::Dim, dots);
  }

  /// The name cut to `columns`: in few columns its beginning, in more both ends, since names of
  /// elements differ at their ends.
  [[nodiscard]] std::string fitted(std::string_view name, std::size_t columns) const {
    constexpr std::size_t kShort = 8;
    const std::string whole = page_.safe(name);
    return columns < kShort ? cli::clipped(whole, columns)
                            : cli::shortenedMiddle(whole, columns, page_.traits().utf8);
  }

  [[nodiscard]] std::string nameIn(const std::vector<NamedSpan> &spans, std::size_t index,
                                   std::size_t columns) const {
    return tellingName(spans, index, [&](std::string_view name) { return fitted(name, columns); });
  }

  /// `|requests----`; with `<` and `>` if the span begins before or ends after these bytes.
  [[nodiscard]] std::string spanText(const std::vector<NamedSpan> &spans, std::size_t index,
                                     std::uint32_t from, std::uint32_t to) const {
    const NamedSpan &span = spans[index];
    const bool before = span.from_before || span.begin < from;
    const bool after = span.goes_on || span.end > to;
    const std::size_t inner = to - from - 1 - (after && to - from > 1 ? 1 : 0);
    const std::string name = nameIn(spans, index, inner);
    std::string text(before ? page_.sign("◂", "<") : page_.sign("│", "|"));
    text += name;
    for (std::size_t i = cli::displayWidth(name); i < inner; ++i)
      text += page_.sign("─", "-");
    if (after && to - from > 1)
      text += page_.sign("▸", ">");
    return text;
  }

  Page &page_;
  HeatMap map_;
  std::vector<NamedSpan> members_, objects_;
  std::uint32_t line_size_, block_ = kMostBlock;
  std::uint64_t most_ = 0, most_contended_ = 0;
  std::size_t label_ = kLeastLabel;
  bool counts_ = false;
};

} // namespace

void writeHeatStrip(Page &page, const Profile &profile, const ThreadNames &names, const Line &line,
                    bool verbose) {
  Strip(page, profile, names, line, verbose).write();
}

} // namespace fsfind::report

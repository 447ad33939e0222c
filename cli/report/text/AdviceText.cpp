#include "cli/report/text/AdviceText.h"

#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace fsfind::report {

namespace {

using cli::Style;

constexpr std::size_t kWidest = 56;    ///< most columns of one drawing
constexpr std::size_t kNarrowest = 32; ///< with less room, the two are drawn one below the other
constexpr std::size_t kTogether = 3;   ///< this many members without writers are drawn as one row

constexpr std::size_t kLeastText = 15;    ///< columns that a row's writers leave to its text
constexpr std::size_t kOffsetColumns = 8; ///< of a row that begins with an offset, with blanks

struct DrawnRow {
  std::string text;
  Style style = Style::Plain;
  std::string size = {};    ///< after `text`; left out if the row is too wide
  std::string writers = {}; ///< after `size`; kept whole as long as there is some room beside
};

/// The row in at most `columns`; its offset is kept whole.
std::string fitted(const DrawnRow &row, std::size_t columns, bool utf8,
                   const cli::Measure &measure) {
  std::string text = cli::printable(row.text, utf8);
  const std::size_t room = measure.room(text);
  const std::string writers = measure.middleLeftOut(
      cli::printable(row.writers, utf8),
      std::max(columns / 2, columns - std::min({columns, room, kLeastText})), utf8);
  const std::size_t taken = measure.room(writers);
  const std::size_t left = columns > taken ? columns - taken : 0;
  if (measure.room(text) + row.size.size() <= left)
    text += row.size;
  const std::size_t offset = std::min({kOffsetColumns, text.size(), left});
  return measure.first(text.substr(0, offset) +
                           measure.middleLeftOut(text.substr(offset), left - offset, utf8) +
                           writers,
                       columns);
}

/// Draws a record's members by offset, as rows.
class Drawing {
public:
  Drawing(const std::vector<LayoutMember> &members, std::uint64_t size, std::uint32_t line,
          bool utf8)
      : members_(members), line_(line), utf8_(utf8) {
    draw(size);
  }

  [[nodiscard]] const std::vector<DrawnRow> &rows() const { return rows_; }

private:
  void draw(std::uint64_t size) {
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < members_.size();) {
      const std::size_t next = runFrom(i);
      padding(end, members_[i].offset);
      ruleBefore(members_[i].offset);
      members(i, next);
      end = members_[next - 1].offset + members_[next - 1].size;
      i = next;
    }
    padding(end, size);
  }

  /// The end of the members from `i` on that are drawn as one row: none has writers, and there is
  /// neither the end of a line nor a hole between them.
  [[nodiscard]] std::size_t runFrom(std::size_t i) const {
    std::size_t next = i;
    while (next < members_.size() && members_[next].writers.empty() &&
           members_[next].offset / line_ == members_[i].offset / line_ &&
           (next == i || isClose(members_[next - 1], members_[next])))
      ++next;
    return next - i >= kTogether ? next : i + 1;
  }

  [[nodiscard]] static bool isClose(const LayoutMember &before, const LayoutMember &member) {
    return member.offset < before.offset + before.size + member.size;
  }

  void padding(std::uint64_t from, std::uint64_t to) {
    if (to <= from)
      return;
    ruleBefore(from);
    rows_.push_back(
        {fmt::format("{:>6}  ({} of padding)", from, cli::counted(to - from, "byte")), Style::Dim});
  }

  /// Draws a horizontal rule if a new cacheline has begun since the last row.
  void ruleBefore(std::uint64_t offset) {
    const std::uint64_t begun = offset / line_;
    if (begun == begun_)
      return;
    begun_ = begun;
    std::string rule;
    for (int i = 0; i < 24; ++i)
      rule += utf8_ ? "─" : "-";
    rows_.push_back({fmt::format("{:>6}{}", begun * line_, rule), Style::Dim});
  }

  void members(std::size_t i, std::size_t next) {
    const LayoutMember &first = members_[i], &last = members_[next - 1];
    const std::uint64_t size = last.offset + last.size - first.offset;
    std::string text = fmt::format("{:>6}  {}", first.offset, first.name);
    if (next - i > 1)
      text += fmt::format(" {} {} ({} members)", utf8_ ? "…" : "...", last.name, next - i);
    std::string size_text, writers;
    if (size != 0)
      size_text = fmt::format("  {}", cli::counted(size, "byte"));
    if (!first.writers.empty())
      writers = fmt::format("  {} {}{}", utf8_ ? "←" : "<-", first.writers.front(),
                            first.writers.size() > 1 ? ", others" : "");
    rows_.push_back({std::move(text), first.writers.empty() ? Style::Plain : Style::Store,
                     std::move(size_text), std::move(writers)});
  }

  const std::vector<LayoutMember> &members_;
  std::uint32_t line_;
  bool utf8_;
  std::uint64_t begun_ = 0; ///< number of the line that the last row is in
  std::vector<DrawnRow> rows_;
};

class DrawnPage {
public:
  DrawnPage(const cli::Traits &traits, const std::string &gutter, const cli::Measure &measure)
      : traits_(traits), gutter_(gutter), measure_(measure) {}

  void beside(const std::vector<DrawnRow> &left, const std::vector<DrawnRow> &right) {
    const std::size_t width = std::min(kWidest, (traits_.width - gutter_.size()) / 2);
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      const DrawnRow none;
      const DrawnRow &one = i < left.size() ? left[i] : none,
                     &other = i < right.size() ? right[i] : none;
      line(painted(one, width, !other.text.empty()) + painted(other, width, false));
    }
  }

  void below(const std::vector<DrawnRow> &rows) {
    for (const DrawnRow &row : rows)
      line(painted(row, traits_.width - gutter_.size(), false));
  }

  void line(const std::string &text) { text_ += gutter_ + text + '\n'; }
  [[nodiscard]] bool isWide() const { return traits_.width >= gutter_.size() + 2 * kNarrowest; }
  std::string take() { return std::move(text_); }

private:
  [[nodiscard]] std::string painted(const DrawnRow &row, std::size_t width, bool fill) const {
    const std::string text = fitted(row, width > 2 ? width - 2 : 0, traits_.utf8, measure_);
    const std::size_t used = measure_.room(text);
    return cli::paint(row.style, text, traits_.color) +
           (fill ? std::string(width - std::min(width, used), ' ') : "");
  }

  const cli::Traits &traits_;
  const std::string &gutter_;
  const cli::Measure &measure_;
  std::string text_;
};

std::string example(const std::string &text, const cli::Traits &traits, const std::string &gutter) {
  DrawnPage page(traits, gutter, cli::kByColumns); // its lines are whole
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    page.line(cli::printable(rest.substr(0, end), traits.utf8));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return page.take();
}

std::string drawing(const Advice &advice, std::uint32_t line_size, const cli::Traits &traits,
                    const std::string &gutter, const cli::Measure &measure) {
  const auto rows = [&](const std::vector<LayoutMember> &members, std::uint64_t size) {
    return Drawing(members, size, line_size, traits.utf8).rows();
  };
  const auto before = rows(advice.before, advice.size_before);
  const auto after = rows(advice.after, advice.size_after);
  DrawnPage page(traits, gutter, measure);
  if (page.isWide()) {
    page.beside(before, after);
    return page.take();
  }
  page.line("before");
  page.below(before);
  page.line("after");
  page.below(after);
  return page.take();
}

bool movesNothing(const Advice &advice) {
  const auto same = [](const LayoutMember &a, const LayoutMember &b) {
    return std::tie(a.name, a.offset, a.size) == std::tie(b.name, b.offset, b.size);
  };
  return advice.size_before == advice.size_after &&
         std::equal(advice.before.begin(), advice.before.end(), advice.after.begin(),
                    advice.after.end(), same);
}

} // namespace

std::string priceText(const Advice &advice, bool utf8) {
  if (advice.size_before == 0 || advice.size_after == 0)
    return {};
  if (advice.size_before == advice.size_after)
    return "still " + cli::counted(advice.size_after, "byte");
  std::string text = fmt::format("{} {} {}", advice.size_before, utf8 ? "→" : "->",
                                 cli::counted(advice.size_after, "byte"));
  const std::uint64_t more = advice.size_after - std::min(advice.size_before, advice.size_after);
  if (advice.instances > 1 && more != 0)
    text += fmt::format(" each, {} of them: {} more", cli::grouped(advice.instances),
                        cli::counted(more * advice.instances, "byte"));
  return text;
}

std::string adviceText(const Advice &advice, bool utf8) {
  const std::string price = priceText(advice, utf8);
  return explained(advice) + (price.empty() ? "" : "; " + price);
}

std::string editText(const Edit &edit) {
  const auto added = std::count(edit.text.begin(), edit.text.end(), '\n');
  const std::uint32_t taken = edit.end_line - edit.line;
  if (added == 0 && taken == 0)
    return fmt::format("{} '{}'", edit.column == edit.end_column ? "insert" : "replace by",
                       edit.text);
  const std::string less = taken == 0 ? "" : "take out " + cli::counted(taken, "line");
  const std::string more =
      added == 0 ? "" : "put in " + cli::counted(static_cast<std::uint64_t>(added), "line");
  return less + (less.empty() || more.empty() ? "" : ", ") + more;
}

std::string layoutText(const Advice &advice, std::uint32_t line_size, const cli::Traits &traits,
                       const std::string &gutter, const cli::Measure &measure) {
  return (advice.after.empty() || movesNothing(advice)
              ? ""
              : drawing(advice, line_size, traits, gutter, measure)) +
         (advice.edits.empty() ? example(advice.example, traits, gutter) : "");
}

} // namespace fsfind::report

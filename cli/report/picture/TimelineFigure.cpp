#include "cli/report/picture/TimelineFigure.h"

#include "cli/report/picture/Canvas.h"
#include "cli/terminal/Characters.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"
#include "rules/model/OwnerTimeline.h"
#include "rules/model/ThreadNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fsfind::report {

namespace {

constexpr std::size_t kThreadsDrawn = 16;
constexpr double kBeforeSpans = 172, kBehindSpans = 170; ///< px beside the spans: names, numbers
constexpr double kTime = 768;                            ///< px of all spans
constexpr double kSpanRow = 19, kSpanGap = 3;            ///< px from row to row; of it left free
constexpr double kNanosecondsInMillisecond = 1e6;

class Timeline {
public:
  Timeline(const Profile &profile, const ThreadNames &names, const Line &line)
      : profile_(profile), names_(names), line_(line), timeline_(*line.timeline),
        span_(kTime / static_cast<double>(timeline_.spans)) {
    for (const OwnerTimeline::Row &row : timeline_.rows)
      for (const TimelineCell &cell : row.cells)
        most_ = std::max({most_, cell.stores, cell.contended});
  }

  Figure figure() {
    ruler();
    owners();
    const std::size_t drawn = std::min(kThreadsDrawn, timeline_.rows.size());
    for (std::size_t i = 0; i < drawn; ++i)
      thread(i);
    Figure figure;
    figure.name = fmt::format("Cacheline {} in time: who stores to it, and who meets another "
                              "core's copy",
                              hexAddress(line_.address));
    figure.legend = legend(timeline_.rows.size() - drawn);
    figure.width = kBeforeSpans + kTime + kBehindSpans;
    figure.height = y_ + kSpanGap;
    figure.shapes = canvas_.take();
    figure.table = table();
    return figure;
  }

private:
  [[nodiscard]] std::string nameOf(const OwnerTimeline::Row &row) const {
    return names_.of(row.thread);
  }

  [[nodiscard]] std::string timeText(std::size_t span) const {
    const std::uint64_t start = profile_.source.first_time.value_or(timeline_.begin);
    const std::uint64_t time = timeline_.begin + span * timeline_.span;
    return fmt::format("{:.3g} ms", static_cast<double>(time - std::min(start, time)) /
                                        kNanosecondsInMillisecond);
  }

  [[nodiscard]] std::string legend(std::size_t left_out) const {
    std::string text = fmt::format(
        "Spans of {:.3g} ms, from the recording's first sample on. Owner: who stored most in a "
        "span. Of each thread, above: stores, stronger colour means more; below: contended loads.",
        static_cast<double>(timeline_.span) / kNanosecondsInMillisecond);
    if (left_out != 0)
      text += fmt::format(" Not drawn: {}.", cli::counted(left_out, "thread"));
    if (timeline_.more != 0)
      text += fmt::format(" Not counted: {} of further threads.",
                          cli::counted(timeline_.more, "sample"));
    return text;
  }

  /// The row that stored most in the span; none if none did.
  [[nodiscard]] std::optional<std::size_t> ownerOf(std::size_t span) const {
    std::optional<std::size_t> owner;
    for (std::size_t i = 0; i < timeline_.rows.size(); ++i)
      if (const std::uint32_t stores = timeline_.rows[i].cells[span].stores;
          stores > (owner ? timeline_.rows[*owner].cells[span].stores : 0))
        owner = i;
    return owner;
  }

  [[nodiscard]] Box boxOf(std::size_t span) const {
    return {kBeforeSpans + static_cast<double>(span) * span_, y_ + 1, span_, kSpanRow - kSpanGap};
  }
  [[nodiscard]] double baseLine() const { return y_ + 13; }

  void label(std::string_view words) {
    constexpr double kSpace = 8, kKey = 20; ///< px before the spans; of a thread's letter
    const auto room = static_cast<std::size_t>((kBeforeSpans - kSpace - kKey) / kLabelCharacter);
    canvas_.text("label", kBeforeSpans - kSpace, baseLine(),
                 cli::withoutMiddle(cli::printable(words, true), room), Anchor::End);
  }

  void numbers(std::string_view kind, const std::string &stores, const std::string &contended) {
    constexpr double kFirst = 60, kSecond = 150;
    canvas_.text(kind, kBeforeSpans + kTime + kFirst, baseLine(), stores, Anchor::End);
    canvas_.text(kind, kBeforeSpans + kTime + kSecond, baseLine(), contended, Anchor::End);
  }

  void ruler() {
    constexpr std::size_t kMarks = 8;
    label("time");
    for (std::size_t span = 0; span < timeline_.spans;
         span += std::max<std::size_t>(1, timeline_.spans / kMarks))
      canvas_.text("ruler", kBeforeSpans + static_cast<double>(span) * span_, baseLine(),
                   timeText(span));
    numbers("ruler", "stores", "contended");
    y_ += kSpanRow;
  }

  void owners() {
    label("owner");
    for (std::size_t span = 0; span < timeline_.spans; ++span)
      if (const auto owner = ownerOf(span)) {
        canvas_.box(
            colourOf(*owner), boxOf(span),
            fmt::format("{}: {} stores most", timeText(span), nameOf(timeline_.rows[*owner])));
        canvas_.textIn("letter", boxOf(span), letterOf(*owner));
      }
    constexpr double kSpace = 6;
    y_ += kSpanRow + kSpace;
  }

  void thread(std::size_t index) {
    constexpr double kKey = 14;
    const OwnerTimeline::Row &row = timeline_.rows[index];
    const Box key = {2, y_ + kSpanGap, kKey, kKey};
    canvas_.box(colourOf(index), key);
    canvas_.text("letter", key.x + kKey / 2, baseLine(), letterOf(index), Anchor::Middle);
    label(nameOf(row));
    std::uint64_t stores = 0, contended = 0;
    for (std::size_t span = 0; span < row.cells.size(); ++span) {
      stores += row.cells[span].stores;
      contended += row.cells[span].contended;
      cell(row, index, span);
    }
    numbers("count", cli::grouped(stores), cli::grouped(contended));
    y_ += kSpanRow;
  }

  void cell(const OwnerTimeline::Row &row, std::size_t index, std::size_t span) {
    const TimelineCell &cell = row.cells[span];
    if (cell.stores + cell.contended == 0)
      return;
    const std::string title = fmt::format("{}, {}: {}, {}", nameOf(row), timeText(span),
                                          cli::counted(cell.stores, "store"),
                                          cli::counted(cell.contended, "contended load"));
    constexpr double kStores = 0.6; ///< part of the row's height
    Box box = boxOf(span);
    const double height = box.height;
    box.height = height * kStores;
    if (cell.stores != 0)
      canvas_.box(colourOf(index), box, title, opacity(cell.stores));
    box.y += box.height;
    box.height = height - box.height;
    if (cell.contended != 0)
      canvas_.box("heat", box, title, opacity(cell.contended));
  }

  [[nodiscard]] double opacity(std::uint32_t samples) const {
    constexpr double kWeakest = 0.25;
    return kWeakest +
           (1 - kWeakest) * std::sqrt(static_cast<double>(samples) / static_cast<double>(most_));
  }

  [[nodiscard]] FigureTable table() const {
    FigureTable table;
    table.caption = "By time";
    table.columns = {{"From", true},
                     {"Owner"},
                     {"Threads that store", true},
                     {"Stores", true},
                     {"Contended", true}};
    for (std::size_t span = 0; span < timeline_.spans; ++span) {
      std::uint64_t storing = 0, stores = 0, contended = 0;
      for (const OwnerTimeline::Row &row : timeline_.rows) {
        storing += row.cells[span].stores != 0 ? 1 : 0;
        stores += row.cells[span].stores;
        contended += row.cells[span].contended;
      }
      if (stores + contended == 0)
        continue;
      const auto owner = ownerOf(span);
      table.rows.push_back({{timeText(span), static_cast<double>(span)},
                            {owner ? nameOf(timeline_.rows[*owner]) : "nobody seen"},
                            numberCell(storing),
                            numberCell(stores),
                            numberCell(contended)});
    }
    return table;
  }

  const Profile &profile_;
  const ThreadNames &names_;
  const Line &line_;
  const OwnerTimeline &timeline_;
  double span_;            ///< px of a span
  std::uint32_t most_ = 1; ///< samples of the thread and span that have most
  Canvas canvas_;
  double y_ = 0; ///< where the next row begins
};

} // namespace

std::optional<Figure> timelineFigure(const Profile &profile, const ThreadNames &names,
                                     const Line &line) {
  if (!line.timeline || line.timeline->spans == 0)
    return std::nullopt;
  return Timeline(profile, names, line).figure();
}

} // namespace fsfind::report

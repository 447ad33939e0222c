#include "cli/report/picture/StripFigure.h"

#include "cli/report/picture/Canvas.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Characters.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kUsersDrawn = 16;
constexpr std::size_t kDataNamed = 4, kRangesNamed = 6;
constexpr double kBeforeStrip = 172, kBehindStrip = 226; ///< px beside the bytes: names, numbers
constexpr double kBytes = 768;                           ///< px of all bytes of a line
constexpr double kStripRow = 19, kStripGap = 3;          ///< px from row to row; of it left free
constexpr double kFaint = 0.55; ///< weaker fills carry text in the page's colour

/// A thread or CPU with what tells it apart.
struct User {
  const HeatRow *row = nullptr;
  std::string name, letter, colour;
  std::vector<std::string> data; ///< what it uses, each once
};

std::string bytesText(std::size_t begin, std::size_t end) {
  return end - begin == 1 ? fmt::format("byte {}", begin)
                          : fmt::format("bytes {} to {}", begin, end - 1);
}

/// Calls `act` with begin and end of each run of bytes that are the same.
template <class Same, class Act> void eachRun(std::size_t bytes, Same same, Act act) {
  for (std::size_t begin = 0; begin < bytes;) {
    std::size_t end = begin + 1;
    while (end < bytes && same(begin, end))
      ++end;
    act(begin, end);
    begin = end;
  }
}

class Strip {
public:
  Strip(const Profile &profile, const ThreadNames &names, const Line &line, HeatRows rows)
      : profile_(profile), line_(line), rows_(rows),
        map_(heatMap(profile, names, line, SIZE_MAX, rows)), bytes_(map_.total.cells.size()),
        byte_(kBytes / static_cast<double>(bytes_)) {
    findUsers();
  }

  Figure figure() {
    ruler();
    spans("object", objectSpans(profile_, line_));
    spans("member", memberSpans(profile_, line_));
    mainWriters();
    contention();
    for (std::size_t i = 0; i < std::min(kUsersDrawn, users_.size()); ++i)
      user(users_[i]);
    Figure figure;
    figure.name = fmt::format("Bytes of cacheline {} with who uses them, by {}",
                              hexAddress(line_.address), heading());
    figure.legend = legend();
    figure.width = kBeforeStrip + kBytes + kBehindStrip;
    figure.height = y_ + kStripGap;
    figure.shapes = canvas_.take();
    figure.table = table();
    return figure;
  }

private:
  [[nodiscard]] std::string_view heading() const {
    return rows_ == HeatRows::Cpus ? "CPU" : "thread";
  }

  [[nodiscard]] std::string legend() const {
    std::string text = "r loads, w stores, m both; stronger colour: more samples; the letter names "
                       "the writer.";
    if (users_.size() > kUsersDrawn)
      text += fmt::format(" Not drawn: {} that store less.",
                          cli::counted(users_.size() - kUsersDrawn, "user"));
    return text;
  }

  /// Those first that store most.
  void findUsers() {
    std::map<std::uint32_t, std::vector<std::string>> data;
    std::set<std::pair<std::uint32_t, std::string>> seen;
    for (const Access &access : line_.accesses) {
      const auto [use, is_new] = seen.emplace(heatRowKey(access, rows_), dataName(access));
      if (is_new)
        data[use->first].push_back(use->second);
    }
    for (const HeatRow &row : map_.rows) {
      users_.push_back({&row, row.name, {}, {}, data[row.key]});
      for (const HeatCell &cell : row.cells)
        most_ = std::max(most_, cell.samples());
    }
    std::stable_sort(users_.begin(), users_.end(), [](const User &a, const User &b) {
      return std::tie(a.row->stores, a.row->contended, a.row->loads) >
             std::tie(b.row->stores, b.row->contended, b.row->loads);
    });
    for (std::size_t i = 0; i < users_.size(); ++i) {
      users_[i].letter = letterOf(i);
      users_[i].colour = colourOf(i);
    }
  }

  [[nodiscard]] std::string dataName(const Access &access) const {
    const Target &target = profile_.target(access.target);
    const std::string label = objectLabel(target.object);
    const std::string name =
        target.member.empty() ? label : memberLabel(target.object, label, target.member);
    return name.empty() ? "unknown" : name;
  }

  [[nodiscard]] double x(std::size_t byte) const {
    return kBeforeStrip + static_cast<double>(byte) * byte_;
  }
  [[nodiscard]] Box boxOf(std::size_t begin, std::size_t end) const {
    return {x(begin) + 0.5, y_ + 1, static_cast<double>(end - begin) * byte_ - 1,
            kStripRow - kStripGap};
  }
  [[nodiscard]] double baseLine() const { return y_ + 13; }

  void label(std::string_view words) {
    constexpr double kSpace = 8, kKey = 20; ///< px before the bytes; of a user's letter
    const auto room = static_cast<std::size_t>((kBeforeStrip - kSpace - kKey) / kLabelCharacter);
    canvas_.text("label", kBeforeStrip - kSpace, baseLine(),
                 cli::withoutMiddle(cli::printable(words, true), room), Anchor::End);
  }

  void numbers(std::string_view kind, const std::array<std::string, 3> &words) {
    constexpr double kFirst = 50, kColumn = 78;
    for (std::size_t i = 0; i < words.size(); ++i)
      canvas_.text(kind, x(bytes_) + kFirst + static_cast<double>(i) * kColumn, baseLine(),
                   words[i], Anchor::End);
  }

  void ruler() {
    constexpr std::size_t kMarks = 8;
    label("byte");
    for (std::size_t byte = 0; byte < bytes_; byte += std::max<std::size_t>(1, bytes_ / kMarks))
      canvas_.text("ruler", x(byte), baseLine(), std::to_string(byte));
    numbers("ruler", {"loads", "stores", "contended"});
    y_ += kStripRow;
  }

  void spans(std::string_view kind, const std::vector<NamedSpan> &spans) {
    if (spans.empty())
      return;
    label(kind);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const Box box = boxOf(spans[i].begin, spans[i].end);
      canvas_.box(kind, box, spans[i].name + ", " + bytesText(spans[i].begin, spans[i].end));
      canvas_.textIn("name", box, tellingName(spans, i, [&](std::string_view name) {
                       return Canvas::fitted(box, name);
                     }));
    }
    y_ += kStripRow;
  }

  void mainWriters() {
    label("main writer");
    std::vector<const User *> writers(bytes_);
    for (std::size_t byte = 0; byte < bytes_; ++byte)
      for (const User &user : users_)
        if (user.row->cells[byte].stores >
            (writers[byte] ? writers[byte]->row->cells[byte].stores : 0))
          writers[byte] = &user;
    eachRun(
        bytes_, [&](std::size_t a, std::size_t b) { return writers[a] == writers[b]; },
        [&](std::size_t begin, std::size_t end) {
          const User *writer = writers[begin];
          const Box box = boxOf(begin, end);
          canvas_.box(writer ? writer->colour : "nobody", box,
                      bytesText(begin, end) +
                          (writer ? ": written most by " + writer->name : ": no store seen"));
          if (writer)
            canvas_.textIn("letter", box, writer->letter);
        });
    y_ += kStripRow;
  }

  void contention() {
    label("contended");
    const std::vector<HeatCell> &cells = map_.total.cells;
    std::uint64_t most = 1;
    for (const HeatCell &cell : cells)
      most = std::max(most, cell.contended);
    eachRun(
        bytes_,
        [&](std::size_t a, std::size_t b) { return cells[a].contended == cells[b].contended; },
        [&](std::size_t begin, std::size_t end) {
          if (cells[begin].contended == 0)
            return;
          Box box = boxOf(begin, end);
          const double height =
              box.height * static_cast<double>(cells[begin].contended) / static_cast<double>(most);
          box.y += box.height - height;
          box.height = height;
          canvas_.box("heat", box,
                      bytesText(begin, end) + ": " +
                          cli::counted(cells[begin].contended, "contended sample"));
        });
    constexpr double kSpace = 6;
    y_ += kStripRow + kSpace;
  }

  void user(const User &user) {
    constexpr double kKey = 14;
    const Box key = {2, y_ + kStripGap, kKey, kKey};
    canvas_.box(user.colour, key);
    canvas_.text("letter", key.x + kKey / 2, baseLine(), user.letter, Anchor::Middle);
    label(user.name);
    const std::vector<HeatCell> &cells = user.row->cells;
    eachRun(
        bytes_,
        [&](std::size_t a, std::size_t b) {
          return cells[a].loads == cells[b].loads && cells[a].stores == cells[b].stores;
        },
        [&](std::size_t begin, std::size_t end) { use(user, begin, end); });
    numbers("count", {cli::grouped(user.row->loads), cli::grouped(user.row->stores),
                      cli::grouped(user.row->contended)});
    y_ += kStripRow;
  }

  void use(const User &user, std::size_t begin, std::size_t end) {
    const HeatCell &cell = user.row->cells[begin];
    if (cell.samples() == 0)
      return;
    const double share = static_cast<double>(cell.samples()) / static_cast<double>(most_);
    const double weakest = 0.25;
    const double opacity = weakest + (1 - weakest) * std::sqrt(share);
    const Box box = boxOf(begin, end);
    canvas_.box(user.colour, box,
                fmt::format("{}, {}: {}, {}", user.name, bytesText(begin, end),
                            cli::counted(cell.loads, "load"), cli::counted(cell.stores, "store")),
                opacity);
    const std::string_view letter = cell.stores == 0 ? "r" : cell.loads == 0 ? "w" : "m";
    canvas_.textIn(opacity > kFaint ? "letter" : "letter faint", box, letter);
  }

  [[nodiscard]] std::string rangesOf(const HeatRow &row) const {
    std::vector<std::string> ranges;
    const auto used = [&](std::size_t byte) { return row.cells[byte].samples() != 0; };
    eachRun(
        bytes_, [&](std::size_t a, std::size_t b) { return used(a) == used(b); },
        [&](std::size_t begin, std::size_t end) {
          if (used(begin))
            ranges.push_back(fmt::format("{}–{}", begin, end - 1));
        });
    return someOf(ranges, kRangesNamed);
  }

  [[nodiscard]] FigureTable table() const {
    FigureTable table;
    table.caption = fmt::format("By {}", heading());
    table.columns = {{"Letter"},         {rows_ == HeatRows::Cpus ? "CPU" : "Thread"},
                     {"Bytes"},          {"Data"},
                     {"Loads", true},    {"Stores", true},
                     {"Contended", true}};
    for (const User &user : users_)
      table.rows.push_back({{user.letter},
                            {user.name},
                            {rangesOf(*user.row)},
                            {someOf(user.data, kDataNamed)},
                            numberCell(user.row->loads),
                            numberCell(user.row->stores),
                            numberCell(user.row->contended)});
    return table;
  }

  const Profile &profile_;
  const Line &line_;
  HeatRows rows_;
  HeatMap map_;
  std::size_t bytes_;
  double byte_; ///< px of a byte
  std::vector<User> users_;
  std::uint64_t most_ = 1; ///< samples of the user and byte that have most
  Canvas canvas_;
  double y_ = 0; ///< where the next row begins
};

} // namespace

Figure stripFigure(const Profile &profile, const ThreadNames &names, const Line &line,
                   HeatRows rows) {
  return Strip(profile, names, line, rows).figure();
}

} // namespace fsfind::report

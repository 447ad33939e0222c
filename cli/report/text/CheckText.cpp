#include "cli/report/CheckReport.h"
#include "cli/report/text/AdviceText.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/LinksText.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"
#include "rules/model/Utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace fsfind::report {

namespace {

using cli::counted;
using cli::Style;

constexpr std::size_t kNumberWidth = 5;

Style confidenceStyle(Confidence confidence) {
  return confidence == Confidence::High     ? Style::Bad
         : confidence == Confidence::Medium ? Style::Warning
                                            : Style::Dim;
}

/// On a terminal, unless more is asked for: so many findings, and so many lines of each of so many
/// columns.
constexpr std::size_t kFindingsListed = 20, kLinesShown = 12, kColumnsShown = 100;

/// A line, or a drawing of several.
using Lines = std::vector<std::string>;

/// What is told of one finding, without line ends.
struct Told {
  Lines head;               ///< the message and the place
  std::vector<Lines> notes; ///< the most important first
  Lines tail;               ///< what to do
};

class Writer {
public:
  Writer(const CheckTextOptions &options, std::uint32_t line_size)
      : options_(options), line_size_(line_size) {}

  void write(const Finding &finding) {
    const Told told = tell(finding);
    add(told.head);
    std::size_t left = SIZE_MAX;
    if (isBrief()) {
      const std::size_t taken = told.head.size() + told.tail.size();
      left = kLinesShown - std::min(taken, kLinesShown);
    }
    for (const Lines &note : told.notes) {
      if (note.size() > left)
        break;
      left -= note.size();
      add(note);
    }
    add(told.tail);
    text_ += '\n';
  }

  /// Whether a screen is to be filled, and no more.
  [[nodiscard]] bool isBrief() const { return options_.traits.terminal && !options_.verbose; }

  std::string take() { return std::move(text_); }

private:
  [[nodiscard]] Told tell(const Finding &finding) const {
    Told told;
    told.head = line(finding.location, confidenceStyle(finding.confidence),
                     fmt::format("{}:", levelText(finding)), finding.message,
                     fmt::format("[{}]", finding.rule));
    append(told.head, excerpt(finding.location));
    if (isSuspect(finding))
      append(told.head, line(finding.location, Style::Dim, "missing:", missingText(finding),
                             fmt::format("[finding {}]", finding.rank)));
    if (finding.run)
      append(told.head, line(finding.location, Style::Dim, "run:", runText(finding)));
    std::vector<Lines> members;
    for (const FindingMember &member : finding.members)
      if (member.declared.known())
        members.push_back(note(member.declared, memberText(finding, member)));
    for (const RelatedPlace &related : finding.related)
      if (!declaresMember(finding, related.place) && related.place.known())
        told.notes.push_back(note(related.place, related.message));
    // Who uses the data says more than where they are declared, where not all can be told.
    told.notes.insert(isBrief() ? told.notes.end() : told.notes.begin(), members.begin(),
                      members.end());
    told.tail = remedies(finding);
    return told;
  }

  [[nodiscard]] Lines remedies(const Finding &finding) const {
    Lines lines;
    if (isBrief() && finding.edits().size() > 1)
      append(lines, line(finding.location, Style::Dim, "fix:",
                         fmt::format("{} edits; fsfind fix shows them", finding.edits().size())));
    else
      for (const Edit &edit : finding.edits())
        append(lines,
               line({edit.file, edit.line, edit.column}, Style::Dim, "fix:", editText(edit)));
    const std::size_t shown =
        std::min<std::size_t>(finding.advice.size(), options_.verbose ? SIZE_MAX : 1);
    for (std::size_t i = 0; i < shown; ++i)
      append(lines, advice(finding, finding.advice[i]));
    if (!finding.no_advice.empty())
      append(lines, line(finding.location, Style::Dim, "no advice:", finding.no_advice));
    return lines;
  }

  [[nodiscard]] Lines advice(const Finding &finding, const Advice &one) const {
    Lines lines =
        line(finding.location, Style::Dim, "advice:", adviceText(one, options_.traits.utf8),
             fmt::format("[{}]", word(one.remedy)));
    if (isBrief() && !one.edits.empty())
      return lines; // which show where members come to lie
    std::string drawing =
        layoutText(one, line_size_, options_.traits, std::string(kNumberWidth, ' ') + " | ");
    if (drawing.ends_with('\n'))
      drawing.pop_back();
    const auto height = 1 + std::count(drawing.begin(), drawing.end(), '\n');
    if (!drawing.empty() &&
        (!isBrief() || lines.size() + static_cast<std::size_t>(height) <= kLinesShown / 2))
      lines.push_back(std::move(drawing));
    return lines;
  }

  [[nodiscard]] Lines note(const Place &place, const std::string &message) const {
    Lines lines = line(place, Style::Dim, "note:", message);
    if (options_.verbose)
      append(lines, excerpt(place));
    return lines;
  }

  static void append(Lines &to, Lines more) {
    std::move(more.begin(), more.end(), std::back_inserter(to));
  }

  void add(const Lines &lines) {
    for (const std::string &one : lines)
      text_ += one + '\n';
  }

  /// `file:line:column: label message tag`, on a terminal wrapped.
  [[nodiscard]] Lines line(const Place &place, Style style, const std::string &label,
                           const std::string &message, const std::string &tag = {}) const {
    const std::string at = where(place);
    const bool heading = !tag.empty() && style != Style::Dim;
    const std::string begin =
        fmt::format("{} {}", heading ? paint(Style::Heading, at) : at, paint(style, label));
    const std::string end = tag.empty() ? "" : ' ' + paint(Style::Dim, tag);
    if (!isBrief())
      return {fmt::format("{} {}{}", begin, safe(message), end)};
    return wrappedLine(fmt::format("{} {}", at, label), begin, safe(message), tag);
  }

  /// `plain` and `painted` are the line's begin, which is followed by the message.
  [[nodiscard]] Lines wrappedLine(const std::string &plain, const std::string &painted,
                                  const std::string &message, const std::string &tag) const {
    constexpr std::size_t kIndent = 4;
    const std::size_t columns = std::min(options_.traits.width, kColumnsShown) - kIndent;
    // A word as long as the begin stands for it, since a path may hold blanks.
    std::string text = std::string(cli::displayWidth(plain), 'x') + ' ' + message;
    if (!tag.empty())
      text += ' ' + tag;
    Lines lines = cli::wrapped(text, columns);
    lines.front().replace(0, cli::displayWidth(plain), painted);
    if (!tag.empty() && lines.back().ends_with(tag))
      lines.back().replace(lines.back().size() - tag.size(), tag.size(), paint(Style::Dim, tag));
    for (std::size_t i = 1; i < lines.size(); ++i)
      lines[i].insert(0, kIndent, ' ');
    return lines;
  }

  /// The line of the source, and a mark below the column. Of a long line, what is around it.
  [[nodiscard]] Lines excerpt(const Place &place) const {
    constexpr std::size_t kLongest = 240, kFrame = kNumberWidth + 3, kMark = 3;
    const std::string_view line = options_.source_line(place.file, place.line);
    if (line.empty())
      return {};
    const std::size_t room = isBrief() ? kColumnsShown - kFrame - 2 * kMark : kLongest;
    const std::size_t mark =
        place.column == 0 ? 0 : std::min<std::size_t>(place.column - 1, line.size());
    const std::size_t from = mark < room - room / 4 ? 0 : beginOfCharacter(line, mark - room / 2);
    const std::size_t end =
        line.size() - from <= room ? line.size() : beginOfCharacter(line, from + room);
    const std::string_view left_out = options_.traits.utf8 ? "…" : "...";
    const std::string_view before = from == 0 ? "" : left_out;
    // A tab counts as one column in places; as one blank, it keeps the mark below its word.
    std::string source(line.substr(from, end - from));
    std::replace(source.begin(), source.end(), '\t', ' ');
    Lines lines = {fmt::format("{:>{}} | {}{}{}", place.line, kNumberWidth, before, safe(source),
                               end == line.size() ? "" : left_out)};
    if (place.column != 0 && mark < line.size())
      lines.push_back(fmt::format(
          "{:>{}} | {}{}", "", kNumberWidth,
          std::string(cli::displayWidth(before) +
                          cli::displayWidth(std::string_view(source).substr(0, mark - from)),
                      ' '),
          paint(Style::Good, "^")));
    return lines;
  }

  [[nodiscard]] std::string where(const Place &place) const {
    if (!place.known())
      return "fsfind:";
    return safe(place.column == 0 ? fmt::format("{}:{}:", place.file, place.line)
                                  : fmt::format("{}:{}:{}:", place.file, place.line, place.column));
  }

  [[nodiscard]] std::string safe(std::string_view text) const {
    return cli::printable(text, options_.traits.utf8);
  }
  [[nodiscard]] std::string paint(Style style, std::string_view text) const {
    return cli::paint(style, text, options_.traits.color);
  }

  const CheckTextOptions &options_;
  std::uint32_t line_size_;
  std::string text_;
};

std::string byConfidence(const std::vector<Finding> &findings) {
  std::vector<std::string> parts;
  for (const Confidence level : {Confidence::High, Confidence::Medium, Confidence::Low}) {
    const auto count = std::count_if(findings.begin(), findings.end(), [&](const Finding &finding) {
      return finding.confidence == level && !isSuspect(finding);
    });
    if (count != 0)
      parts.push_back(fmt::format("{} {}", count, confidenceWord(level)));
  }
  const auto suspects = std::count_if(findings.begin(), findings.end(), isSuspect);
  if (suspects != 0)
    parts.push_back(counted(static_cast<std::uint64_t>(suspects), "suspect"));
  return parts.empty() ? "" : " (" + cli::joined(parts) + ")";
}

std::string checkSummary(const CheckReport &report) {
  const std::size_t count = report.findings.size();
  std::string text = count == 0 ? "No findings" : counted(count, "finding");
  text += byConfidence(report.findings) + " in " + counted(report.units, "unit");
  std::vector<std::string> parts;
  const auto tell = [&](std::size_t number, std::string_view what) {
    if (number != 0)
      parts.push_back(fmt::format("{} {}", cli::grouped(number), what));
  };
  tell(report.suspects, report.suspects == 1 ? "suspect (--suspects)" : "suspects (--suspects)");
  tell(report.answers.of(RunAnswer::Confirmed), "confirmed by the run");
  tell(report.answers.withdrawn, "withdrawn by the run");
  tell(report.answers.of(RunAnswer::NotSo) - report.answers.withdrawn, "not so in the run");
  tell(report.answers.of(RunAnswer::Undecided), "undecided by the run");
  tell(report.answers.of(RunAnswer::NotReached), "not reached by the run");
  tell(report.failed, "not read");
  tell(report.erroneous, "with errors");
  tell(report.cached, "from the cache");
  tell(report.suppressed, "suppressed by NOLINT");
  tell(report.elsewhere, "outside the paths");
  tell(report.unwanted, "suppressed by file");
  tell(report.known, "in the baseline");
  tell(report.untouched, "not of the change");
  return text + (parts.empty() ? "" : "; " + cli::joined(parts)) + "\n";
}

} // namespace

std::string checkText(const CheckReport &report, const CheckTextOptions &options) {
  Writer writer(options, report.line_size);
  const std::size_t shown = writer.isBrief() ? kFindingsListed : SIZE_MAX;
  for (std::size_t i = 0; i < std::min(report.findings.size(), shown); ++i)
    writer.write(report.findings[i]);
  std::string text = writer.take();
  if (report.findings.size() > shown)
    text +=
        fmt::format("{} more; -v shows them\n", counted(report.findings.size() - shown, "finding"));
  return text + cli::paint(Style::Heading, checkSummary(report), options.traits.color);
}

} // namespace fsfind::report

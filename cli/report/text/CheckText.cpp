#include "cli/report/CheckReport.h"
#include "cli/report/text/AdviceText.h"
#include "cli/report/text/FindingWords.h"
#include "cli/report/text/TextWords.h"
#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fsfind::report {

namespace {

using cli::counted;
using cli::Style;

constexpr std::size_t kNumberWidth = 5;

Style styleOf(Confidence confidence) {
  return confidence == Confidence::High     ? Style::Bad
         : confidence == Confidence::Medium ? Style::Warning
                                            : Style::Dim;
}

class Writer {
public:
  Writer(const CheckTextOptions &options, std::uint32_t line_size)
      : options_(options), line_size_(line_size) {}

  void write(const Finding &finding) {
    text_ += fmt::format(
        "{} {} {} {}\n", paint(Style::Heading, where(finding.location)),
        paint(styleOf(finding.confidence), fmt::format("{}:", confidenceWord(finding.confidence))),
        safe(finding.message), paint(Style::Dim, fmt::format("[{}]", finding.rule)));
    excerpt(finding.location);
    for (const FindingMember &member : finding.members)
      note(member.declared, memberText(finding, member));
    for (const RelatedPlace &related : finding.related)
      if (!declaresMember(finding, related.place))
        note(related.place, related.message);
    for (const Edit &edit : finding.edits())
      fix(edit);
    const std::size_t told =
        std::min<std::size_t>(finding.advice.size(), options_.verbose ? SIZE_MAX : 1);
    for (std::size_t i = 0; i < told; ++i)
      advice(finding, finding.advice[i]);
    if (!finding.no_advice.empty())
      text_ += fmt::format("{} {} {}\n", where(finding.location), paint(Style::Dim, "no advice:"),
                           safe(finding.no_advice));
    text_ += '\n';
  }

  std::string take() { return std::move(text_); }

private:
  void note(const Place &place, const std::string &message) {
    if (!place.known())
      return;
    text_ += fmt::format("{} {} {}\n", where(place), paint(Style::Dim, "note:"), safe(message));
    if (options_.verbose)
      excerpt(place);
  }

  void fix(const Edit &edit) {
    text_ += fmt::format("{} {} {}\n", where({edit.file, edit.line, edit.column}),
                         paint(Style::Dim, "fix:"), safe(editText(edit)));
  }

  void advice(const Finding &finding, const Advice &one) {
    text_ += fmt::format("{} {} {} {}\n", where(finding.location), paint(Style::Dim, "advice:"),
                         safe(adviceText(one, options_.traits.utf8)),
                         paint(Style::Dim, fmt::format("[{}]", word(one.remedy))));
    text_ += layoutText(one, line_size_, options_.traits, std::string(kNumberWidth, ' ') + " | ");
  }

  /// Writes the line of the source, and a mark below the column.
  void excerpt(const Place &place) {
    std::string line = options_.source_line(place.file, place.line);
    if (line.empty())
      return;
    // A tab counts as one column in places; as one blank, it keeps the mark below its word.
    std::replace(line.begin(), line.end(), '\t', ' ');
    text_ += fmt::format("{:>{}} | {}\n", place.line, kNumberWidth, safe(line));
    if (place.column != 0 && place.column <= line.size())
      text_ +=
          fmt::format("{:>{}} | {}{}\n", "", kNumberWidth,
                      std::string(columnsBefore(line, place.column), ' '), paint(Style::Good, "^"));
  }

  static std::size_t columnsBefore(const std::string &line, std::uint32_t column) {
    return cli::displayWidth(std::string_view(line).substr(0, column - 1));
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
      return finding.confidence == level;
    });
    if (count != 0)
      parts.push_back(fmt::format("{} {}", count, confidenceWord(level)));
  }
  return parts.empty() ? "" : " (" + cli::joined(parts) + ")";
}

std::string summary(const CheckReport &report) {
  const std::size_t count = report.findings.size();
  std::string text = count == 0 ? "No findings" : counted(count, "finding");
  text += byConfidence(report.findings) + " in " + counted(report.units, "unit");
  std::vector<std::string> parts;
  const auto tell = [&](std::size_t number, std::string_view what) {
    if (number != 0)
      parts.push_back(fmt::format("{} {}", cli::grouped(number), what));
  };
  tell(report.failed, "not read");
  tell(report.erroneous, "with errors");
  tell(report.cached, "from the cache");
  tell(report.suppressed, "suppressed by NOLINT");
  tell(report.elsewhere, "outside the paths");
  tell(report.unwanted, "suppressed by file");
  tell(report.known, "in the baseline");
  return text + (parts.empty() ? "" : "; " + cli::joined(parts)) + "\n";
}

} // namespace

std::string checkText(const CheckReport &report, const CheckTextOptions &options) {
  Writer writer(options, report.line_size);
  for (const Finding &finding : report.findings)
    writer.write(finding);
  return writer.take() + cli::paint(Style::Heading, summary(report), options.traits.color);
}

} // namespace fsfind::report

// A comment on a pull request: a table of all findings, then the details of each, folded.
#include "cli/report/review/Formats.h"
#include "cli/report/review/ReviewEdits.h"
#include "cli/report/text/AdviceText.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <sstream>

namespace fsfind::report {

namespace {

constexpr std::size_t kRowsShown = 20; // GitHub takes comments of up to 65,536 characters

/// Escapes text so that nothing in it is markup, and no bar ends a table's cell.
std::string plain(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_[]<>|#~!&@";
  std::string result;
  for (const char character : text) {
    if (kMarkup.find(character) != std::string_view::npos)
      result += '\\';
    result += character == '\n' || character == '\r' ? ' ' : character;
  }
  return result;
}

/// A name formatted as code, for a table's cell.
std::string code(std::string_view text) {
  std::string inner, fence = "`";
  for (const char character : text) {
    inner += character == '|' ? "\\" : "";
    inner += character == '\n' || character == '\r' ? ' ' : character;
  }
  while (inner.find(fence) != std::string::npos)
    fence += '`';
  const std::string_view apart = fence.size() > 1 ? " " : "";
  return inner.empty() ? "" : fmt::format("{0}{1}{2}{1}{0}", fence, apart, inner);
}

/// Escapes text for an HTML element, where only `<` and `&` are markup; a newline could begin
/// Markdown.
std::string html(std::string_view text) {
  std::string result;
  for (const char character : text)
    result += character == '<'    ? "&lt;"
              : character == '&'  ? "&amp;"
              : character == '\n' ? " "
                                  : std::string(1, character);
  return result;
}

std::string placeText(const Review &review, const Place &place) {
  return place.known() ? fmt::format("{}:{}", fromRoot(review, place.file), place.line)
                       : "no source place";
}

std::string costText(const Finding &finding) {
  if (finding.verdict == Verdict::Latent)
    return "not measured";
  return fmt::format("{} of {}, {} {}", percentage(finding.cost.latency_share),
                     latencyWord(finding.cost.base), grouped(finding.cost.hitm),
                     contendedWord(finding.cost.base));
}

void writeRow(std::ostream &out, const Review &review, const Finding &finding) {
  out << fmt::format("| {} | {} | {} | {} | {} | {} |\n", finding.rank, code(finding.rule),
                     code(placeText(review, primaryPlace(finding))), word(finding.verdict),
                     word(finding.confidence), costText(finding));
}

void writeMembers(std::ostream &out, const Finding &finding) {
  out << "\n| member | offset | size | written by | read by |\n|---|---:|---:|---|---|\n";
  for (const FindingMember &member : finding.members)
    out << fmt::format("| {} | {} | {} | {} | {} |\n", code(memberName(finding, member)),
                       member.offset, member.size == 0 ? "" : std::to_string(member.size),
                       plain(usersText(member.writers)), plain(usersText(member.readers)));
}

/// Writes a block of code. Its fence is longer than any fence within the text.
void writeCode(std::ostream &out, std::string_view language, std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos)
    fence += '`';
  out << fmt::format("\n{}{}\n{}{}{}\n", fence, language, text, text.ends_with('\n') ? "" : "\n",
                     fence);
}

/// Every line with the mark before it.
std::string marked(std::string_view lines, char mark) {
  std::string result(1, mark);
  for (const char character : lines) {
    result += character;
    if (character == '\n')
      result += mark;
  }
  return result;
}

void writeEdit(std::ostream &out, const Review &review, const Edit &edit) {
  const auto lines = changedLines(edit, review.texts);
  if (!lines)
    return;
  out << '\n' << code(placeText(review, {edit.file, edit.line, edit.column})) << '\n';
  writeCode(out, "diff", marked(lines->before, '-') + "\n" + marked(lines->after, '+'));
}

void writeAdvice(std::ostream &out, const Review &review, const Advice &advice) {
  out << fmt::format("\n**{}**: {}", word(advice.remedy), plain(adviceText(advice, true)));
  out << ".\n";
  if (!advice.edits.empty())
    out << '\n' << plain(trialText(advice)) << ".\n";
  for (const Edit &edit : advice.edits)
    writeEdit(out, review, edit);
  const cli::Traits wide{.utf8 = true};
  if (const std::string layout = layoutText(advice, review.line_size, wide, "", cli::kByCharacters);
      !layout.empty())
    writeCode(out, "", layout);
}

void writeFinding(std::ostream &out, const Review &review, const Finding &finding) {
  out << fmt::format("\n<details><summary>{}. {}</summary>\n\n", finding.rank,
                     html(placeText(review, primaryPlace(finding))));
  out << plain(reviewText(review, finding)) << ".\n";
  writeMembers(out, finding);
  for (const Advice &advice : finding.advice)
    writeAdvice(out, review, advice);
  if (!finding.no_advice.empty())
    out << fmt::format("\n**no advice**: {}.\n", plain(finding.no_advice));
  out << fmt::format("\n[What the rule looks for]({})\n\n</details>\n", ruleUrl(finding.rule));
}

std::string heading(const Review &review) {
  const std::size_t count = review.findings.size();
  return fmt::format("### fsfind: {}{}\n", count == 0 ? "no findings" : counted(count, "finding"),
                     review.simulated ? " (simulated)" : "");
}

void writeComment(std::ostream &out, const Review &review) {
  const std::size_t shown = std::min(review.findings.size(), kRowsShown);
  out << heading(review);
  if (review.simulated)
    out << "\nCaches were modelled; no hardware counted these samples.\n";
  for (const std::string &note : review.notes)
    out << fmt::format("\n**Note**: {}.\n", plain(note));
  if (shown != 0)
    out << "\n| | rule | where | verdict | confidence | cost |\n|---:|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < shown; ++i)
    writeRow(out, review, review.findings[i]);
  if (shown < review.findings.size())
    out << fmt::format("\nand {} more\n", grouped(review.findings.size() - shown));
  for (std::size_t i = 0; i < shown; ++i)
    writeFinding(out, review, review.findings[i]);
}

} // namespace

void writeMarkdown(std::ostream &out, const Review &review) {
  std::ostringstream comment;
  writeComment(comment, review);
  out << cli::printableLines(comment.str());
}

} // namespace fsfind::report

// Workflow commands, which GitHub shows beside the lines they name. For each step of a job it shows
// ten of each level and silently drops the others (docs.github.com, "Workflow commands").
#include "cli/report/review/Formats.h"
#include "cli/terminal/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace fsfind::report {

namespace {

constexpr std::size_t kAnnotationsShown = 10;
constexpr LevelWords kCommands = {"error", "warning", "notice"};

/// Escapes characters that would begin another command or property; those that cannot be shown are
/// replaced.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char character : cli::printableLines(text)) {
    const bool special = character == '%' || character == '\r' || character == '\n' ||
                         (property && (character == ':' || character == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(character))
                      : std::string(1, character);
  }
  return result;
}

std::string properties(const Review &review, const Finding &finding) {
  const Place place = primaryPlace(finding);
  std::string text;
  if (place.known())
    text = fmt::format("file={},line={},", escaped(fromRoot(review, place.file), true), place.line);
  if (place.known() && place.column != 0)
    text += fmt::format("col={},", review.texts.utf16Column(place));
  return text + "title=" + escaped(finding.rule, true);
}

/// Writes at most `most` findings of one confidence, by rank; returns how many were left out.
std::size_t writeLevel(std::ostream &out, const Review &review, Confidence confidence,
                       std::size_t most) {
  std::size_t count = 0;
  for (const Finding &finding : review.findings)
    if (finding.confidence == confidence && ++count <= most)
      out << fmt::format("::{} {}::{}\n", levelWord(kCommands, confidence),
                         properties(review, finding),
                         escaped(textWithAdvice(review, finding), false));
  return count - std::min(count, most);
}

} // namespace

void writeGithub(std::ostream &out, const Review &review) {
  const std::size_t notes = std::min(review.notes.size(), kAnnotationsShown);
  for (const std::string &note : review.notes.first(notes))
    out << fmt::format("::warning title=fsfind::{}\n", escaped(note, false));
  std::size_t left_out = writeLevel(out, review, Confidence::High, kAnnotationsShown) +
                         writeLevel(out, review, Confidence::Medium, kAnnotationsShown - notes);
  left_out += writeLevel(out, review, Confidence::Low,
                         kAnnotationsShown - 1); // leave one notice for the number left out
  if (left_out != 0)
    out << fmt::format("::notice title=fsfind::{} more\n", counted(left_out, "finding"));
}

} // namespace fsfind::report

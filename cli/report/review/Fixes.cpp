// The file of edits that clang-tidy's -export-fixes writes and clang-apply-replacements reads
// (clang/include/clang/Tooling/DiagnosticsYaml.h): absolute paths, offsets and lengths in bytes.
// clang-apply-replacements applies none if two edits overlap.
#include "cli/report/review/Formats.h"
#include "cli/report/review/ReviewEdits.h"
#include "rules/codec/JsonParts.h"

#include <fmt/format.h>
#include <ostream>

namespace fsfind::report {

using namespace codec;

namespace {

struct Replacement {
  std::string file;
  std::size_t offset = 0, length = 0; ///< bytes
  std::string_view text;
};

/// A YAML string; every JSON string is one.
std::string yamlText(std::string_view text) {
  return dumped(text);
}

/// The edits as replacements; empty unless all of them fit their files as they are now.
std::vector<Replacement> replacements(const Review &review, const std::vector<Edit> &edits) {
  std::vector<Replacement> result;
  for (const Edit &edit : edits) {
    const SourceText *text = review.texts.of(edit.file);
    const auto begin = text ? text->offset(edit.line, edit.column) : std::nullopt;
    const auto end = text ? text->offset(edit.end_line, edit.end_column) : std::nullopt;
    if (!begin || !end || *end < *begin)
      return {};
    result.push_back({wholePath(review, edit.file), *begin, *end - *begin, edit.text});
  }
  return result;
}

void writeReplacement(std::ostream &out, const Replacement &one) {
  out << fmt::format("        - FilePath: {}\n          Offset: {}\n          Length: {}\n"
                     "          ReplacementText: {}\n",
                     yamlText(one.file), one.offset, one.length, yamlText(one.text));
}

std::string messageOf(const Review &review, const Finding &finding) {
  return fmt::format("{}. {}", reviewText(review, finding), trialText(*finding.editing()));
}

void writeDiagnostic(std::ostream &out, const Review &review, const Finding &finding,
                     const std::vector<Replacement> &edits) {
  out << fmt::format("  - DiagnosticName: {}\n    DiagnosticMessage:\n      Message: {}\n"
                     "      FilePath: {}\n      FileOffset: {}\n      Replacements:\n",
                     yamlText(finding.rule), yamlText(messageOf(review, finding)),
                     yamlText(edits.front().file), edits.front().offset);
  for (const Replacement &edit : edits)
    writeReplacement(out, edit);
  out << "    Level: Warning\n    BuildDirectory: " << yamlText(review.folder) << '\n';
}

} // namespace

void writeFixes(std::ostream &out, const Review &review) {
  const auto edits = compatibleEdits(review.findings);
  bool first = true;
  out << "---\nMainSourceFile: ''\n";
  for (std::size_t i = 0; i < review.findings.size(); ++i) {
    const std::vector<Replacement> fitting = replacements(review, edits[i]);
    if (fitting.empty())
      continue;
    out << (first ? "Diagnostics:\n" : "");
    writeDiagnostic(out, review, review.findings[i], fitting);
    first = false;
  }
  out << (first ? "Diagnostics: []\n" : "") << "...\n";
}

} // namespace fsfind::report

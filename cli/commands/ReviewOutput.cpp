#include "cli/commands/ReviewOutput.h"

#include "cli/check/Files.h"
#include "cli/terminal/Output.h"

#include <fmt/format.h>

#include <ostream>

namespace fsfind::cli {

Expected<void> writeReview(const std::string &output, const report::Format &format,
                           const ReviewSubject &subject) {
  const std::string &given = subject.source.root;
  const std::string folder = given.empty() ? check::absolutePath(".") : given;
  const std::string root = given.empty() ? check::repositoryRoot(folder) : given;
  const report::SourceTexts texts;
  const report::Review review{.findings = subject.findings,
                              .source = subject.source.path,
                              .simulated = subject.source.simulated,
                              .line_size = subject.source.line_size,
                              .version = FSFIND_VERSION,
                              .folder = folder,
                              .root = root,
                              .pages = report::rulePages(),
                              .texts = texts,
                              .notes = subject.notes};
  return writeOutput(output, [&](std::ostream &out) { format.write(out, review); });
}

std::vector<std::string> withReviewFormats(std::vector<std::string> own) {
  for (const report::Format &format : report::reviewFormats())
    own.emplace_back(format.name);
  return own;
}

std::string reviewFormatsHelp() {
  std::string text = "Formats for code reviews:\n";
  for (const report::Format &format : report::reviewFormats())
    text += fmt::format("  {:<10}{}\n", format.name, format.summary);
  return text;
}

} // namespace fsfind::cli

#include "cli/commands/NamedFinding.h"

#include "cli/check/Files.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/SourceReading.h"
#include "cli/terminal/Text.h"
#include "rules/codec/FindingsFile.h"
#include "rules/model/Fingerprint.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::cli {

namespace {

constexpr std::size_t kFingerprintDigits = 16, kMostNumberDigits = 9;

bool isFindingNumber(std::string_view text) {
  return !text.empty() && text.size() <= kMostNumberDigits &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isFingerprint(std::string_view text) {
  const auto end = text.find_first_not_of("0123456789abcdef");
  return text.substr(0, end).size() == kFingerprintDigits &&
         (end == std::string_view::npos ||
          (text[end] == ':' && isFindingNumber(text.substr(end + 1))));
}

Expected<std::vector<Finding>> findingsHere() {
  const SourceArguments arguments;
  const std::string folder = check::absolutePath(".");
  FSFIND_TRY(SourceReading reading, readSources(arguments, folder));
  if (reading.interrupted != 0)
    return failure({"reading", {}, "was interrupted", "run it again"});
  check::Suppressions sources;
  check::Answer answer = check::judge(std::move(reading.facts), questionOf(arguments, {}), sources);
  check::prepareToShow(answer, folder);
  return std::move(answer.findings);
}

Expected<std::vector<Finding>> findingsOf(const std::string &report) {
  if (report.empty())
    return findingsHere();
  FSFIND_TRY(FindingsFile file, readFindingsFile(report));
  return std::move(file.findings);
}

} // namespace

bool namesFinding(std::string_view text) {
  return isFindingNumber(text) || isFingerprint(text);
}

Expected<Finding> namedFinding(const std::string &name, const std::string &report) {
  FSFIND_TRY(std::vector<Finding> findings, findingsOf(report));
  const std::vector<std::string> prints = fingerprints(findings);
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (isFindingNumber(name) ? findings[i].rank == std::stoul(name) : prints[i] == name)
      return std::move(findings[i]);
  return failure(
      {report,
       {},
       fmt::format("no finding is {} '{}'", isFindingNumber(name) ? "number" : "named", name),
       fmt::format("there {} {}", findings.size() == 1 ? "is" : "are",
                   counted(findings.size(), "finding"))});
}

} // namespace fsfind::cli

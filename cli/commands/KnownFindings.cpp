#include "cli/commands/KnownFindings.h"

#include "cli/check/Files.h"
#include "cli/commands/SuppressionFile.h"
#include "cli/commands/Validators.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"
#include "rules/compare/Baseline.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace fsfind::cli {

namespace {

void note(bool wanted, const std::string &text) {
  if (wanted)
    tell("note: " + text);
}

/// The subject on one line; if it has none, the members.
std::string identityText(const FindingIdentity &identity) {
  std::string text = identity.subject.empty() ? fmt::format("{}", fmt::join(identity.members, ", "))
                                              : identity.subject;
  std::replace(text.begin(), text.end(), '\n', ' '); // separates function and variable
  return text;
}

Expected<std::size_t> suppress(const std::string &path, bool verbose,
                               std::vector<Finding> &findings) {
  FSFIND_TRY(const auto list, readSuppressions(path));
  WantedFindings wanted = withoutSuppressed(std::move(findings), list);
  findings = std::move(wanted.findings);
  for (const Suppression &one : wanted.unused)
    note(verbose, fmt::format("{}:{}: matches no finding: {}", path, one.line, one.text));
  return wanted.suppressed;
}

Expected<std::size_t> leaveOut(const std::string &path, const Baseline &baseline, bool verbose,
                               std::vector<Finding> &findings) {
  UnknownFindings unknown = withoutKnown(std::move(findings), baseline);
  findings = std::move(unknown.findings);
  for (const BaselineEntry &one : unknown.stale)
    note(verbose, fmt::format("{}: no such finding any more: {} {} {}", path, one.fingerprint,
                              one.identity.rule, identityText(one.identity)));
  return unknown.known;
}

/// Whether the baseline is the file that is about to be written for the first time.
bool isBegun(const KnownArguments &arguments) {
  std::error_code none;
  return !std::filesystem::exists(arguments.baseline, none) &&
         check::absolutePath(arguments.baseline) == check::absolutePath(arguments.write_baseline);
}

/// Called before a baseline is written, since both may be the same file.
Expected<Baseline> readBaseline(const KnownArguments &arguments) {
  if (arguments.baseline.empty() || isBegun(arguments))
    return Baseline{};
  FSFIND_TRY(const std::string text, readInput(arguments.baseline, input::kBaseline));
  return parseBaseline(text, arguments.baseline);
}

void addFile(const Command &command, const char *name, std::string &path, const char *help) {
  command.addOption(name, path, help).typeName("FILE").check(fileName());
}

} // namespace

void addLeaveOutOptions(const Command &command, KnownArguments &arguments) {
  const Section section(command, kKnownFindings);
  addFile(command, "--baseline", arguments.baseline, "Leave out the findings that FILE has");
  addFile(command, "--suppressions", arguments.suppressions,
          "Leave out findings that a line of FILE matches: globs of rule, path and name");
}

void addKnownOptions(const Command &command, KnownArguments &arguments) {
  const Section section(command, kKnownFindings);
  addLeaveOutOptions(command, arguments);
  addFile(command, "--write-baseline", arguments.write_baseline,
          "Write the findings to FILE, for --baseline");
}

Expected<LeftOut> leaveOutKnown(const KnownArguments &arguments, bool verbose,
                                std::vector<Finding> &findings) {
  FSFIND_TRY(const Baseline baseline, readBaseline(arguments));
  LeftOut left;
  if (!arguments.suppressions.empty()) {
    FSFIND_TRY(left.suppressed, suppress(arguments.suppressions, verbose, findings));
  }
  if (!arguments.write_baseline.empty())
    FSFIND_CHECK(writeFile(arguments.write_baseline,
                           [&](std::ostream &out) { out << baselineText(findings); }));
  if (!arguments.baseline.empty()) {
    FSFIND_TRY(left.known, leaveOut(arguments.baseline, baseline, verbose, findings));
  }
  return left;
}

} // namespace fsfind::cli

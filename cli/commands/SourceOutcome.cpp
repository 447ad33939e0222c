#include "cli/commands/SourceOutcome.h"

#include "cli/check/StaleEdits.h"
#include "cli/commands/CheckQuestion.h"

#include <utility>

namespace fsfind::cli {

Expected<fix::Outcome> outcomeOf(const CheckArguments &arguments, SourceReading reading,
                                 const std::vector<std::string> &rules, bool verbose) {
  fix::Outcome outcome;
  outcome.troubles = std::move(reading.notes);
  outcome.interrupted = reading.interrupted;
  if (outcome.interrupted != 0)
    return outcome;
  check::Suppressions sources;
  check::Answer answer =
      check::judge(std::move(reading.facts), questionOf(arguments, rules), sources);
  outcome.findings = std::move(answer.findings);
  outcome.contents = check::contentsOf(answer.facts);
  outcome.units = std::move(answer.facts.units);
  FSFIND_CHECK(leaveOutKnown(arguments.known, verbose, outcome.findings));
  return outcome;
}

} // namespace fsfind::cli

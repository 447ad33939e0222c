#include "cli/check/Check.h"

#include "cli/check/StaleEdits.h"
#include "rules/join/JudgeSources.h"
#include "rules/merge/MergeFacts.h"

#include <utility>

namespace fsfind::check {

Answer judge(Facts facts, const Question &question, Suppressions &sources) {
  Answer answer;
  answer.facts = linked(std::move(facts));
  SourceJudgement judged = judgeSources(answer.facts, question.options, question.measured);
  answer.answers = judged.answers;
  answer.strange = judged.strange;
  answer.unsure = judged.unsure;
  SelectedFindings selected = select(std::move(judged.findings), question.selection, sources);
  answer.findings = std::move(selected.findings);
  answer.elsewhere = selected.elsewhere;
  answer.suppressed = selected.suppressed;
  return answer;
}

std::vector<std::string> prepareToShow(Answer &answer, const std::string &folder) {
  std::vector<std::string> changed = dropStaleEdits(answer.findings, answer.facts);
  for (Finding &finding : answer.findings)
    shortenPaths(finding, folder);
  return changed;
}

} // namespace fsfind::check

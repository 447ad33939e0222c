#include "rules/join/JudgeSources.h"

#include "rules/join/PlanMeasured.h"
#include "rules/model/AuthorFrame.h"
#include "rules/program/Program.h"
#include "rules/remedy/recording/Price.h"
#include "rules/source/Catalogue.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Whether any datum that the recording shows is declared in the sources.
bool isOfSources(const Measurement &measured, const FileMatch &files) {
  const auto isOne = [&](const Finding &finding) {
    return std::any_of(finding.members.begin(), finding.members.end(), [&](const auto &member) {
      const std::string &file = member.declared.file;
      return !isLibraryFile(file) && !files.sourceOf(file).empty();
    });
  };
  const std::vector<Finding> &data = measured.seen->data;
  return std::any_of(data.begin(), data.end(), isOne) ||
         std::any_of(measured.findings.begin(), measured.findings.end(), isOne);
}

/// Has the run answer what the findings say or suspect.
void ask(const Measurement &measured, const Facts &facts, SourceJudgement &judgement) {
  std::vector<Finding> all = measured.findings;
  all.insert(all.end(), measured.seen->data.begin(), measured.seen->data.end());
  const FileMatch files = matchFiles(all, {}, facts.paths());
  judgement.strange = !isOfSources(measured, files);
  if (!judgement.strange)
    judgement.answers = answerByRun(judgement.findings, *measured.seen, files);
}

} // namespace

SourceJudgement judgeSources(const Facts &facts, const CheckOptions &options,
                             const Measurement *measured) {
  if (measured == nullptr) {
    SourceJudgement judgement;
    judgement.findings = checkProgram(Program(facts, options), options, &judgement.unsure);
    return judgement;
  }
  CheckOptions all = options;
  all.min_confidence = Confidence::Low;
  all.suspects = true;
  const Program program(facts, all);
  SourceJudgement judgement;
  judgement.findings = join(*measured, checkProgram(program, all), facts.paths());
  const FileMatch files = matchFiles(measured->findings, {}, facts.paths());
  const Adviser adviser(facts, program.roles(), measured->line_size);
  for (Finding &finding : judgement.findings) {
    planMeasured(finding, adviser, files);
    weighPrice(finding, measured->line_size);
  }
  if (measured->seen)
    ask(*measured, facts, judgement);
  judgement.unsure = std::erase_if(judgement.findings, [&](const Finding &finding) {
    return isSuspect(finding)
               ? !options.suspects
               : finding.verdict == Verdict::Latent && finding.confidence > options.min_confidence;
  });
  return judgement;
}

} // namespace fsfind

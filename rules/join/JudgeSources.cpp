#include "rules/join/JudgeSources.h"

#include "rules/join/PlanMeasured.h"
#include "rules/program/Program.h"
#include "rules/remedy/recording/Price.h"
#include "rules/source/Catalogue.h"

namespace fsfind {

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
  SourceJudgement judgement{join(*measured, checkProgram(program, all), facts.paths())};
  const FileMatch files = matchFiles(measured->findings, {}, facts.paths());
  const Adviser adviser(facts, program.roles(), measured->line_size);
  for (Finding &finding : judgement.findings) {
    planMeasured(finding, adviser, files);
    weighPrice(finding, measured->line_size);
  }
  judgement.unsure = std::erase_if(judgement.findings, [&](const Finding &finding) {
    return isSuspect(finding)
               ? !options.suspects
               : finding.verdict == Verdict::Latent && finding.confidence > options.min_confidence;
  });
  return judgement;
}

} // namespace fsfind

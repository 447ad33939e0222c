#include "rules/join/JudgeSources.h"

#include "rules/source/Catalogue.h"

namespace fsfind {

SourceJudgement judgeSources(const Facts &facts, const CheckOptions &options,
                             const Measurement *measured) {
  if (measured == nullptr)
    return {checkFacts(facts, options)};
  CheckOptions all = options;
  all.min_confidence = Confidence::Low;
  SourceJudgement judgement{join(*measured, checkFacts(facts, all), facts.paths())};
  judgement.unsure = std::erase_if(judgement.findings, [&](const Finding &finding) {
    return finding.verdict == Verdict::Latent && finding.confidence > options.min_confidence;
  });
  return judgement;
}

} // namespace fsfind

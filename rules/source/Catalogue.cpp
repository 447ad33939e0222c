#include "rules/source/Catalogue.h"

#include "rules/model/FindingOrder.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/Advise.h"
#include "rules/source/AllocatedAt.h"
#include "rules/source/Rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace fsfind {

namespace {

constexpr std::array kRules = {
    RuleInfo{kRuleAdjacentGlobals,
             "variables that may be neighbours on one cacheline, written by different threads",
             checkAdjacentGlobals},
    RuleInfo{kRuleAdjacentThreadFields,
             "members of one record on one cacheline, written by different threads",
             checkAdjacentThreadFields},
    RuleInfo{kRuleContendedAtomic,
             "one atomic or lock that many threads hit in a loop: true sharing",
             checkContendedAtomic},
    RuleInfo{kRuleIneffectivePadding, "padding or alignment that does not separate",
             checkIneffectivePadding},
    RuleInfo{kRuleNeedlessPadding,
             "padding on data that is scanned far more than written, or never shared",
             checkNeedlessPadding},
    RuleInfo{kRulePartitionEdges, "parts of an array whose edges share cachelines",
             checkPartitionEdges},
    RuleInfo{kRulePerThreadSlots, "elements chosen by thread that share cachelines",
             checkPerThreadSlots},
    RuleInfo{kRuleSerialFirstTouch,
             "a buffer that one thread fills first and many use: its pages lie on one NUMA node",
             checkSerialFirstTouch},
    RuleInfo{kRuleShardByThreadId, "shards chosen by thread id where the node was meant",
             checkShardByThreadId},
};

bool isChosen(const RuleInfo &rule, const CheckOptions &options) {
  return options.rules.empty() ||
         std::find(options.rules.begin(), options.rules.end(), rule.id) != options.rules.end();
}

/// Adds to the finding the members of another finding at the same place, except those it has.
void addMembers(Finding &finding, const std::vector<FindingMember> &others) {
  for (const FindingMember &other : others) {
    const bool known =
        std::any_of(finding.members.begin(), finding.members.end(),
                    [&](const FindingMember &member) { return member.declared == other.declared; });
    if (!known && other.declared.known())
      finding.members.push_back(other);
  }
}

/// Keeps one finding of each rule at each place, the most certain: one edit ends all of them, which
/// differ in the instance of a template or in the name of the buffer. What all threads share no
/// edit of a declaration ends, so there each variable has its own. Findings without a place are
/// dropped.
void keepFirst(std::vector<Finding> &findings) {
  std::vector<Finding> kept;
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::string>,
           std::size_t>
      known;
  for (Finding &finding : findings) {
    const Place &at = finding.location;
    if (!at.known())
      continue;
    const std::string variable = finding.sharing == Sharing::True ? finding.object.name : "";
    const auto [one, added] =
        known.try_emplace({finding.rule, at.file, at.line, at.column, variable}, kept.size());
    if (added)
      kept.push_back(std::move(finding));
    else if (finding.rule != kRuleSerialFirstTouch)
      addMembers(kept[one->second], finding.members);
  }
  findings = std::move(kept);
}

/// The findings, ranked, without advice.
std::vector<Finding> findIn(const Program &program, const CheckOptions &options,
                            std::size_t *unsure = nullptr) {
  std::vector<Finding> all;
  for (const RuleInfo &rule : kRules) {
    if (!isChosen(rule, options))
      continue;
    for (Finding &finding : rule.check(program)) {
      if (finding.confidence > options.min_confidence)
        continue;
      if (!finding.missing.empty()) {
        finding.confidence = Confidence::Low;
        if (!options.suspects) {
          if (unsure != nullptr && finding.location.known())
            ++*unsure;
          continue;
        }
      }
      finding.rule = rule.id;
      finding.verdict = Verdict::Latent;
      all.push_back(std::move(finding));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Finding &a, const Finding &b) {
    return byCertainty(a) < byCertainty(b);
  });
  keepFirst(all);
  rankInOrder(all);
  addAllocations(program.facts(), all);
  return all;
}

void adviseOn(const Program &program, std::vector<Finding> &findings) {
  if (findings.empty())
    return;
  const Adviser adviser(program.facts(), program.roles(), program.lineSize());
  for (Finding &finding : findings) {
    finding.conflict = conflictOf(finding);
    finding.advice = adviser.on(finding);
    if (finding.advice.empty())
      finding.no_advice = whyNoAdvice(adviser.lookup(), finding);
  }
}

} // namespace

std::span<const RuleInfo> catalogue() {
  return kRules;
}

std::vector<Finding> checkFacts(const Facts &facts, const CheckOptions &options) {
  return checkProgram(Program(facts, options), options);
}

std::vector<Finding> checkFacts(const Facts &facts, const CheckOptions &options,
                                const std::function<void()> &complete) {
  const Program program(facts, options);
  std::vector<Finding> all = findIn(program, options);
  if (std::any_of(all.begin(), all.end(), asksForSlots))
    complete();
  adviseOn(program, all);
  return all;
}

std::vector<Finding> checkProgram(const Program &program, const CheckOptions &options,
                                  std::size_t *unsure) {
  std::vector<Finding> all = findIn(program, options, unsure);
  adviseOn(program, all);
  return all;
}

} // namespace fsfind

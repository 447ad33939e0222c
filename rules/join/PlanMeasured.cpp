#include "rules/join/PlanMeasured.h"

#include "rules/join/Agreement.h"
#include "rules/join/Apart.h"
#include "rules/join/EditsTogether.h"
#include "rules/join/InSourceTerms.h"
#include "rules/join/MeasuredCode.h"
#include "rules/join/SumsLeft.h"
#include "rules/join/UnseenMembers.h"
#include "rules/join/UsedData.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/AdviseMeasured.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Owner.h"
#include "rules/remedy/recording/Reasons.h"
#include "rules/remedy/source/Advise.h"
#include "rules/remedy/source/AlignedAllocations.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind {

namespace {

bool movesMembers(const Advice &advice) {
  return advice.remedy == Remedy::AlignMembers || advice.remedy == Remedy::AlignType ||
         advice.remedy == Remedy::Reorder || advice.remedy == Remedy::Split;
}

bool isOfLayout(const Advice &advice) {
  return movesMembers(advice) || advice.remedy == Remedy::AlignAllocation;
}

/// What layouts of one measured finding are planned with.
struct Plan {
  const Adviser &adviser;
  std::optional<MeasuredCode> code = {}; ///< none if its members are not found in the sources
};

/// What the sources advise on a layout. Other remedies need more than a recording shows of what the
/// program may do.
std::vector<Advice> layoutsOf(const Finding &place, const Plan &plan) {
  std::vector<Advice> all = plan.adviser.on(place);
  std::erase_if(
      all, [](const Advice &one) { return !isOfLayout(one) && one.remedy != Remedy::LeaveAlone; });
  if (areApart(place, plan.adviser.facts(), plan.adviser.lineSize()))
    std::erase_if(all, movesMembers);
  return all;
}

/// The same, of members with those that the recording does not show, if that has edits.
std::vector<Advice> layoutsAt(const Finding &place, const Plan &plan,
                              const std::vector<Place> &apart) {
  if (plan.code && place.rule == kRuleAdjacentThreadFields &&
      !areApart(place, plan.adviser.facts(), plan.adviser.lineSize())) {
    std::vector<Advice> all =
        layoutsOf(withUnseenMembers(place, plan.adviser.lookup(), *plan.code, apart), plan);
    if (firstWithEdits(all) != nullptr)
      return all;
  }
  return layoutsOf(place, plan);
}

/// The arrays whose elements are parted.
std::vector<Place> arraysIn(const SourceFindings &told) {
  std::vector<Place> arrays;
  for (const Finding &place : told.places)
    if (place.rule == kRulePerThreadSlots)
      arrays.push_back(place.location);
  return arrays;
}

/// What the sources advise on all layouts together: the advice on the most contended place, with
/// the edits of the others. If one of these has none, no edits end the finding.
std::vector<Advice> layouts(const SourceFindings &told, const Plan &plan) {
  const std::vector<Place> arrays = arraysIn(told);
  std::vector<Advice> all = layoutsAt(told.places.front(), plan, arrays);
  if (told.places.size() == 1)
    return all;
  const Advice *first = firstWithEdits(all);
  std::optional<Advice> together = first != nullptr ? std::optional(*first) : std::nullopt;
  for (std::size_t i = 1; together && i < told.places.size(); ++i) {
    const Finding &place = told.places[i];
    const std::vector<Advice> here = layoutsAt(place, plan, arrays);
    if (const Advice *more = firstBeside(*together, here))
      addEdits(*together, *more);
    else if (!areApart(place, plan.adviser.facts(), plan.adviser.lineSize()))
      together.reset();
  }
  if (together)
    return {*std::move(together)};
  for (Advice &one : all)
    if (!one.edits.empty()) {
      one.edits.clear();
      one.obstacle = "the threads meet in other records, too";
    }
  return all;
}

/// Advice with edits that part members of elements, and so the elements, too.
std::vector<Advice> layoutsWithin(const Finding &measured, const Plan &plan,
                                  const FileMatch &files) {
  const auto members = withinElements(measured, plan.adviser.lookup(), files);
  if (!members)
    return {};
  std::vector<Advice> all = layouts(*members, plan);
  std::erase_if(all, [](const Advice &one) { return one.edits.empty(); });
  return all;
}

void append(std::vector<Advice> &to, std::vector<Advice> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

bool isOfSums(const Advice &advice) {
  return advice.remedy == Remedy::AccumulateLocally;
}

/// Remedies for what all threads share, of which the sources show that no other thread sees
/// anything wrong: those come with an example or edits.
bool isOfSharedData(const Advice &advice) {
  return (!advice.example.empty() || !advice.edits.empty()) &&
         (isOfSums(advice) || advice.remedy == Remedy::TestBeforeWrite ||
          advice.remedy == Remedy::Batch || advice.remedy == Remedy::PerThread ||
          advice.remedy == Remedy::SplitLock);
}

/// Where the sources declare the member or variable; unknown if they do not.
Place declarationIn(const Facts &facts, const FindingMember &member, const FileMatch &files) {
  if (const auto step = declarationOf(member, facts, files))
    return facts.place(facts.record(step->record).members[step->member].place);
  const auto variable = variableOf(member, facts, files);
  return variable ? facts.place(facts.variable(*variable).place) : Place{};
}

/// No layout parts what all threads share; the sources may show what else helps: what `fits`.
template <class Fits>
void planShared(Finding &finding, const Adviser &adviser, const FileMatch &files,
                const Fits &fits) {
  const Facts &facts = adviser.facts();
  Finding in_source_terms = finding;
  for (FindingMember &member : in_source_terms.members)
    member.declared = declarationIn(facts, member, files);
  if (in_source_terms.members.empty() || !in_source_terms.members.front().declared.known())
    return;
  in_source_terms.location = in_source_terms.members.front().declared;
  std::vector<Advice> planned = adviser.on(in_source_terms);
  std::erase_if(planned, [&](const Advice &one) { return !fits(one); });
  for (const Advice &one : planned)
    std::erase_if(finding.advice, [&](const Advice &known) { return known.remedy == one.remedy; });
  finding.advice.insert(finding.advice.begin(), std::make_move_iterator(planned.begin()),
                        std::make_move_iterator(planned.end()));
  preferEdits(finding.advice);
  if (!finding.advice.empty())
    finding.no_advice.clear();
}

/// Marks members that others than their writers read by the code that was measured.
void addReaders(Finding &finding, const std::vector<UsedDatum> &all, const Facts &facts,
                const MeasuredCode &code) {
  const auto isReadByOthers = [&](const UsedDatum &one) {
    const std::vector<std::string> &writers = one.member.writers; // sorted
    // Who reads the innermost array on the way reads an element.
    const auto array = std::find_if(one.trail.rbegin(), one.trail.rend(),
                                    [](const TrailStep &step) { return step.in_element; });
    const auto end = array == one.trail.rend() ? std::next(one.trail.rbegin()) : std::next(array);
    return std::any_of(one.trail.rbegin(), end, [&](const TrailStep &step) {
      const auto &readers = code.readers(facts.record(step.record).members[step.member].place);
      return !std::includes(writers.begin(), writers.end(), readers.begin(), readers.end());
    });
  };
  for (const UsedDatum &one : all)
    if (!one.member.writers.empty() && isReadByOthers(one))
      for (FindingMember &member : finding.members)
        if (member.path == one.member.path && member.offset == one.member.offset)
          member.read_by_others = true;
}

/// Whether the recording tells where data are declared, and the facts declare none of them.
bool isDeclaredElsewhere(const Finding &finding, const Facts &facts, const FileMatch &files) {
  const auto &all = finding.members;
  return std::any_of(all.begin(), all.end(),
                     [](const auto &member) { return member.declared.known(); }) &&
         std::none_of(all.begin(), all.end(), [&](const auto &member) {
           return declarationOf(member, facts, files) || variableOf(member, facts, files);
         });
}

std::string whyUndeclared(const Finding &finding, const FileMatch &files) {
  for (const FindingMember &member : finding.members)
    if (const std::string &read = files.otherThan(member.declared.file); !read.empty())
      return fmt::format("the recording is of another checkout: of {}, and {} was read; build and "
                         "record this one, or name the sources of that",
                         member.declared.file, read);
  return "the sources that were read do not declare it as it was recorded";
}

/// Says of layouts without edits what keeps a tool from them, unless that is told already.
void tellObstacle(std::vector<Advice> &all, const std::string &obstacle) {
  for (Advice &one : all)
    if (one.edits.empty() && one.obstacle.empty() && isOfLayout(one))
      one.obstacle = obstacle;
}

/// Where the recording saw the finding's blocks allocated, in the sources' terms.
std::vector<Place> allocationsIn(const Finding &finding, const FileMatch &files) {
  std::vector<Place> calls;
  for (const Place &place : finding.allocations)
    calls.push_back(inSources(place, files));
  return calls;
}

/// Objects and arrays that only the allocator made neighbours: the calls that allocate them have
/// edits, which ask nothing of the data in them. Returns false, and tells why, if they have none.
bool alignBlocks(Finding &finding, const Adviser &adviser, const FileMatch &files) {
  if (finding.allocations.empty() || meetInObjects(finding))
    return false;
  Advice one = partBlocks(adviser.lookup(), allocationsIn(finding, files),
                          finding.object.block_size, adviser.lineSize());
  if (one.edits.empty()) {
    tellObstacle(finding.advice, one.obstacle);
    return false;
  }
  std::erase_if(finding.advice, isOfLayout);
  finding.advice.insert(finding.advice.begin(), std::move(one));
  finding.no_advice.clear();
  return true;
}

/// Plans what parts the data of false sharing by where and how they are declared.
void planDeclared(Finding &finding, const Adviser &adviser, const FileMatch &files) {
  const Facts &facts = adviser.facts();
  const std::uint32_t line_size = adviser.lineSize();
  if (meetInElements(finding) || meetInObjects(finding)) {
    std::erase_if(finding.advice, isOfLayout);
    if (finding.advice.empty())
      finding.no_advice = whyElementsAreNotPadded(finding, line_size);
    return planShared(finding, adviser, files, isOfSums);
  }
  Plan plan{adviser};
  const auto used = usedMembers(finding, facts, files);
  if (used && !used->guard.empty()) {
    std::erase_if(finding.advice, isOfLayout);
    if (finding.advice.empty())
      finding.no_advice = fmt::format(
          "these data are only used with '{}' held, for which threads wait wherever the "
          "others lie, and lines of their own would have to be fetched besides: keep "
          "them on the lock's line, hold it for less work or take it less often, or "
          "have several that each guard a part",
          used->guard);
    return;
  }
  if (used) {
    plan.code.emplace(facts, adviser.roles(), used->all);
    addReaders(finding, used->all, facts, *plan.code);
  }
  const auto in_source_terms = inSourceTerms(finding, adviser.lookup(), files);
  if (!in_source_terms) { // the same threads write all of it, for instance
    return planShared(finding, adviser, files, isOfSums);
  }
  finding.location = inSources(finding.location, files);
  std::vector<Advice> planned = layoutsWithin(finding, plan, files);
  append(planned, layouts(*in_source_terms, plan));
  const bool apart = areApart(*in_source_terms, facts, line_size);
  if (planned.empty() && !apart)
    return;
  std::erase_if(finding.advice, [](const Advice &one) { return isOfLayout(one); });
  finding.advice.insert(finding.advice.begin(), std::make_move_iterator(planned.begin()),
                        std::make_move_iterator(planned.end()));
  preferEdits(finding.advice);
  finding.no_advice.clear();
  if (finding.advice.empty())
    finding.no_advice = "the sources have these data on cachelines of their own already: the "
                        "recording is of another build, so record the present one";
}

} // namespace

void planMeasured(Finding &finding, const Adviser &adviser, const FileMatch &files) {
  if (finding.verdict == Verdict::Latent || ownerOf(finding) != Owner::Program)
    return;
  if (finding.sharing == Sharing::True)
    return planShared(finding, adviser, files, isOfSharedData);
  if (ignoredAlignment(finding) != 0) // the type is as it should be
    return;
  // Padding of their elements parts arrays, too, but takes more.
  if (finding.of_arrays && alignBlocks(finding, adviser, files))
    return;
  planDeclared(finding, adviser, files);
  if (finding.editing() == nullptr && alignBlocks(finding, adviser, files))
    return;
  if (isDeclaredElsewhere(finding, adviser.facts(), files))
    tellObstacle(finding.advice, whyUndeclared(finding, files));
}

std::optional<bool> isEnded(const Finding &finding, const FactLookup &before,
                            const FileMatch &files, const FactLookup &after,
                            std::uint32_t line_size) {
  const bool sums =
      std::any_of(finding.advice.begin(), finding.advice.end(), [](const Advice &one) {
        return one.remedy == Remedy::AccumulateLocally && !one.edits.empty();
      });
  if (sums && areSummedLocally(finding, before.facts, files, after.facts))
    return true;
  if (!finding.allocations.empty() &&
      areAlignedBlocks(before, allocationsIn(finding, files), after, line_size))
    return true;
  auto in_source_terms = inSourceTerms(finding, before, files);
  if (!in_source_terms)
    return sums ? std::optional(false) : std::nullopt;
  for (Finding &place : in_source_terms->places)
    place = withMembersOfReaders(std::move(place));
  if (in_source_terms->whole)
    in_source_terms->whole = withMembersOfReaders(*std::move(in_source_terms->whole));
  return areApart(*in_source_terms, after.facts, line_size);
}

} // namespace fsfind

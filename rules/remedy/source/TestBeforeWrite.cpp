#include "rules/remedy/idiom/Languages.h"
#include "rules/remedy/source/Accesses.h"
#include "rules/remedy/source/AdviceCase.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

/// Sets the datum to a constant, in a loop and without a test, so that most such stores change
/// nothing: a loop may set all elements of an array once. UINT32_MAX stands for greater values.
bool setsAgain(const FactAccess &access) {
  return access.op == Op::Write && !access.bulk && access.loop_depth > 0 &&
         access.frequency == BranchFrequency::Usual && access.value->from == Provenance::Constant &&
         access.value->number != UINT32_MAX &&
         std::none_of(access.what.steps.begin(), access.what.steps.end(),
                      [](const FactStep &step) { return step.kind == StepKind::Index; });
}

/// Somebody gives it one value and somebody another. Who clears it to learn what comes after must
/// not miss a store, but the test may read the value of before.
bool isChangedOtherwise(const std::vector<SeenAccess> &all) {
  const FactAccess *first = nullptr;
  return std::any_of(all.begin(), all.end(), [&](const SeenAccess &one) {
    if (one.access->op == Op::Read)
      return false;
    if (!first)
      first = one.access;
    return one.access->value != first->value;
  });
}

} // namespace

std::vector<Advice> testBeforeWrite(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const FindingMember &member = at.finding.members.front();
  const std::vector<SeenAccess> all = accessesTo(at.lookup, member.declared);
  const auto set = std::find_if(all.begin(), all.end(), [&](const SeenAccess &one) {
    return isOfThreads(at.roles, one.function) && setsAgain(*one.access);
  });
  if (set == all.end() || isChangedOtherwise(all))
    return {};
  const FactAccess &access = *set->access;
  const std::string name(unqualified(member.path));
  Advice one;
  one.remedy = Remedy::TestBeforeWrite;
  one.why = fmt::format(
      "line {} sets '{}' to {} in a loop: each store takes the cacheline from those that read it, "
      "also where it changes nothing; after a test the line stays with all, who see the same "
      "values as before",
      access.place.line, name, access.value->number);
  one.example = cIdiom().storeAfterTest({"", name}, fmt::format("{}", access.value->number));
  return {std::move(one)};
}

} // namespace fsfind

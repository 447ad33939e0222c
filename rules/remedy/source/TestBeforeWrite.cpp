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

/// Somebody also gives it another value. Who clears it to learn what comes after must not miss a
/// store, but the test may read the value of before.
bool isChangedOtherwise(const AdviceCase &at, const FactAccess &set) {
  const Place declared = declaredAt(at.facts, set.what);
  return findAccess(at.facts, [&](const FactAccess &access) {
           return access.op != Op::Read && access.value != set.value &&
                  declaredAt(at.facts, access.what) == declared;
         }) != nullptr;
}

} // namespace

std::vector<Advice> testBeforeWrite(const AdviceCase &at) {
  if (at.finding.sharing != Sharing::True || at.finding.members.empty())
    return {};
  const FindingMember &member = at.finding.members.front();
  for (std::size_t i = 0; i < at.facts.functions.size(); ++i) {
    const FactFunction &function = at.facts.functions[i];
    if (!isOfThreads(at.roles, FunctionIndex{i}))
      continue;
    for (const FactAccess &access : function.accesses) {
      if (declaredAt(at.facts, access.what) != member.declared || !setsAgain(access) ||
          isChangedOtherwise(at, access))
        continue;
      const std::string name(unqualified(member.path));
      Advice one;
      one.remedy = Remedy::TestBeforeWrite;
      one.why = fmt::format(
          "line {} sets '{}' to {} in a loop: each store takes the cacheline from those that read "
          "it, also where it changes nothing; after a test the line stays with all, who see the "
          "same values as before",
          access.place.line, name, access.value->number);
      one.example = cIdiom().storeAfterTest({"", name}, fmt::format("{}", access.value->number));
      return {std::move(one)};
    }
  }
  return {};
}

} // namespace fsfind

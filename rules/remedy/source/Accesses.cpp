#include "rules/remedy/source/Accesses.h"

namespace fsfind {

namespace {

Place placeOf(const Facts &facts, const FactStep &step) {
  return facts.place(facts.record(step.record).members[step.member].place);
}

} // namespace

FactPlace placeIn(const Facts &facts, const Place &place) {
  const auto file = std::find_if(facts.files.begin(), facts.files.end(),
                                 [&](const FactFile &one) { return one.path == place.file; });
  if (!place.known() || file == facts.files.end())
    return {};
  return {FileIndex(static_cast<std::size_t>(file - facts.files.begin())), place.line,
          place.column};
}

Place declaredAt(const Facts &facts, const Designator &what) {
  const auto member =
      std::find_if(what.steps.rbegin(), what.steps.rend(),
                   [](const FactStep &step) { return step.kind == StepKind::Member; });
  if (member != what.steps.rend())
    return placeOf(facts, *member);
  return what.variable ? facts.place(facts.variable(*what.variable).place) : Place{};
}

bool leadsThrough(const Facts &facts, const Designator &what, const Place &declared) {
  if (!declared.known())
    return false;
  if (what.variable && facts.place(facts.variable(*what.variable).place) == declared)
    return true;
  return std::any_of(what.steps.begin(), what.steps.end(), [&](const FactStep &step) {
    return step.kind == StepKind::Member && placeOf(facts, step) == declared;
  });
}

bool isOfThreads(const Roles &roles, FunctionIndex function) {
  const auto reached = roles.of(function);
  return std::any_of(reached.begin(), reached.end(), [](const Execution &execution) {
    return execution.role != kMainRole && execution.role != kUnknownRole;
  });
}

} // namespace fsfind

#include "rules/remedy/source/SeenAccesses.h"

namespace fsfind {

namespace {

FactPlace normal(FactPlace place) {
  return place.known() ? place : FactPlace();
}

FactPlace placeOf(const Facts &facts, const FactStep &step) {
  return facts.record(step.record).members[step.member].place;
}

bool holdsOthers(const FactType &type) {
  return type.kind != TypeClass::Pointer && (type.element || type.record);
}

/// Gathers the entries of the tables.
class Survey {
public:
  explicit Survey(const Facts &facts) : facts_(facts) {}

  void add(FunctionIndex at, const FactFunction &function) {
    for (const FactAccess &access : function.accesses)
      add(at, function, access);
    for (const FactCall &call : function.calls)
      add(at, function, call);
    for (const FactStart &start : function.starts)
      add(start.arguments);
    for (const FactSum &sum : function.sums)
      sums.emplace_back(normal(declarationOf(facts_, sum.what)), SeenSum{at, &sum});
  }

  std::vector<std::pair<FactPlace, SeenAccess>> to, past;
  std::vector<std::pair<TypeIndex, SeenAccess>> whole;
  std::vector<std::pair<FactPlace, SeenHolding>> under;
  std::vector<std::pair<FactPlace, SeenSum>> sums;
  std::set<FactPlace> handed_on;
  std::set<RecordIndex> scanned;

private:
  void add(FunctionIndex at, const FactFunction &function, const FactAccess &access) {
    const FactPlace declared = normal(declarationOf(facts_, access.what));
    to.emplace_back(declared, SeenAccess{at, &access});
    addWay(at, access, declared);
    if (access.what.root != Root::Unknown && holdsOthers(facts_.type(access.what.type)))
      whole.emplace_back(access.what.type, SeenAccess{at, &access});
    if (access.stored)
      addAddress(*access.stored);
    addHolding(function, access.held, {at, &access, nullptr});
    const auto &steps = access.what.steps;
    for (std::size_t i = 1; i < steps.size(); ++i)
      if (steps[i].kind == StepKind::Member && steps[i - 1].kind == StepKind::Index &&
          steps[i - 1].index->from == Provenance::Loop)
        scanned.insert(steps[i].record);
  }

  void addWay(FunctionIndex at, const FactAccess &access, FactPlace declared) {
    const std::size_t first = past.size();
    const auto add_place = [&](FactPlace place) {
      const bool has = std::any_of(past.begin() + static_cast<std::ptrdiff_t>(first), past.end(),
                                   [&](const auto &one) { return one.first == place; });
      if (place.known() && place != declared && !has)
        past.emplace_back(place, SeenAccess{at, &access});
    };
    if (access.what.variable)
      add_place(facts_.variable(*access.what.variable).place);
    for (const FactStep &step : access.what.steps)
      if (step.kind == StepKind::Member)
        add_place(placeOf(facts_, step));
  }

  void add(FunctionIndex at, const FactFunction &function, const FactCall &call) {
    add(call.arguments);
    if (call.object)
      handed_on.insert(declarationOf(facts_, *call.object));
    addHolding(function, call.held, {at, nullptr, &call});
  }

  void add(const std::vector<FactArgument> &arguments) {
    for (const FactArgument &one : arguments)
      addAddress(one.what);
  }

  void addAddress(const Designator &what) {
    if (what.address_of)
      handed_on.insert(declarationOf(facts_, what));
  }

  void addHolding(const FactFunction &function, const RareList<std::uint32_t> &held,
                  SeenHolding holding) {
    std::set<FactPlace> seen;
    for (const std::uint32_t lock : held) {
      if (lock >= function.locks.size())
        continue;
      const FactPlace place = normal(declarationOf(facts_, function.locks[lock]));
      if (seen.insert(place).second)
        under.emplace_back(place, holding);
    }
  }

  const Facts &facts_;
};

} // namespace

FactPlace declarationOf(const Facts &facts, const Designator &what) {
  const auto member =
      std::find_if(what.steps.rbegin(), what.steps.rend(),
                   [](const FactStep &step) { return step.kind == StepKind::Member; });
  if (member != what.steps.rend())
    return placeOf(facts, *member);
  return what.variable ? facts.variable(*what.variable).place : FactPlace{};
}

SeenAccesses::SeenAccesses(const Facts &facts) {
  Survey survey(facts);
  for (std::size_t i = 0; i < facts.functions.size(); ++i)
    survey.add(FunctionIndex(i), facts.functions[i]);
  to_ = Grouped(std::move(survey.to));
  past_ = Grouped(std::move(survey.past));
  whole_ = Grouped(std::move(survey.whole));
  under_ = Grouped(std::move(survey.under));
  sums_ = Grouped(std::move(survey.sums));
  handed_on_ = std::move(survey.handed_on);
  scanned_ = std::move(survey.scanned);
}

std::vector<SeenAccess> SeenAccesses::through(const std::vector<FactPlace> &places) const {
  std::vector<SeenAccess> all;
  for (const FactPlace place : places)
    for (const auto *group : {&to_, &past_})
      for (const auto &[_, one] : group->of(place))
        all.push_back(one);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

} // namespace fsfind

#include "rules/merge/Linking.h"

#include "rules/merge/FactIdentity.h"

#include <string_view>
#include <tuple>
#include <unordered_map>

namespace fsfind {
namespace {

/// The best definition of each key; the first of equally good ones.
template <class T, class IsDefinition, class IsBetter>
std::unordered_map<std::string_view, const T *> definitions(const std::vector<T> &table,
                                                            const IsDefinition &is_definition,
                                                            const IsBetter &is_better) {
  std::unordered_map<std::string_view, const T *> best;
  for (const T &entity : table) {
    if (!is_definition(entity))
      continue;
    const auto [known, fresh] = best.try_emplace(entity.key, &entity);
    if (!fresh && is_better(entity, *known->second))
      known->second = &entity;
  }
  return best;
}

void identifyFunctions(std::vector<FactFunction> &functions) {
  const auto best = definitions(
      functions, [](const FactFunction &one) { return one.defined; },
      [](const FactFunction &one, const FactFunction &than) {
        return factsOf(one) > factsOf(than);
      });
  for (FactFunction &function : functions)
    if (const auto found = best.find(function.key); !function.defined && found != best.end()) {
      function.place = found->second->place;
      function.defined = true;
    }
}

void identifyVariables(std::vector<FactVariable> &variables) {
  const auto best = definitions(
      variables, [](const FactVariable &one) { return one.defined; },
      [](const FactVariable &, const FactVariable &) { return false; });
  for (FactVariable &variable : variables)
    if (const auto found = best.find(variable.key); !variable.defined && found != best.end())
      variable = FactVariable(*found->second);
}

void completeTypes(Facts &facts, const std::vector<bool> &completed) {
  for (FactType &type : facts.types)
    if (type.kind == TypeClass::Record && type.record && completed[type.record->value()]) {
      type.size = facts.record(*type.record).size;
      type.align = facts.record(*type.record).align;
    }
}

void identifyRecords(Facts &facts) {
  const auto rank = [](const FactRecord &one) { return std::tuple(one.members.size(), one.size); };
  const auto best =
      definitions(facts.records, isComplete, [&](const FactRecord &one, const FactRecord &than) {
        return rank(one) > rank(than);
      });
  std::vector<bool> completed(facts.records.size());
  for (std::size_t at = 0; at < facts.records.size(); ++at) {
    FactRecord &record = facts.records[at];
    const auto found = best.find(record.key);
    if (isComplete(record) || found == best.end())
      continue;
    completed[at] = true;
    record = FactRecord(*found->second);
  }
  completeTypes(facts, completed);
}

} // namespace

std::size_t factsOf(const FactFunction &function) {
  return function.accesses.size() + function.calls.size() + function.starts.size() +
         function.allocations.size();
}

void identifyDefinitions(Facts &facts) {
  identifyFunctions(facts.functions);
  identifyVariables(facts.variables);
  identifyRecords(facts);
}

} // namespace fsfind

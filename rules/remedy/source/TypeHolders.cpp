#include "rules/remedy/source/TypeHolders.h"

namespace fsfind {

namespace {

Grouped<TypeIndex, TypeHolders::Holding> holdingsIn(const Facts &facts) {
  using Holding = TypeHolders::Holding;
  std::vector<std::pair<TypeIndex, Holding>> all;
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    for (const FactMember &member : facts.records[i].members)
      all.emplace_back(member.type, Holding{RecordIndex(i), 1, member.base});
  const Grouped<TypeIndex, Holding> single(std::move(all));
  std::vector<std::pair<TypeIndex, Holding>> joined;
  for (const auto &[type, one] : single.all()) {
    if (joined.empty() || joined.back().first != type ||
        joined.back().second.record != one.record) {
      joined.emplace_back(type, one);
      continue;
    }
    ++joined.back().second.members;
    joined.back().second.base |= one.base;
  }
  return Grouped(std::move(joined));
}

} // namespace

TypeHolders::TypeHolders(const Facts &facts) : members_(holdingsIn(facts)) {
  std::vector<std::pair<TypeIndex, TypeIndex>> elements;
  std::vector<std::pair<RecordIndex, TypeIndex>> types;
  for (std::size_t i = 0; i < facts.types.size(); ++i) {
    if (const auto element = facts.types[i].element)
      elements.emplace_back(*element, i);
    if (const auto record = facts.types[i].record)
      types.emplace_back(*record, i);
  }
  elements_ = Grouped(std::move(elements));
  types_ = Grouped(std::move(types));
}

} // namespace fsfind

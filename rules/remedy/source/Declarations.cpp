#include "rules/remedy/source/Declarations.h"

namespace fsfind {

namespace {

template <class Tag, class Entity>
Grouped<FactPlace, Index<Tag>> byPlace(const std::vector<Entity> &all, Index<Tag>) {
  std::vector<std::pair<FactPlace, Index<Tag>>> entries;
  entries.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    entries.emplace_back(all[i].place, Index<Tag>(i));
  return Grouped(std::move(entries));
}

Grouped<FactPlace, MemberAt> membersByPlace(const Facts &facts) {
  std::vector<std::pair<FactPlace, MemberAt>> entries;
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    for (std::uint32_t k = 0; k < facts.records[i].members.size(); ++k)
      entries.emplace_back(facts.records[i].members[k].place, MemberAt{RecordIndex(i), k});
  return Grouped(std::move(entries));
}

} // namespace

Declarations::Declarations(const Facts &facts)
    : facts_(facts), records_(byPlace(facts.records, RecordIndex())),
      variables_(byPlace(facts.variables, VariableIndex())), members_(membersByPlace(facts)) {
  for (std::size_t i = 0; i < facts.files.size(); ++i)
    files_.try_emplace(facts.files[i].path, i);
  std::vector<std::pair<std::string_view, FunctionIndex>> functions;
  for (std::size_t i = 0; i < facts.functions.size(); ++i) {
    functions.emplace_back(facts.functions[i].name, i);
    if (facts.functions[i].defined)
      defined_.insert(facts.functions[i].key);
  }
  functions_ = Grouped(std::move(functions));
}

FactPlace Declarations::place(const Place &place) const {
  const auto file = files_.find(place.file);
  if (!place.known() || file == files_.end())
    return {};
  return {file->second, place.line, place.column};
}

std::optional<TypeIndex> Declarations::typeAt(FactPlace place) const {
  if (const VariableIndex *variable = variables_.first(place))
    return facts_.variable(*variable).type;
  if (const MemberAt *found = members_.first(place))
    return facts_.record(found->record).members[found->member].type;
  return std::nullopt;
}

} // namespace fsfind

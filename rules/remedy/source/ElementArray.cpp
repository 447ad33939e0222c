#include "rules/remedy/source/ElementArray.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fsfind {

namespace {

constexpr std::uint64_t kDrawn = 4;

/// The type of the variable or member declared at `place`.
std::optional<TypeIndex> typeDeclaredAt(const Facts &facts, const Place &place) {
  if (!place.known())
    return std::nullopt;
  for (const FactVariable &variable : facts.variables)
    if (facts.place(variable.place) == place)
      return variable.type;
  for (const FactRecord &record : facts.records)
    for (const FactMember &member : record.members)
      if (facts.place(member.place) == place)
        return member.type;
  return std::nullopt;
}

} // namespace

ElementArray elementArray(const AdviceCase &at) {
  ElementArray array{.name = at.finding.object.name,
                     .type = at.finding.object.type,
                     .element = at.finding.object.size};
  if (const auto type = typeDeclaredAt(at.facts, at.finding.location)) {
    array.known = true;
    array.elements = at.facts.type(*type).elements;
  }
  return array;
}

std::vector<LayoutMember> drawnElements(const AdviceCase &at, std::uint64_t size,
                                        std::uint64_t lines) {
  std::set<std::string> writers;
  for (const FindingMember &member : at.finding.members)
    writers.insert(member.writers.begin(), member.writers.end());
  const std::uint64_t known = elementArray(at).elements;
  const std::uint64_t most = known == 0 ? kDrawn : std::min(kDrawn, known);
  std::vector<LayoutMember> drawn;
  for (std::uint64_t i = 0; i * size < lines * at.line_size && i < most; ++i)
    drawn.push_back({fmt::format("[{}]", i),
                     i * size,
                     at.finding.object.size,
                     {writers.begin(), writers.end()}});
  return drawn;
}

} // namespace fsfind

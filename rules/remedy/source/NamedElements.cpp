#include "rules/remedy/source/NamedElements.h"

#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/ElementArray.h"
#include "rules/remedy/source/FirstLevelCache.h"
#include "rules/remedy/source/WrittenAlignment.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

const FactSlots *nameOf(const FactLookup &lookup, const FactSlots &array) {
  const auto *found = array.alias.empty() ? nullptr : lookup.slots.byKey().first(array.alias);
  return found ? *found : nullptr;
}

std::string obstacleOf(const FactLookup &lookup, const FactSlots &name) {
  if (!name.obstacle.empty())
    return name.obstacle;
  if (!name.aligned)
    return "`new` does not honour alignment before C++17";
  if (isCplusplus(lookup, lookup.facts.place(name.head).file) != true)
    return "it is part of C and of C++ sources";
  if (name.addressed &&
      (haveCommon(name.types, lookup.facts.indexed) || lookup.slots.areCountedInViews(name.types)))
    return "code counts from object to object by pointers";
  return {};
}

/// `struct alignas(64) Cell : std::atomic<long> { using atomic::atomic; }`
std::string definition(const FactSlots &name, const WrittenAlignment &alignment) {
  return fmt::format("struct {}{} : {} {{ {} }}", alignment.text(true), name.wrapper, name.base,
                     name.value);
}

} // namespace

std::optional<Advice> recordOfName(const AdviceCase &at, const FactSlots &array) {
  const FactSlots *name = nameOf(at.lookup, array);
  if (!name)
    return std::nullopt;
  const WrittenAlignment alignment = alignmentBy(at.lookup, {}, at.line_size, true);
  Advice one = elementAdvice(at, alignment.value);
  std::string obstacle = obstacleOf(at.lookup, *name);
  for (const auto &[_, other] : at.lookup.slots.byAlias().of(name->key))
    if (obstacle.empty())
      obstacle = cacheObstacle(other->elements, roundedUp(other->size, alignment.value));
  if (!obstacle.empty()) {
    one.obstacle = fmt::format("'{}' cannot become a record, for {}", name->wrapper, obstacle);
    return one;
  }
  one.why += fmt::format(", as all that is a '{}'", name->wrapper);
  for (const FactEdit &edit : name->edits) {
    const Place begin = at.facts.place(edit.begin), end = at.facts.place(edit.end);
    one.edits.push_back(
        {begin.file, begin.line, begin.column, end.line, end.column, definition(*name, alignment)});
  }
  return one;
}

} // namespace fsfind

#include "rules/source/members/EventCounters.h"

#include "rules/model/NameHints.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace fsfind {

namespace {

/// Least number of counters: two that one function updates may belong to one event.
constexpr std::size_t kSeveral = 3;

bool counts(const Party &party, const Use &use) {
  return isContended(use) && !isLock(use) && !party.elements && !namesReferenceCount(party.name);
}

/// An atomic count of an operation that unknown callers may request; no lock is held.
bool countsOffered(const Party &party, const Use &use) {
  return use.access->op == Op::ReadModifyWrite && use.access->atomic && !isLock(use) &&
         use.leaf != TypeClass::Pointer && use.locks.empty() && !party.elements &&
         !namesReferenceCount(party.name) && !namesRareEvent(party.name) && isOffered(use);
}

const Use *offered(const Party &party) {
  const auto found = std::find_if(party.uses.begin(), party.uses.end(),
                                  [&](const Use *use) { return countsOffered(party, *use); });
  return found == party.uses.end() ? nullptr : *found;
}

/// `stats` of `stats.hits`
std::string ownerOf(const Party &party) {
  const auto dot = party.name.rfind('.');
  return dot == std::string::npos ? std::string() : party.name.substr(0, dot);
}

} // namespace

EventCounters::EventCounters(const Program &program, ObjectSigns signs,
                             const std::vector<const Party *> &parties)
    : program_(program) {
  if (!signs.few)
    return;
  several_ = signs.single && std::count_if(parties.begin(), parties.end(), [](const Party *party) {
                               return offered(*party) != nullptr;
                             }) >= static_cast<std::ptrdiff_t>(kSeveral);
  std::map<Recorders::value_type, std::set<const Party *>> counted;
  for (const Party *party : parties)
    for (const Use *use : party->uses)
      if (counts(*party, *use))
        counted[{use->function, ownerOf(*party)}].insert(party);
  for (const auto &[recorder, all] : counted)
    if (all.size() >= kSeveral)
      recorders_.insert(recorder);
}

std::optional<Rivalry> EventCounters::rivalryOfOperations(const Party &a, const Party &b) const {
  if (!several_ || !disjoint(writersOf(a), writersOf(b)))
    return std::nullopt;
  const Use *one = offered(a), *other = offered(b);
  if (one == nullptr || other == nullptr)
    return std::nullopt;
  return Rivalry{.confidence = Confidence::Medium,
                 .first = one,
                 .second = other,
                 .first_role = kUnknownRole,
                 .second_role = kUnknownRole};
}

std::optional<Rivalry> EventCounters::rivalry(const Party &a, const Party &b) const {
  if (auto found = rivalryOfOperations(a, b))
    return found;
  if (recorders_.empty() || ownerOf(a) != ownerOf(b))
    return std::nullopt;
  for (const Use *one : a.uses)
    for (const Use *other : b.uses)
      if (one->function == other->function && counts(a, *one) && counts(b, *other) &&
          recorders_.count({one->function, ownerOf(a)}) != 0 && maybeSameObject(a, *one, *other))
        if (const auto roles = concurrentRoles(program_, *one, *other))
          return Rivalry{.confidence = Confidence::Medium,
                         .first = one,
                         .second = other,
                         .first_role = roles->first,
                         .second_role = roles->second};
  return std::nullopt;
}

} // namespace fsfind

#include "rules/source/members/EventCounters.h"

#include "rules/model/NameHints.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace fsfind {

namespace {

/// Least number of counters: two that one function updates may belong to one event.
constexpr std::size_t kSeveral = 3;

bool counts(const NameWords &known, const Datum &datum, const Use &use) {
  return isContended(use) && !isLock(use) && !datum.elements &&
         !namesReferenceCount(known, datum.name);
}

/// An atomic count of an operation that unknown callers may request; no lock is held.
bool countsOffered(const NameWords &known, const Datum &datum, const Use &use) {
  return use.access->op == Op::ReadModifyWrite && use.access->atomic && !isLock(use) &&
         use.leaf != TypeClass::Pointer && use.locks.empty() && !datum.elements &&
         !namesReferenceCount(known, datum.name) && !namesRareEvent(known, datum.name) &&
         isOffered(use);
}

const Use *offered(const NameWords &known, const Datum &datum) {
  const auto found = std::find_if(datum.uses.begin(), datum.uses.end(), [&](const Use *use) {
    return countsOffered(known, datum, *use);
  });
  return found == datum.uses.end() ? nullptr : *found;
}

/// `stats` of `stats.hits`
std::string ownerOf(const Datum &datum) {
  const auto dot = datum.name.rfind('.');
  return dot == std::string::npos ? std::string() : datum.name.substr(0, dot);
}

} // namespace

EventCounters::EventCounters(const Program &program, ObjectHints hints,
                             const std::vector<const Datum *> &data)
    : program_(program) {
  if (!hints.few)
    return;
  const NameWords &known = program.facts().words;
  several_ = hints.single && std::count_if(data.begin(), data.end(), [&](const Datum *datum) {
                               return offered(known, *datum) != nullptr;
                             }) >= static_cast<std::ptrdiff_t>(kSeveral);
  std::map<Recorders::value_type, std::set<const Datum *>> counted;
  for (const Datum *datum : data)
    for (const Use *use : datum->uses)
      if (counts(known, *datum, *use))
        counted[{use->function, ownerOf(*datum)}].insert(datum);
  for (const auto &[recorder, all] : counted)
    if (all.size() >= kSeveral)
      recorders_.insert(recorder);
}

std::optional<Contention> EventCounters::contentionOfOperations(const Datum &a,
                                                                const Datum &b) const {
  if (!several_ || !disjoint(writersOf(a), writersOf(b)))
    return std::nullopt;
  const NameWords &known = program_.facts().words;
  const Use *one = offered(known, a), *other = offered(known, b);
  if (one == nullptr || other == nullptr)
    return std::nullopt;
  return Contention{.confidence = Confidence::Medium,
                    .first = one,
                    .second = other,
                    .first_role = kUnknownRole,
                    .second_role = kUnknownRole};
}

std::optional<Contention> EventCounters::contention(const Datum &a, const Datum &b) const {
  if (auto found = contentionOfOperations(a, b))
    return found;
  if (recorders_.empty() || ownerOf(a) != ownerOf(b))
    return std::nullopt;
  const NameWords &known = program_.facts().words;
  for (const Use *one : a.uses)
    for (const Use *other : b.uses)
      if (one->function == other->function && counts(known, a, *one) && counts(known, b, *other) &&
          recorders_.count({one->function, ownerOf(a)}) != 0 && maybeSameObject(a, *one, *other))
        if (const auto roles = concurrentRoles(program_, *one, *other))
          return Contention{.confidence = Confidence::Medium,
                            .first = one,
                            .second = other,
                            .first_role = roles->first,
                            .second_role = roles->second};
  return std::nullopt;
}

} // namespace fsfind

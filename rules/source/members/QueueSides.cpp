#include "rules/source/members/QueueSides.h"

#include "rules/model/NameHints.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

namespace {

/// An index or pointer that is stored atomically and without a lock. A flag (one byte) is no end of
/// a queue.
bool isMoved(const Datum &datum) {
  return datum.bytes.size() > 1 &&
         std::any_of(datum.uses.begin(), datum.uses.end(), [](const Use *use) {
           return use->writes() && use->access->atomic && use->locks.empty() &&
                  use->leaf != TypeClass::Lock;
         });
}

Functions usersOf(const Datum &datum) {
  Functions functions = writersOf(datum);
  for (const Use *use : datum.uses)
    functions.insert({use->author, use->function});
  return functions;
}

const Use *useBy(const Datum &datum, const Functions &side, bool writing) {
  for (const Use *use : datum.uses)
    if (side.count(use->author) != 0 && use->locks.empty() && (!writing || use->writes()))
      return use;
  return nullptr;
}

Selector chosenBy(const Use &use) {
  return use.selections.empty() ? Selector::None : use.selections.back().by;
}

/// Each thread has a queue of its own. Not if one side uses `queues[me][other]` and the other side
/// `queues[other][me]`.
bool ownBoth(const Use &a, const Use &b) {
  return (a.instance == Instance::PerThread || b.instance == Instance::PerThread) &&
         chosenBy(a) == chosenBy(b);
}

} // namespace

QueueSides::QueueSides(const std::vector<const Datum *> &data, const NameWords &known) {
  std::vector<const Datum *> moved;
  std::copy_if(data.begin(), data.end(), std::back_inserter(moved), [&](const Datum *datum) {
    return isMoved(*datum) && namesSide(known, datum->name);
  });
  for (std::size_t i = 0; i < moved.size(); ++i)
    for (std::size_t j = i + 1; j < moved.size(); ++j)
      if (areComplementary(known, moved[i]->name, moved[j]->name))
        add(*moved[i], *moved[j]);
}

void QueueSides::add(const Datum &a, const Datum &b) {
  const Functions left = writersOf(a), right = writersOf(b);
  if (!disjoint(left, right))
    return;
  sides_.emplace_back(left, right);
  sides_.emplace_back(right, left);
}

std::optional<Contention> QueueSides::against(const Datum &written, const Datum &used) const {
  if (sides_.empty() || written.elements || used.elements)
    return std::nullopt;
  const Functions writers = writersOf(written), users = usersOf(written);
  if (writers.empty())
    return std::nullopt;
  for (const auto &[own, other] : sides_) {
    // If the other side uses the written datum too, the line moves to it anyway.
    if (!isWithin(writers, own) || !disjoint(users, other) || !disjoint(writersOf(used), own))
      continue;
    const Use *write = useBy(written, own, true);
    const Use *use = useBy(used, other, false);
    if (write == nullptr || use == nullptr || ownBoth(*write, *use) ||
        !maybeSameObject(written, *write, *use))
      continue;
    return Contention{.confidence = Confidence::Medium,
                      .read_write = !use->writes(),
                      .first = write,
                      .second = use,
                      .first_role = write->roles.front().role,
                      .second_role = use->roles.front().role,
                      .hands_over = true};
  }
  return std::nullopt;
}

std::optional<Contention> QueueSides::contention(const Datum &a, const Datum &b) const {
  auto found = against(a, b);
  return found ? found : against(b, a);
}

} // namespace fsfind

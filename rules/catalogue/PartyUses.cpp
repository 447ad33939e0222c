#include "rules/catalogue/PartyUses.h"

#include <algorithm>
#include <iterator>

namespace fsfind {

Functions writersOf(const Party &party) {
  Functions functions;
  for (const Use *use : party.uses)
    if (use->writes())
      functions.insert(use->author);
  return functions;
}

bool disjoint(const Functions &a, const Functions &b) {
  return std::none_of(a.begin(), a.end(), [&](FunctionIndex one) { return b.count(one) != 0; });
}

bool shareLock(const Use &a, const Use &b) {
  std::vector<std::uint32_t> both;
  std::set_intersection(a.locks.begin(), a.locks.end(), b.locks.begin(), b.locks.end(),
                        std::back_inserter(both));
  return !both.empty();
}

bool maybeSameObject(const Party &party, const Use &a, const Use &b) {
  return party.variable || !(a.root && b.root && *a.root != *b.root);
}

bool isLock(const Party &party) {
  return std::any_of(party.uses.begin(), party.uses.end(), [](const Use *use) {
    return use->leaf == TypeClass::Lock || use->leaf == TypeClass::Condition;
  });
}

bool guardsWrites(const Party &lock, const Party &data) {
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [](const Use *use) { return !use->writes() || !use->locks.empty(); });
}

bool guards(const Party &lock, const Party &data) {
  return isLock(lock) && !isLock(data) &&
         std::all_of(data.uses.begin(), data.uses.end(),
                     [](const Use *use) { return !use->locks.empty(); });
}

} // namespace fsfind

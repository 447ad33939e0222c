#include "rules/remedy/source/SlotLookup.h"

namespace fsfind {

SlotLookup::SlotLookup(const Facts &facts) {
  std::vector<std::pair<FactPlace, const FactSlots *>> owners, heads;
  std::vector<ByName::Entry> keys, arrays, aliases, receivers;
  for (const FactSlots &one : facts.slots) {
    if (!one.view && one.place.known())
      owners.emplace_back(one.place, &one);
    keys.emplace_back(one.key, &one);
    if (one.base.empty())
      arrays.emplace_back(one.key, &one);
    if (!one.alias.empty())
      aliases.emplace_back(one.alias, &one);
    for (const std::string &giver : one.given_by)
      receivers.emplace_back(giver, &one);
    if (one.view && one.counted)
      counted_views_.insert(one.types);
    if (one.counted && !one.obstacle.empty())
      counted_unwrapped_.insert(one.types.begin(), one.types.end());
  }
  owners_ = Grouped(std::move(owners));
  by_key_ = ByName(std::move(keys));
  arrays_ = ByName(std::move(arrays));
  aliases_ = ByName(std::move(aliases));
  receivers_ = ByName(std::move(receivers));
  for (const auto &[key, one] : arrays_.all())
    if (*arrays_.first(key) == one)
      heads.emplace_back(one->head, one);
  heads_ = Grouped(std::move(heads));
}

} // namespace fsfind

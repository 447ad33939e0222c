#include "c2c-ingest/objects/OwnObjects.h"

#include <algorithm>

namespace fsfind::objects {

OwnObjects::OwnObjects(std::span<const Datum> data, std::span<const SiteView> site_views,
                       const Instances &instances)
    : instances_(instances), at_(data.size()) {
  std::vector<std::uint32_t> datum_of;
  for (const SiteView &site_view : site_views) {
    datum_of.resize(std::max<std::size_t>(datum_of.size(), std::size_t{site_view.observation} + 1));
    datum_of[site_view.observation] = site_view.datum;
  }
  constexpr std::uint32_t kSeveral = UINT32_MAX, kNone = UINT32_MAX - 1;
  std::vector<std::uint32_t> known(datum_of.size(), kNone);
  // A string instruction is sampled at every address that it comes to, not only at its operand's.
  for (const SiteView &site_view : site_views)
    if (!site_view.certain || site_view.view->size == 0)
      known[site_view.observation] = kSeveral;
  const std::vector<Instance> &all = instances_.all();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].rank != Rank::Author || !all[i].exact)
      continue;
    for (const std::uint32_t observation : all[i].observations)
      known[observation] = known[observation] == kNone ? i : kSeveral;
  }
  for (std::uint32_t observation = 0; observation < known.size(); ++observation)
    if (known[observation] < kNone)
      if (const Instance *object = outermost(all[known[observation]]))
        at_[datum_of[observation]].emplace_back(observation, object);
}

bool OwnObjects::isIn(const Instance &inner, const Instance &outer) const {
  return std::any_of(inner.outers.begin(), inner.outers.end(),
                     [&](std::uint32_t o) { return &instances_.all()[o] == &outer; });
}

/// The author's object around the instance that is in no other; null if there are several.
const Instance *OwnObjects::outermost(const Instance &instance) const {
  const Instance *found = nullptr;
  for (const std::uint32_t o : instance.outers) {
    const Instance &outer = instances_.all()[o];
    if (outer.rank != Rank::Author || (found && isIn(outer, *found)))
      continue;
    if (found && !isIn(*found, outer))
      return nullptr;
    found = &outer;
  }
  return found ? found : &instance;
}

} // namespace fsfind::objects

#include "c2c-ingest/objects/Instances.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

/// Most indices of an array that are tried to find its place in an outer object.
constexpr std::uint64_t kIndicesTried = 64;

Rank rankOf(TypeNumber type, bool variable, TypeView &types) {
  if (variable)
    return Rank::Author;
  const auto element = types.element(type);
  if (types.isLibrary(type))
    return element && rankOf(element->type, false, types) == Rank::Author ? Rank::Author
                                                                          : Rank::Library;
  return types.isRecord(type) || element ? Rank::Author : Rank::Scalar;
}

std::string_view variableOf(const Hypothesis *view) {
  return view ? std::string_view(view->variable) : std::string_view();
}

std::string_view functionOf(const Hypothesis *view) {
  return view ? std::string_view(view->function) : std::string_view();
}

/// Orders by address, the larger first; instances that are equal in this order are one object.
struct Before {
  bool operator()(const Instance &a, const Instance &b) const {
    return std::tuple(a.space, a.base, b.size, a.type, variableOf(a.variable),
                      functionOf(a.variable)) < std::tuple(b.space, b.base, a.size, b.type,
                                                           variableOf(b.variable),
                                                           functionOf(b.variable));
  }
};

struct LooseBefore {
  static auto key(const LooseElement &loose) {
    const Claim::Inside &inside = *loose.claim.inside;
    return std::tuple(loose.datum, inside.outer, inside.array.begin, inside.stride, inside.offset,
                      variableOf(loose.view), functionOf(loose.view));
  }
  bool operator()(const LooseElement &a, const LooseElement &b) const { return key(a) < key(b); }
};

const Hypothesis *variableView(const SiteView &site_view) {
  return site_view.view->root == Hypothesis::Root::Pointer ? nullptr : site_view.view;
}

void sortUnique(std::vector<std::uint32_t> &numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Adds one more site_view to the instance of the same object.
void support(Instance &into, const Claim &claim, const SiteView &site_view) {
  into.confirmed |= into.last_view != nullptr && into.last_view != site_view.view;
  into.last_view = site_view.view;
  into.observations.push_back(site_view.observation);
  into.data.push_back(site_view.datum);
  into.exact |= claim.exact;
  into.strided |= claim.strided;
  into.verified |= site_view.verified;
  into.lived |= site_view.lived;
}

using Gathered = std::map<Instance, Instance, Before>;

void addInstance(Gathered &gathered, std::uint32_t space, const Claim &claim,
                 const SiteView &site_view, TypeView &types) {
  Instance key;
  key.space = space;
  key.base = claim.base;
  key.size = claim.size;
  key.type = claim.type;
  key.variable = claim.inside ? nullptr : variableView(site_view);
  const auto [place, fresh] = gathered.try_emplace(key, key);
  if (fresh)
    place->second.rank = rankOf(key.type, key.variable != nullptr, types);
  support(place->second, claim, site_view);
}

} // namespace

Instances::Instances(std::span<const Datum> data, std::span<const SiteView> site_views,
                     TypeView &types)
    : types_(types) {
  gather(data, site_views);
  relate();
  adoptLoose(data);
  weigh();
  markArrays();
  settle();
}

void Instances::gather(std::span<const Datum> data, std::span<const SiteView> site_views) {
  Gathered gathered;
  std::map<LooseElement, std::vector<std::uint32_t>, LooseBefore> loose;
  for (const SiteView &site_view : site_views) {
    if (samples_.size() <= site_view.observation)
      samples_.resize(std::size_t{site_view.observation} + 1);
    samples_[site_view.observation] = site_view.samples;
    const Datum &datum = data[site_view.datum];
    const auto claim = claimOf(site_view, datum, types_);
    if (!claim || claim->base > datum.address || claim->size == 0 ||
        claim->base + claim->size < claim->base)
      continue;
    addInstance(gathered, datum.space, *claim, site_view, types_);
    if (claim->inside)
      loose[{site_view.datum, *claim, variableView(site_view), site_view.verified, {}}].push_back(
          site_view.observation);
  }
  for (auto &[key, instance] : gathered) {
    sortUnique(instance.observations);
    sortUnique(instance.data);
    instances_.push_back(std::move(instance));
  }
  for (auto &[key, observations] : loose) {
    loose_.push_back(key);
    loose_.back().observations = std::move(observations);
    sortUnique(loose_.back().observations);
  }
}

bool Instances::fits(const Instance &inner, const Instance &outer) const {
  if (inner.variable || inner.space != outer.space || !outer.covers(inner.base))
    return false;
  // No pointer leads to a local variable whose address does not escape: its frame was gone.
  if (outer.variable && outer.variable->root == Hypothesis::Root::Frame &&
      !outer.variable->escapes && !outer.lived)
    return false;
  const std::uint64_t offset = inner.base - outer.base;
  const std::vector<TypeNumber> &parts = types_.subobjectsAt(outer.type, offset);
  return std::any_of(parts.begin(), parts.end(), [&](TypeNumber part) {
    // Numbers are often accessed as another type of their size: counters as size_t, words by
    // memcpy.
    return part == inner.type || (inner.rank != Rank::Author && types_.size(part) == inner.size);
  });
}

bool Instances::fits(const LooseElement &loose, std::uint64_t address,
                     const Instance &outer) const {
  const Claim::Inside &inside = *loose.claim.inside;
  if (variableOf(loose.view) != variableOf(outer.variable) && loose.view)
    return false;
  const std::uint64_t first = inside.array.begin + inside.offset;
  const std::uint64_t count = inside.array.count == 0 ? kIndicesTried : inside.array.count;
  for (std::uint64_t i = 0; i < std::min(count, kIndicesTried); ++i) {
    const std::uint64_t base = address - first - i * inside.stride;
    if (!outer.covers(base))
      continue;
    const auto &parts = types_.subobjectsAt(outer.type, base - outer.base);
    if (std::find(parts.begin(), parts.end(), inside.outer) != parts.end())
      return true;
  }
  return false;
}

/// Gives a loose element to its outer object, if exactly one instance has its array around the
/// datum.
void Instances::adoptLoose(std::span<const Datum> data) {
  std::vector<LooseElement> left;
  for (LooseElement &loose : loose_) {
    const Datum &datum = data[loose.datum];
    Instance *adopter = nullptr;
    std::size_t found = 0;
    for (const std::uint32_t outer : instances_[elementOf(loose, datum)].outers) {
      Instance &candidate = instances_[outer];
      if (candidate.rank == Rank::Author && candidate.exact && candidate.outers.empty() &&
          fits(loose, datum.address, candidate)) {
        adopter = &candidate;
        ++found;
      }
    }
    if (found != 1) {
      left.push_back(std::move(loose));
      continue;
    }
    adopter->data.push_back(loose.datum);
    adopter->observations.insert(adopter->observations.end(), loose.observations.begin(),
                                 loose.observations.end());
  }
  for (Instance &instance : instances_) {
    sortUnique(instance.data);
    sortUnique(instance.observations);
  }
  loose_ = std::move(left);
}

/// Position of the instance that the element's own claim made.
std::size_t Instances::elementOf(const LooseElement &loose, const Datum &datum) const {
  Instance key;
  key.space = datum.space;
  key.base = loose.claim.base;
  key.size = loose.claim.size;
  key.type = loose.claim.type;
  const auto place = std::lower_bound(instances_.begin(), instances_.end(), key, Before());
  return static_cast<std::size_t>(place - instances_.begin());
}

} // namespace fsfind::objects

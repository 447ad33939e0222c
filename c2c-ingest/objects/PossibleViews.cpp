#include "c2c-ingest/objects/PossibleViews.h"

#include "c2c-ingest/objects/Claim.h"

#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace fsfind::objects {

namespace {

/// The object that a view leads to: address space, address, type, variable's name (or empty).
using ViewedObject = std::tuple<std::uint32_t, std::uint64_t, TypeNumber, std::string>;

/// For each object the data whose views lead to it.
class Support {
public:
  Support(std::span<const Datum> data, TypeView &types) : data_(data), types_(types) {}

  std::optional<ViewedObject> placeOf(const SiteView &site_view) {
    const Datum &datum = data_[site_view.datum];
    const auto claim = claimOf(site_view, datum, types_);
    if (!claim || claim->inside)
      return {};
    const bool named = site_view.view->root != typing::Hypothesis::Root::Pointer;
    return ViewedObject{datum.space, claim->base, claim->type,
                        named ? site_view.view->variable : ""};
  }
  void add(const SiteView &site_view, bool certain) {
    const auto place = placeOf(site_view);
    if (!place)
      return;
    Leads &leads = leads_[*place];
    leads.data.insert(site_view.datum);
    leads.certain = leads.certain || certain;
  }
  /// The number of data that lead to the object; a certain site_view outweighs any number of
  /// possible ones.
  [[nodiscard]] std::size_t of(const ViewedObject &place) const {
    const auto known = leads_.find(place);
    if (known == leads_.end())
      return 0;
    return known->second.data.size() + (known->second.certain ? data_.size() : 0);
  }

private:
  struct Leads {
    std::set<std::uint32_t> data;
    bool certain = false;
  };
  std::span<const Datum> data_;
  TypeView &types_;
  std::map<ViewedObject, Leads> leads_;
};

/// Objects that are taken as known.
class Settled {
public:
  explicit Settled(TypeView &types) : types_(types) {}

  void add(const ViewedObject &place) { bases_[kindOf(place)].insert(std::get<1>(place)); }
  /// True if another object of the type is known to lie on some bytes of this one.
  [[nodiscard]] bool exclude(const ViewedObject &place) const {
    const auto known = bases_.find(kindOf(place));
    if (known == bases_.end())
      return false;
    const std::uint64_t base = std::get<1>(place), size = types_.size(std::get<2>(place));
    const auto after = known->second.upper_bound(base);
    const bool next = after != known->second.end() && *after - base < size;
    const auto at = known->second.lower_bound(base);
    const bool previous = at != known->second.begin() && base - *std::prev(at) < size;
    return next || previous;
  }

private:
  using Kind = std::tuple<std::uint32_t, TypeNumber, std::string>;
  static Kind kindOf(const ViewedObject &place) {
    return {std::get<0>(place), std::get<2>(place), std::get<3>(place)};
  }
  std::map<Kind, std::set<std::uint64_t>> bases_;
  TypeView &types_;
};

const SiteView *choose(const PossibleViews &possible, Support &support, const Settled &settled) {
  constexpr std::size_t kAgreeing = 2;
  std::map<ViewedObject, const SiteView *> places;
  for (const SiteView &view : possible.views)
    if (const auto place = support.placeOf(view); place && !settled.exclude(*place))
      places.emplace(*place, &view);
  if (places.size() == 1 && possible.complete)
    return places.begin()->second;
  std::size_t most = 0;
  const SiteView *best = nullptr;
  for (const auto &[place, view] : places) {
    const std::size_t weight = support.of(place);
    if (weight == most)
      best = nullptr;
    if (weight <= most)
      continue;
    most = weight;
    best = view;
  }
  return most >= kAgreeing ? best : nullptr;
}

/// Where objects that branches choose members of begin in a block, modulo their size: for each type
/// what fits most data there; of several the block's begin.
class Phases {
public:
  Phases(std::span<const Datum> data, TypeView &types) : data_(data), types_(types) {}

  void add(const PossibleViews &possible) {
    for (const SiteView &view : possible.views)
      if (const auto claim = claimIn(possible, view))
        fitting_[{data_[view.datum].space, claim->type}][claim->base % claim->size].insert(
            view.datum);
  }
  /// The view that the phase leaves; null if the phase is not known.
  const SiteView *choose(const PossibleViews &possible) {
    const SiteView *chosen = nullptr;
    for (const SiteView &view : possible.views) {
      const auto claim = claimIn(possible, view);
      if (!claim || phaseOf(data_[view.datum], *claim) != claim->base % claim->size)
        continue;
      if (chosen)
        return nullptr;
      chosen = &view;
    }
    return chosen;
  }

private:
  std::optional<Claim> claimIn(const PossibleViews &possible, const SiteView &view) {
    const Datum &datum = data_[view.datum];
    auto claim =
        possible.branches && datum.block_begin != 0 ? claimOf(view, datum, types_) : std::nullopt;
    return claim && !claim->inside && claim->size != 0 ? claim : std::nullopt;
  }
  std::optional<std::uint64_t> phaseOf(const Datum &datum, const Claim &claim) {
    const auto &fitting = fitting_[{datum.space, claim.type}];
    const std::uint64_t begin = datum.block_begin % claim.size;
    std::optional<std::uint64_t> best;
    std::size_t most = 0;
    for (const auto &[phase, fits] : fitting) {
      if (fits.size() > most || (fits.size() == most && phase == begin))
        best = phase;
      else if (fits.size() == most && best != begin)
        best = std::nullopt;
      most = std::max(most, fits.size());
    }
    return best;
  }

  std::span<const Datum> data_;
  TypeView &types_;
  std::map<std::pair<std::uint32_t, TypeNumber>, std::map<std::uint64_t, std::set<std::uint32_t>>>
      fitting_; ///< data by phase, by space and type
};

/// Most rounds of choices; each may exclude views that the next one then leaves out. A long array
/// takes a round for two of its elements.
constexpr int kMostChoiceRounds = 64;

} // namespace

std::vector<SiteView> choosePossible(std::span<const Datum> data, std::span<const SiteView> certain,
                                     std::span<const PossibleViews> possible, TypeView &types) {
  Support support(data, types);
  for (const SiteView &site_view : certain)
    support.add(site_view, true);
  for (const PossibleViews &views : possible)
    for (const SiteView &view : views.views)
      support.add(view, false);
  Phases phases(data, types);
  for (const PossibleViews &views : possible)
    phases.add(views);
  Settled settled(types);
  std::vector<SiteView> chosen;
  std::vector<const PossibleViews *> open;
  for (const PossibleViews &views : possible)
    if (const SiteView *view = phases.choose(views))
      chosen.push_back(*view);
    else
      open.push_back(&views);
  for (const SiteView &view : chosen)
    settled.add(*support.placeOf(view));
  for (int round = 0; round < kMostChoiceRounds; ++round) {
    const std::size_t before = chosen.size();
    std::erase_if(open, [&](const PossibleViews *views) {
      const SiteView *view = choose(*views, support, settled);
      if (view)
        chosen.push_back(*view);
      return view != nullptr;
    });
    if (chosen.size() == before)
      break;
    for (std::size_t i = before; i < chosen.size(); ++i)
      settled.add(*support.placeOf(chosen[i]));
  }
  return chosen;
}

} // namespace fsfind::objects

#include "c2c-ingest/objects/Vote.h"

#include "c2c-ingest/objects/BlockElements.h"
#include "c2c-ingest/objects/Description.h"
#include "c2c-ingest/objects/Instances.h"
#include "c2c-ingest/objects/OwnObjects.h"
#include "c2c-ingest/objects/WideAccesses.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace fsfind::objects {

namespace {

/// The outcome for one datum: an instance, or null.
struct Choice {
  const Instance *instance = nullptr;
  bool contradicted = false;
};

class Ballot {
public:
  Ballot(std::span<const Datum> data, std::span<const SiteView> site_views, TypeView &types)
      : data_(data), types_(types), instances_(data, site_views, types),
        own_objects_(data, site_views, instances_), block_elements_(data, instances_) {
    for (const SiteView &site_view : site_views) {
      datum_of_.resize(std::max<std::size_t>(datum_of_.size(), site_view.observation + 1));
      datum_of_[site_view.observation] = site_view.datum;
    }
    for (const Datum &datum : data)
      uses_[datum.space] += datum.samples;
    for (const Instance &instance : instances_.all())
      if (instance.size == 1)
        seen_as_[{instance.space, instance.type}] += instances_.samplesOf(instance.observations);
  }

  VoteResult count() {
    VoteResult result;
    result.targets.resize(data_.size());
    result.behind.resize(data_.size());
    std::vector<std::uint32_t> order(data_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(data_[a].space, data_[a].address, a) <
             std::tuple(data_[b].space, data_[b].address, b);
    });
    for (const std::uint32_t datum : order) {
      reach(data_[datum]);
      Choice choice = choose(datum);
      const std::optional<Instance> element = elementInsteadOf(choice, data_[datum]);
      if (element)
        choice.instance = &*element;
      result.targets[datum] = answer(datum, choice);
      if (choice.instance)
        result.behind[datum] = behind(result.targets[datum], *choice.instance, data_[datum]);
      addAlternatives(datum, choice.instance, result);
      result.contradicted += choice.contradicted && own_objects_.at(datum).empty() &&
                             result.targets[datum].evidence == Evidence::None;
    }
    return result;
  }

private:
  /// Makes `here_` the live instances that cover a datum; to be called in order of address.
  void reach(const Datum &datum) {
    const std::vector<Instance> &all = instances_.all();
    for (; next_ < all.size() &&
           std::tuple(all[next_].space, all[next_].base) <= std::tuple(datum.space, datum.address);
         ++next_)
      if (all[next_].live)
        here_.push_back(&all[next_]);
    std::erase_if(here_, [&](const Instance *instance) {
      return instance->space != datum.space || !instance->covers(datum.address);
    });
  }

  [[nodiscard]] bool partOfLive(const Instance &instance, Rank rank) const {
    return std::any_of(instance.outers.begin(), instance.outers.end(), [&](std::uint32_t o) {
      return instances_.all()[o].live && instances_.all()[o].rank == rank;
    });
  }

  /// True for a byte that is no bool: objects of any type are copied by bytes, so it says nothing,
  /// unless nearly all who use the block see such bytes.
  [[nodiscard]] bool isBareByte(const Instance &instance, std::uint32_t datum) const {
    if (instance.rank != Rank::Scalar || instance.size != 1 || types_.name(instance.type) == "bool")
      return false;
    const auto used = uses_.find(data_[datum].space);
    const auto seen = seen_as_.find({data_[datum].space, instance.type});
    return data_[datum].block_begin == 0 || used == uses_.end() || seen == seen_as_.end() ||
           seen->second / kClearMajority < used->second - std::min(used->second, seen->second);
  }

  /// False for a local variable of whose frame nobody knows that it lived when other functions used
  /// the datum, unless nearly all who did know that it is theirs or a record in it: stacks are used
  /// again and again, and the others' accesses may have come before or after its life. False, too,
  /// for one whose address does not escape, if no view of it was on this datum.
  [[nodiscard]] bool mayName(const Instance &instance, std::uint32_t datum) const {
    if (!instance.variable || instance.variable->root != typing::Hypothesis::Root::Frame ||
        instance.lived)
      return true;
    if (!instance.variable->escapes &&
        !std::binary_search(instance.data.begin(), instance.data.end(), datum))
      return false;
    return nearlyAllAgree(agreedAt(instance, datum), datum);
  }

  /// The same for an element whose place in its array is not known.
  [[nodiscard]] bool mayName(const LooseElement &loose, std::uint32_t datum) const {
    const bool of_frame = loose.view && loose.view->root == typing::Hypothesis::Root::Frame;
    return !of_frame || nearlyAllAgree(instances_.samplesOf(loose.observations), datum);
  }

  [[nodiscard]] bool nearlyAllAgree(std::uint64_t agreed, std::uint32_t datum) const {
    const std::uint64_t all = std::max(data_[datum].samples, agreed);
    return agreed / kClearMajority >= all - agreed;
  }

  /// Samples on the datum of sites that see the instance, or an author's record in it.
  [[nodiscard]] std::uint64_t agreedAt(const Instance &instance, std::uint32_t datum) const {
    std::set<std::uint32_t> agree;
    const auto add = [&](const Instance &one) {
      for (const std::uint32_t observation : one.observations)
        if (datum_of_[observation] == datum)
          agree.insert(observation);
    };
    add(instance);
    for (const Instance *part : here_)
      if (part->rank == Rank::Author && own_objects_.isIn(*part, instance))
        add(*part);
    return instances_.samplesOf({agree.begin(), agree.end()});
  }

  /// True for records that only serve to build a library's types, and for a container's node where
  /// it only has room for an element: reports do not name these.
  [[nodiscard]] bool isInternal(const Instance &instance, std::uint32_t datum) const {
    if (instance.rank != Rank::Library)
      return false;
    const std::string whole = types_.name(instance.type);
    const std::string_view name = std::string_view(whole).substr(0, whole.find('<'));
    const std::size_t scope = name.rfind("::");
    const std::string_view last = scope == std::string_view::npos ? name : name.substr(scope + 2);
    const auto &parts = types_.subobjectsAt(instance.type, data_[datum].address - instance.base);
    const bool room = last.starts_with("_") &&
                      std::all_of(parts.begin(), parts.end(),
                                  [&](TypeNumber part) { return types_.size(part) <= 1; });
    return room || last.starts_with("__") || name == "core::cell::UnsafeCell";
  }

  /// The instances of a rank that cover the datum and are not parts of others of that rank.
  [[nodiscard]] std::vector<const Instance *> outermost(Rank rank, std::uint32_t datum) const {
    std::vector<const Instance *> found;
    for (const Instance *instance : here_)
      if (instance->rank == rank && mayName(*instance, datum) && !partOfLive(*instance, rank) &&
          !isBareByte(*instance, datum) && !isInternal(*instance, datum))
        found.push_back(instance);
    return found;
  }

  [[nodiscard]] Choice choose(std::uint32_t datum) const {
    for (const Rank rank : {Rank::Author, Rank::Library, Rank::Scalar}) {
      const std::vector<const Instance *> found = outermost(rank, datum);
      if (found.size() == 1)
        return {found.front(), false};
      if (found.size() > 1)
        return rank == Rank::Author ? Choice{nullptr, true} : mostSeen(found);
    }
    return {};
  }

  /// The instance with most samples, if each other is the same number under another type, or is
  /// clearly outvoted; else a contradiction.
  [[nodiscard]] Choice mostSeen(std::vector<const Instance *> found) const {
    std::stable_sort(found.begin(), found.end(), [&](const Instance *a, const Instance *b) {
      return instances_.samplesOf(a->observations) > instances_.samplesOf(b->observations);
    });
    const Instance &first = *found.front();
    const auto agrees = [&](const Instance *other) {
      const bool same =
          first.rank == Rank::Scalar && other->base == first.base && other->size == first.size;
      return same || instances_.samplesOf(first.observations) / kClearMajority >=
                         instances_.samplesOf(other->observations);
    };
    if (std::all_of(found.begin() + 1, found.end(), agrees))
      return {&first, false};
    return {nullptr, true};
  }

  /// The element of the block's array that the datum lies in, where sites tell nothing or no more
  /// than a number that may be a part of it.
  [[nodiscard]] std::optional<Instance> elementInsteadOf(const Choice &choice,
                                                         const Datum &where) const {
    if (choice.contradicted || (choice.instance && choice.instance->rank != Rank::Scalar))
      return std::nullopt;
    std::optional<Instance> element = block_elements_.at(where);
    const bool tells =
        element && (!choice.instance || (element->rank > choice.instance->rank &&
                                         instances_.fits(*choice.instance, *element)));
    return tells ? element : std::nullopt;
  }

  [[nodiscard]] Target answer(std::uint32_t datum, const Choice &choice) {
    const Datum &where = data_[datum];
    const LooseElement *loose = looseAt(datum);
    if (loose && !choice.contradicted && speaksFor(*loose, choice.instance) &&
        mayName(*loose, datum))
      return describe(*loose, where, types_);
    if (!choice.instance)
      return {};
    const Instance &instance = *choice.instance;
    Target target = describe(instance, arrayAround(instance), where, types_);
    if (target.evidence == Evidence::None)
      return target;
    if (target.member.empty())
      takeMemberOfPart(target, instance, where);
    const bool own = std::binary_search(instance.data.begin(), instance.data.end(), datum);
    target.evidence = own ? Evidence::AccessSite : Evidence::Vote;
    if (loose && !instances_.fits(*loose, where.address, instance) &&
        isWeighty(loose->observations, instance))
      target.certainty = Certainty::Doubtful;
    return target;
  }

  /// Libraries have other types for what the author's record holds: there a part of the same size,
  /// or a member of a type that the author's module only declares, is the object.
  [[nodiscard]] bool isPartOf(const Instance &inner, const Instance &outer) const {
    if (own_objects_.isIn(inner, outer) || !outer.covers(inner.base))
      return own_objects_.isIn(inner, outer);
    const std::uint64_t offset = inner.base - outer.base;
    const debuginfo::MemberAt member = types_.memberAt(outer.type, offset);
    if (!member.path.empty() && member.offset == offset && member.size == 0)
      return true;
    const auto &parts = types_.subobjectsAt(outer.type, offset);
    return std::any_of(parts.begin(), parts.end(),
                       [&](TypeNumber part) { return types_.size(part) == inner.size; });
  }

  /// Adds what observations of the datum know for certain, if that is not `chosen` or in it.
  void addAlternatives(std::uint32_t datum, const Instance *chosen, VoteResult &result) {
    std::map<const Instance *, std::uint32_t> numbers;
    for (const auto &[observation, own] : own_objects_.at(datum)) {
      if (own == chosen || (chosen && isPartOf(*own, *chosen)))
        continue;
      const auto [place, fresh] =
          numbers.try_emplace(own, static_cast<std::uint32_t>(result.alternatives.size()));
      if (fresh) {
        Target target = describe(*own, arrayAround(*own), data_[datum], types_);
        target.certainty = Certainty::Doubtful;
        result.behind_alternatives.push_back(behind(target, *own, data_[datum]));
        result.alternatives.push_back(std::move(target));
      }
      if (result.alternatives[place->second].evidence != Evidence::None)
        result.own.push_back({observation, place->second});
    }
  }

  /// What lies behind `first` in the same object, as far as the widest access reaches.
  [[nodiscard]] std::vector<Target> behind(const Target &first, const Instance &instance,
                                           const Datum &where) {
    const auto describeAt = [&](std::uint64_t address) {
      Datum next = where;
      next.address = address;
      next.access_size = 0;
      Target target = describe(instance, arrayAround(instance), next, types_);
      target.certainty = first.certainty;
      return target;
    };
    return targetsBehind(first, std::min(where.address + where.reach, instance.end()), describeAt);
  }

  /// A type does not tell where its virtual bases lie. Their members are named by an instance of
  /// the base itself.
  void takeMemberOfPart(Target &target, const Instance &whole, const Datum &where) {
    for (const Instance *part : here_) {
      const bool inside =
          std::any_of(part->outers.begin(), part->outers.end(),
                      [&](std::uint32_t outer) { return &instances_.all()[outer] == &whole; });
      if (!inside || part->rank != Rank::Author)
        continue;
      const Target inner = describe(*part, nullptr, where, types_);
      if (inner.member.empty())
        continue;
      target.member = inner.member;
      target.member_offset = part->base - target.object.address + inner.member_offset;
      target.member_size = inner.member_size;
      target.member_declared = inner.member_declared;
      target.record = inner.record;
      return;
    }
  }

  [[nodiscard]] bool isWeighty(const std::vector<std::uint32_t> &observations,
                               const Instance &against) const {
    return instances_.samplesOf(observations) > against.strength / kClearMajority;
  }

  /// The datum's loose element, of several the one with a clear majority; null if there is none.
  [[nodiscard]] const LooseElement *looseAt(std::uint32_t datum) const {
    const std::vector<LooseElement> &all = instances_.loose();
    const auto [first, last] = std::equal_range(all.begin(), all.end(), datum, LooseOrder());
    const LooseElement *best = nullptr;
    std::uint64_t most = 0, second = 0;
    for (auto at = first; at != last; ++at) {
      const std::uint64_t samples = instances_.samplesOf(at->observations);
      if (samples > most)
        best = &*at;
      second = std::max(second, std::min(most, samples));
      most = std::max(most, samples);
    }
    return most / kClearMajority >= second ? best : nullptr;
  }
  struct LooseOrder {
    bool operator()(const LooseElement &a, std::uint32_t b) const { return a.datum < b; }
    bool operator()(std::uint32_t a, const LooseElement &b) const { return a < b.datum; }
  };

  /// True if `loose` says more than `instance`, which is null, below Author, or the element itself.
  [[nodiscard]] static bool speaksFor(const LooseElement &loose, const Instance *instance) {
    return instance == nullptr || instance->rank != Rank::Author ||
           (!instance->variable && instance->type == loose.claim.type &&
            instance->base == loose.claim.base);
  }

  /// An array or array-like library object that has the instance as an element; null for none.
  [[nodiscard]] const Instance *arrayAround(const Instance &instance) const {
    for (const std::uint32_t o : instance.outers) {
      const Instance &outer = instances_.all()[o];
      const auto element = types_.element(outer.type);
      if (outer.live && element && element->type == instance.type)
        return &outer;
    }
    return nullptr;
  }

  std::span<const Datum> data_;
  TypeView &types_;
  Instances instances_;
  OwnObjects own_objects_;
  BlockElements block_elements_;
  std::vector<std::uint32_t> datum_of_;         ///< by observation
  std::map<std::uint32_t, std::uint64_t> uses_; ///< samples by space
  /// Samples of those who see bytes of a type.
  std::map<std::pair<std::uint32_t, TypeNumber>, std::uint64_t> seen_as_;
  std::size_t next_ = 0;
  std::vector<const Instance *> here_;
};

} // namespace

VoteResult vote(std::span<const Datum> data, std::span<const SiteView> site_views,
                TypeView &types) {
  return Ballot(data, site_views, types).count();
}

} // namespace fsfind::objects

#include "c2c-ingest/objects/VoteNaming.h"

#include "c2c-ingest/objects/AccessSites.h"
#include "c2c-ingest/objects/HeapNames.h"
#include "c2c-ingest/objects/Observations.h"
#include "c2c-ingest/objects/PossibleViews.h"
#include "c2c-ingest/objects/StackLines.h"
#include "c2c-ingest/objects/TypeCatalogue.h"
#include "c2c-ingest/objects/Vote.h"
#include "rules/model/DisplayName.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <deque>
#include <tuple>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

/// Sampled stores of a constant to a datum from which on they are stores of what it has already.
constexpr std::uint64_t kAgain = 16;
/// Other stores are seldom if these are so many times as many.
constexpr std::uint64_t kSeldom = 20;

/// Collects the views that the sites of a profile have of its unnamed targets, and names these by
/// vote.
class Hearing {
public:
  Hearing(const lines::NameTables &names, const perf::AddressSpaces &spaces, ModuleCache &modules,
          const LivingFrames &frames, Profile &profile)
      : frames_(frames), profile_(profile), sites_(names, modules, types_),
        blocks_(names, spaces, modules, sites_), heap_names_(names, blocks_),
        observed_(names, spaces, profile),
        next_number_(static_cast<std::uint32_t>(observed_.all().size())) {}

  std::map<TargetIndex, std::vector<Target>> hold() {
    for (std::size_t i = 0; i < observed_.all().size(); ++i)
      hear(observed_.all()[i], static_cast<std::uint32_t>(i));
    hearAllocations();
    hearFrames();
    const std::vector<SiteView> chosen =
        choosePossible(observed_.data(), site_views_, possible_, types_);
    site_views_.insert(site_views_.end(), chosen.begin(), chosen.end());
    hearHolders();
    observed_.findSizes(sites_);
    VoteResult result = vote(observed_.data(), site_views_, types_);
    heap_names_.findAllocations(sites_);
    for (std::uint32_t i = 0; i < observed_.data().size(); ++i)
      take(i, std::move(result.targets[i]), std::move(result.behind[i]));
    noteContradictions(result.contradicted);
    fillSizes();
    nameBitWords();
    markConstants();
    takeOwn(std::move(result));
    markStacks(sites_, profile_);
    return std::move(behind_);
  }

private:
  /// Recordings do not have the size of an access; it is taken from the instruction.
  void fillSizes() {
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (access.size == 0 && !line.kernel)
          access.size = sites_.sizeAt(access.site, access.kind == AccessKind::Store);
  }

  /// Names the words of std::vector<bool>, which are numbers for all but its own functions.
  void nameBitWords() {
    const auto ofVector = [](const Frame &frame) {
      return frame.function.find("_bit_reference") != std::string::npos ||
             frame.function.find("_Bit_reference") != std::string::npos ||
             frame.function.find("vector<bool") != std::string::npos;
    };
    for (const Line &line : profile_.lines)
      for (const Access &access : line.accesses) {
        Target &target = profile_.targets[access.target.value()];
        const std::vector<Frame> &frames = profile_.site(access.site).frames;
        if (target.object.size == sizeof(std::uint64_t) && target.member.empty() &&
            target.object.name.empty() && std::any_of(frames.begin(), frames.end(), ofVector)) {
          target.object.type = kBitWord;
          target.object.of_array =
              !target.object.index; // of one that unoptimized code does not walk
        }
      }
  }

  /// Marks stores to data that are given one constant, each often enough that most stores change
  /// nothing. What is seldom stored there may be the first value, or a reset.
  void markConstants() {
    std::map<TargetIndex, std::map<std::optional<std::int64_t>, std::uint64_t>> stored;
    eachStore([&](const Access &access) {
      stored[access.target][sites_.storedAt(access.site)] += access.count;
    });
    std::map<TargetIndex, std::int64_t> always;
    for (const auto &[target, values] : stored) {
      std::uint64_t all = 0;
      for (const auto &[value, stores] : values)
        all += stores;
      for (const auto &[value, stores] : values)
        if (value && stores >= kAgain && (all - stores) * kSeldom <= stores)
          always.emplace(target, *value);
    }
    eachStore([&](Access &access) {
      const auto known = always.find(access.target);
      if (known == always.end() || sites_.storedAt(access.site) != known->second)
        return;
      access.update = Update::Set;
      profile_.sites[access.site.value()].stored = known->second;
    });
  }

  template <class Use> void eachStore(const Use &use) {
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (!line.kernel && access.kind == AccessKind::Store)
          use(access);
  }

  void hear(const Observation &observation, std::uint32_t number) {
    const AccessSites::Views &site = sites_.viewsOf(observation.site, observation.store,
                                                    observed_.isInNoBlock(observation.datum));
    const auto site_view = [&](std::size_t i) {
      return SiteView{observation.datum, number,         observation.samples,
                      site.types[i],     &site.views[i], site.verified};
    };
    for (std::size_t i = 0; i < site.certain; ++i)
      site_views_.push_back(site_view(i));
    if (site.certain == site.views.size())
      return;
    PossibleViews &possible = possible_.emplace_back();
    possible.observation = number;
    possible.complete = site.passed_completely;
    possible.branches = site.by_branches;
    for (std::size_t i = site.certain; i < site.views.size(); ++i) {
      possible.views.push_back(site_view(i));
      possible.views.back().certain = false;
    }
  }

  /// The type behind a block's allocation is one more view of each datum in it. It counts no
  /// samples, so that it yields to what sites see there. Of numbers, and of records that are
  /// allocated as elements, the block is full; behind other records may lie anything.
  void hearAllocations() {
    const std::vector<Datum> &data = observed_.data();
    for (std::uint32_t i = 0; i < data.size(); ++i) {
      const auto typed = blocks_.typeOf(blockOf(i));
      if (!typed)
        continue;
      const TypeNumber type = types_.number(*typed->table, typed->type);
      const std::uint64_t size = types_.size(type);
      const std::uint64_t block_size = data[i].block_end - data[i].block_begin;
      const bool several = size > 1 && block_size / 2 >= size && block_size % size == 0 &&
                           (typed->as_elements || isNumber(type));
      const std::uint64_t offset = data[i].address - data[i].block_begin;
      if (offset >= size && !several)
        continue;
      Hypothesis &view = other_views_.emplace_back();
      view.type = typed->type;
      view.offset = static_cast<std::int64_t>(several ? offset % size : offset);
      view.step = several ? size : 0;
      site_views_.push_back({i, next_number_++, 0, type, &view, typed->verified});
    }
  }

  [[nodiscard]] bool isNumber(TypeNumber type) {
    return !types_.isRecord(type) && !types_.element(type);
  }

  /// A variable in a frame that lived while threads ran is one more view of what these use of it.
  void hearFrames() {
    const std::vector<Datum> &data = observed_.data();
    for (std::uint32_t i = 0; i < data.size(); ++i) {
      const lines::FrameIndex frame = observed_.frameOf(i);
      auto variable =
          frame == lines::kNoFrame ? std::nullopt : frames_.variableAt(frame, data[i].address);
      if (!variable)
        continue;
      const Hypothesis &view = other_views_.emplace_back(std::move(variable->view));
      site_views_.push_back({.datum = i,
                             .observation = next_number_++,
                             .samples = data[i].samples,
                             .type = types_.number(*variable->module->types(), view.type),
                             .view = &view,
                             .verified = variable->verified,
                             .lived = true});
    }
  }

  /// Allocations and frames have views of their own (see hearAllocations, hearFrames).
  void hearHolders() {
    for (const SiteView &site_view : site_views_)
      if (site_view.observation < observed_.all().size())
        heap_names_.hear(blockOf(site_view.datum), *site_view.view);
  }

  [[nodiscard]] lines::BlockIndex blockOf(std::uint32_t datum) const {
    return observed_.blockOf(observed_.targetOf(datum));
  }

  void take(std::uint32_t datum, Target &&named, std::vector<Target> &&behind) {
    put(observed_.targetOf(datum), datum, std::move(named), std::move(behind));
  }

  void put(TargetIndex index, std::uint32_t datum, Target &&named, std::vector<Target> &&behind) {
    const std::uint64_t address = observed_.data()[datum].address;
    if (named.evidence == Evidence::None)
      named = std::move(profile_.targets[index.value()]);
    heap_names_.complete(named, blockOf(datum), address);
    for (Target &one : behind)
      heap_names_.complete(one, blockOf(datum), address);
    profile_.targets[index.value()] = std::move(named);
    if (!behind.empty())
      behind_.emplace(index, std::move(behind));
  }

  /// Gives observations that know better than the vote targets of their own.
  void takeOwn(VoteResult &&result) {
    const auto first = static_cast<std::uint32_t>(profile_.targets.size());
    std::vector<bool> taken(result.alternatives.size());
    profile_.targets.resize(first + result.alternatives.size());
    std::map<std::tuple<TargetIndex, SiteIndex, bool>, TargetIndex> own;
    for (const VoteResult::Own &one : result.own) {
      if (one.observation >= observed_.all().size()) // an allocation's or a frame's
        continue;
      const Observation &observation = observed_.all()[one.observation];
      const TargetIndex index(first + one.alternative);
      if (!taken[one.alternative])
        put(index, observation.datum, std::move(result.alternatives[one.alternative]),
            std::move(result.behind_alternatives[one.alternative]));
      taken[one.alternative] = true;
      own.emplace(
          std::tuple(observed_.targetOf(observation.datum), observation.site, observation.store),
          index);
    }
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (const auto known =
                own.find({access.target, access.site, access.kind == AccessKind::Store});
            known != own.end())
          access.target = known->second;
  }

  void noteContradictions(std::size_t addresses) {
    if (addresses != 0)
      profile_.notes.push_back(
          {"no variable or type is told for " + counted(addresses, "place") +
           " in memory: access sites see different objects there, which cannot both "
           "exist, as when memory is freed and used again"});
  }

  const LivingFrames &frames_;
  Profile &profile_;
  TypeCatalogue types_;
  AccessSites sites_;
  HeapBlocks blocks_;
  HeapNames heap_names_;
  Observations observed_;
  std::vector<SiteView> site_views_;
  std::vector<PossibleViews> possible_;
  std::deque<Hypothesis> other_views_; ///< of allocations and frames
  std::uint32_t next_number_ = 0;      ///< of an observation that has no site
  std::map<TargetIndex, std::vector<Target>> behind_;
};

} // namespace

std::map<TargetIndex, std::vector<Target>>
nameByVote(const lines::NameTables &names, const perf::AddressSpaces &spaces, ModuleCache &modules,
           const LivingFrames &frames, Profile &profile) {
  return Hearing(names, spaces, modules, frames, profile).hold();
}

} // namespace fsfind::objects

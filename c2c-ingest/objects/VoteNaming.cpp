#include "c2c-ingest/objects/VoteNaming.h"

#include "c2c-ingest/objects/HeapBlocks.h"
#include "c2c-ingest/objects/PossibleViews.h"
#include "c2c-ingest/objects/TypeCatalogue.h"
#include "c2c-ingest/objects/Vote.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

/// Memory without a file is taken as heap, unless it is named a stack or is a file's .bss.
ObjectKind kindOfObjects(const perf::Mapping &mapping) {
  if (mapping.file.path.starts_with("[stack"))
    return ObjectKind::Stack;
  if (mapping.file.path == "[heap]")
    return ObjectKind::Heap;
  // Memory that continues a file's mapping is its .bss.
  const bool memory = mapping.identity && mapping.mode == perf::CpuMode::User &&
                      mapping.continues == perf::kNoMapping;
  return memory ? ObjectKind::Heap : ObjectKind::Unknown;
}

/// True for records that the C library's allocator lays over memory that it hands out.
bool isAllocators(std::string_view type) {
  return type == "malloc_chunk" || type == "tcache_entry";
}

/// All samples of one site's loads, or of its stores, on one datum.
struct Observation {
  std::uint32_t datum = 0;
  SiteIndex site;
  bool store = false;
  std::uint64_t samples = 0;
};

/// The views of one site's loads, or of its stores.
struct SiteViews {
  std::vector<Hypothesis> views;
  std::vector<TypeNumber> types;
  std::size_t certain = 0; ///< this many come first and are certain; at most one other is right
  bool passed_completely = false;
  bool verified = true;
};

/// Collects the views that the sites of a profile have of its unnamed targets, and names these by
/// vote.
class Hearing {
public:
  Hearing(const lines::NameTables &names, const perf::AddressSpaces &spaces, ModuleCache &modules,
          Profile &profile)
      : names_(names), spaces_(spaces), modules_(modules), profile_(profile),
        blocks_(names, spaces, modules,
                [this](debuginfo::Module &module) -> auto & { return sitesOf(module); }) {}

  std::map<TargetIndex, std::vector<Target>> hold() {
    gatherObservations();
    for (std::size_t i = 0; i < observations_.size(); ++i)
      hear(observations_[i], static_cast<std::uint32_t>(i));
    hearAllocations();
    const std::vector<Witness> chosen = choosePossible(data_, witnesses_, possible_, types_);
    witnesses_.insert(witnesses_.end(), chosen.begin(), chosen.end());
    findAccessSizes();
    VoteResult result = vote(data_, witnesses_, types_);
    findAllocations();
    for (std::size_t i = 0; i < data_.size(); ++i)
      take(targets_[i], std::move(result.targets[i]));
    noteContradictions(result.contradicted);
    fillSizes();
    std::map<TargetIndex, std::vector<Target>> behind;
    for (std::size_t i = 0; i < data_.size(); ++i)
      if (!result.behind[i].empty())
        behind.emplace(targets_[i], std::move(result.behind[i]));
    takeOwn(std::move(result), behind);
    return behind;
  }

private:
  void findAccessSizes() {
    std::vector<bool> known(data_.size());
    for (const Observation &observation : observations_) {
      Datum &datum = data_[observation.datum];
      const std::uint32_t size = sizeAt(observation.site, observation.store);
      const bool first = !known[observation.datum];
      datum.access_size = first || datum.access_size == size ? size : 0;
      datum.reach = std::max(datum.reach, size);
      known[observation.datum] = true;
    }
  }

  /// Recordings do not have the size of an access; it is taken from the instruction.
  void fillSizes() {
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (access.size == 0 && !line.kernel)
          access.size = sizeAt(access.site, access.kind == AccessKind::Store);
  }

  /// Bytes of the site's loads or stores; 0 if that is not known.
  std::uint8_t sizeAt(SiteIndex site, bool store) {
    const auto [known, fresh] = sizes_.try_emplace({site, store});
    const ModuleCache::Place code = fresh ? codeOf(site) : ModuleCache::Place();
    if (code.module != nullptr)
      known->second = sitesOf(*code.module).sizeAt(code.svma, store);
    return known->second;
  }

  ModuleCache::Place codeOf(SiteIndex site) {
    const lines::MappedAddress &where = names_.sites.keys()[site.value()];
    return modules_.find(where.mapping, where.address, ModuleCache::Use::Code);
  }

  void gatherObservations() {
    for (const Line &line : profile_.lines)
      for (const Access &access : line.accesses)
        if (!line.kernel && profile_.target(access.target).evidence == Evidence::None)
          observations_.push_back(
              {datumOf(access), access.site, access.kind == AccessKind::Store, access.count});
    const auto key = [](const Observation &o) { return std::tuple(o.datum, o.site, o.store); };
    std::sort(observations_.begin(), observations_.end(),
              [&](const Observation &a, const Observation &b) { return key(a) < key(b); });
    std::size_t kept = 0;
    for (const Observation &next : observations_) {
      if (kept != 0 && key(observations_[kept - 1]) == key(next))
        observations_[kept - 1].samples += next.samples;
      else
        observations_[kept++] = next;
    }
    observations_.resize(kept);
  }

  std::uint32_t datumOf(const Access &access) {
    const auto next = static_cast<std::uint32_t>(data_.size());
    const auto [place, fresh] = datum_of_.try_emplace(access.target, next);
    if (fresh) {
      const lines::MappedAddress &where = names_.targets.keys()[access.target.value()];
      const std::uint32_t pid = profile_.thread(access.thread).pid;
      Datum &datum = data_.emplace_back();
      datum.address = where.address;
      datum.space =
          memory_.try_emplace({pid, where.block}, static_cast<std::uint32_t>(memory_.size()))
              .first->second;
      datum.memory = kindOfObjects(spaces_.mapping(where.mapping));
      if (where.block != lines::kNoBlock) {
        datum.memory = ObjectKind::Heap;
        datum.block_begin = names_.blocks[where.block.value()].address;
      }
      targets_.push_back(access.target);
    }
    return place->second;
  }

  void hear(const Observation &observation, std::uint32_t number) {
    const SiteViews &site = viewsOf(observation.site, observation.store);
    const auto witness = [&](std::size_t i) {
      return Witness{observation.datum, number,         observation.samples,
                     site.types[i],     &site.views[i], site.verified};
    };
    for (std::size_t i = 0; i < site.certain; ++i)
      witnesses_.push_back(witness(i));
    if (site.certain == site.views.size())
      return;
    PossibleViews &possible = possible_.emplace_back();
    possible.observation = number;
    possible.complete = site.passed_completely;
    for (std::size_t i = site.certain; i < site.views.size(); ++i) {
      possible.views.push_back(witness(i));
      possible.views.back().certain = false;
    }
  }

  /// The type behind a block's allocation is one more view of each datum in it. It counts no
  /// samples, so that it yields to what sites see there.
  void hearAllocations() {
    auto number = static_cast<std::uint32_t>(observations_.size());
    for (std::uint32_t i = 0; i < data_.size(); ++i) {
      const auto typed = blocks_.typeOf(blockOf(targets_[i]));
      const std::uint64_t offset = data_[i].address - data_[i].block_begin;
      if (!typed || offset >= typed->table->size(typed->type))
        continue;
      Hypothesis &view = allocated_views_.emplace_back();
      view.type = typed->type;
      view.offset = static_cast<std::int64_t>(offset);
      witnesses_.push_back(
          {i, number++, 0, types_.number(*typed->table, typed->type), &view, typed->verified});
    }
  }

  [[nodiscard]] lines::BlockIndex blockOf(TargetIndex target) const {
    const auto &keys = names_.targets.keys();
    return target.value() < keys.size() ? keys[target.value()].block : lines::kNoBlock;
  }

  const SiteViews &viewsOf(SiteIndex site, bool store) {
    const auto [place, fresh] = views_.try_emplace({site, store});
    if (!fresh)
      return place->second;
    const ModuleCache::Place code = codeOf(site);
    debuginfo::TypeTable *table = code.module ? code.module->types() : nullptr;
    if (table == nullptr)
      return place->second;
    place->second.verified = code.verified;
    typing::SiteTypes &sites = sitesOf(*code.module);
    std::vector<Hypothesis> &views = place->second.views;
    views = sites.at(code.svma, store);
    std::erase_if(views,
                  [&](const Hypothesis &view) { return isAllocators(table->name(view.type)); });
    place->second.certain = views.size();
    const typing::SiteTypes::PassedViews &passed = sites.passedAt(code.svma, store);
    views.insert(views.end(), passed.views.begin(), passed.views.end());
    place->second.passed_completely = passed.complete;
    for (const Hypothesis &view : place->second.views)
      place->second.types.push_back(types_.number(*table, view.type));
    return place->second;
  }

  typing::SiteTypes &sitesOf(debuginfo::Module &module) {
    return sites_.try_emplace(&module, module).first->second;
  }

  /// Finds where objects of each type are allocated, within the functions that contain sites.
  void findAllocations() {
    for (auto &[module, sites] : sites_)
      for (const typing::AllocationSite &allocation : sites.allocations()) {
        Site site;
        site.frames = module->framesAt(allocation.call);
        const Frame *frame = authorFrame(site);
        if (frame == nullptr || !frame->place.known())
          continue;
        std::vector<Frame> &places = allocated_[module->types()->name(allocation.type)];
        const bool told = std::any_of(places.begin(), places.end(), [&](const Frame &other) {
          return other.place == frame->place;
        });
        if (!told)
          places.push_back(*frame);
      }
  }

  void take(TargetIndex index, Target &&named) {
    const Frame *caller = blocks_.allocatedBy(blockOf(index));
    if (named.evidence == Evidence::None) {
      if (caller) // who allocated it is known all the same
        profile_.targets[index.value()].object.allocated = *caller;
      return;
    }
    Object &object = named.object;
    const auto places = allocated_.find(object.type);
    if (object.kind == ObjectKind::Heap && caller)
      object.allocated = *caller;
    else if (object.kind == ObjectKind::Heap && places != allocated_.end() &&
             places->second.size() == 1)
      object.allocated = places->second.front();
    profile_.targets[index.value()] = std::move(named);
  }

  /// Gives observations that know better than the vote targets of their own.
  void takeOwn(VoteResult &&result, std::map<TargetIndex, std::vector<Target>> &behind) {
    const auto first = static_cast<std::uint32_t>(profile_.targets.size());
    for (std::size_t i = 0; i < result.alternatives.size(); ++i) {
      const TargetIndex index(profile_.targets.size());
      profile_.targets.emplace_back();
      take(index, std::move(result.alternatives[i]));
      if (!result.behind_alternatives[i].empty())
        behind.emplace(index, std::move(result.behind_alternatives[i]));
    }
    std::map<std::tuple<TargetIndex, SiteIndex, bool>, TargetIndex> own;
    for (const VoteResult::Own &one : result.own) {
      if (one.observation >= observations_.size()) // an allocation's
        continue;
      const Observation &observation = observations_[one.observation];
      own.emplace(std::tuple(targets_[observation.datum], observation.site, observation.store),
                  TargetIndex(first + one.alternative));
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
          {"no name for " + counted(addresses, "place") +
           " in memory: access sites see different objects there, which cannot both "
           "exist, as when memory is freed and used again"});
  }

  const lines::NameTables &names_;
  const perf::AddressSpaces &spaces_;
  ModuleCache &modules_;
  Profile &profile_;

  std::map<TargetIndex, std::uint32_t> datum_of_;
  std::map<std::pair<std::uint32_t, lines::BlockIndex>, std::uint32_t> memory_; ///< Datum::space
  std::vector<Datum> data_;
  std::vector<TargetIndex> targets_; ///< by datum
  std::vector<Observation> observations_;
  std::map<std::pair<SiteIndex, bool>, SiteViews> views_;
  std::map<std::pair<SiteIndex, bool>, std::uint8_t> sizes_;
  std::vector<Witness> witnesses_;
  std::vector<PossibleViews> possible_;
  std::map<debuginfo::Module *, typing::SiteTypes> sites_;
  TypeCatalogue types_;
  HeapBlocks blocks_;
  std::deque<Hypothesis> allocated_views_;
  std::map<std::string, std::vector<Frame>> allocated_; ///< by name of the type
};

} // namespace

std::map<TargetIndex, std::vector<Target>> nameByVote(const lines::NameTables &names,
                                                      const perf::AddressSpaces &spaces,
                                                      ModuleCache &modules, Profile &profile) {
  return Hearing(names, spaces, modules, profile).hold();
}

} // namespace fsfind::objects

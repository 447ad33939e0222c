#include "c2c-ingest/objects/Naming.h"

#include "c2c-ingest/objects/VoteNaming.h"
#include "c2c-ingest/objects/WideAccesses.h"
#include "c2c-ingest/perf/SideRecords.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace fsfind::objects {

namespace {

constexpr std::string_view kUnmapped = "[unknown]";

ObjectKind kindOfMemory(const perf::Mapping &mapping) {
  if (mapping.file.path == "[heap]")
    return ObjectKind::Heap;
  if (mapping.file.path.compare(0, 6, "[stack") == 0)
    return ObjectKind::Stack;
  return ObjectKind::Unknown;
}

struct Named {
  Target target;
  bool overlaid = false; ///< see MemberAt::overlaid
};

Named nameStatic(const ModuleCache::Place &place, std::uint64_t access_size) {
  Target target;
  auto data = place.module->findStaticData(place.svma, access_size);
  if (!data)
    return {};
  target.object = std::move(data->object);
  target.object.address += place.bias;
  target.member = std::move(data->member);
  target.member_offset = data->member_offset;
  target.member_size = data->member_size;
  target.member_declared = std::move(data->member_declared);
  target.record = std::move(data->record);
  target.evidence = Evidence::StaticData;
  target.verified = place.verified;
  return {std::move(target), data->overlaid};
}

Target nameTarget(const ModuleCache::Place &place) {
  return nameStatic(place, 0).target;
}

/// Gives accesses to static variables with unions in them targets of their own, where their size
/// tells which alternative they mean. The sizes of accesses must be known before.
class Overlays {
public:
  Overlays(const lines::NameTables &names, ModuleCache &modules, Profile &profile)
      : names_(names), modules_(modules), profile_(profile) {}

  /// `overlaid` are the targets in unions, ascending.
  void resolve(const std::vector<TargetIndex> &overlaid) {
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (access.size != 0 && std::binary_search(overlaid.begin(), overlaid.end(), access.target))
          access.target = bySize(access.target, access.size);
  }

private:
  TargetIndex bySize(TargetIndex target, std::uint32_t size) {
    const auto [known, fresh] = by_size_.try_emplace({target, size}, target);
    if (!fresh)
      return known->second;
    const lines::MappedAddress &key = names_.targets.keys()[target.value()];
    const auto place = modules_.find(key.mapping, key.address, ModuleCache::Use::Data);
    Target named = nameStatic(place, size).target;
    if (named.member == profile_.target(target).member)
      return target;
    profile_.targets.push_back(std::move(named));
    known->second = TargetIndex(static_cast<std::uint32_t>(profile_.targets.size() - 1));
    return known->second;
  }

  const lines::NameTables &names_;
  ModuleCache &modules_;
  Profile &profile_;
  std::map<std::pair<TargetIndex, std::uint32_t>, TargetIndex> by_size_;
};

/// What lies behind `first` in a static variable.
std::vector<Target> staticBehind(const Target &first, std::uint64_t stop,
                                 const lines::MappedAddress &where, const ModuleCache::Place &at) {
  return targetsBehind(first, stop, [&](std::uint64_t address) {
    ModuleCache::Place next = at;
    next.svma += address - where.address;
    return nameTarget(next);
  });
}

void nameSite(const ModuleCache::Place &place, Site &site) {
  site.module_address = place.svma;
  if (const auto symbol = place.module->findFunction(place.svma)) {
    site.symbol = symbol->name;
    site.symbol_offset = place.svma - symbol->start;
  }
  site.frames = place.module->framesAt(place.svma);
}

} // namespace

void nameThreads(const lines::NameTables &names, const std::vector<perf::SideEvent> &events,
                 Profile &profile) {
  std::map<std::uint32_t, std::string> comms;
  for (const perf::SideEvent *side : perf::inTimeOrder(events)) {
    if (const auto *comm = std::get_if<perf::CommEvent>(&side->event))
      comms[comm->tid] = comm->comm;
    else if (const auto *fork = std::get_if<perf::ForkEvent>(&side->event))
      if (const auto parent = comms.find(fork->parent_tid); parent != comms.end())
        comms.insert_or_assign(fork->tid, std::string(parent->second));
  }
  for (const lines::ThreadId &thread : names.threads.keys()) {
    const auto comm = comms.find(thread.tid);
    profile.threads.push_back(
        {thread.pid, thread.tid, comm == comms.end() ? std::string() : comm->second});
  }
}

void nameSites(const lines::NameTables &names, const perf::AddressSpaces &spaces,
               ModuleCache *modules, NameRoom &room, Profile &profile) {
  for (const lines::MappedAddress &key : names.sites.keys()) {
    Site site;
    site.ip = key.address;
    site.module = key.mapping == perf::kNoMapping ? std::string(kUnmapped)
                                                  : spaces.mapping(key.mapping).file.path;
    site.module_address = key.mapping == perf::kNoMapping
                              ? key.address
                              : spaces.mapping(key.mapping).relative(key.address);
    if (modules)
      if (const auto place = modules->find(key.mapping, key.address, ModuleCache::Use::Code);
          place.module)
        nameSite(place, site);
    room.fit(site);
    profile.sites.push_back(std::move(site));
  }
}

void nameTargets(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                 ModuleCache *modules, const LivingFrames *frames, NameRoom &room,
                 Profile &profile) {
  std::vector<TargetIndex> overlaid;
  for (const lines::MappedAddress &key : names.targets.keys()) {
    Target target;
    if (modules)
      if (const auto place = modules->find(key.mapping, key.address, ModuleCache::Use::Data);
          place.module) {
        Named named = nameStatic(place, 0);
        target = std::move(named.target);
        if (named.overlaid)
          overlaid.emplace_back(static_cast<std::uint32_t>(profile.targets.size()));
      }
    if (target.evidence == Evidence::None)
      target.object.kind = key.frame == lines::kNoFrame ? kindOfMemory(spaces.mapping(key.mapping))
                                                        : ObjectKind::Stack;
    room.fit(target);
    profile.targets.push_back(std::move(target));
  }
  if (!modules)
    return;
  const auto voted = nameByVote(names, spaces, *modules, *frames, profile);
  Overlays(names, *modules, profile).resolve(overlaid);
  const auto behind = [&](TargetIndex first, std::uint64_t stop) {
    if (profile.target(first).evidence == Evidence::StaticData) {
      if (first.value() >= names.targets.keys().size())
        return std::vector<Target>(); // an access of this size covers the whole member
      const lines::MappedAddress &where = names.targets.keys()[first.value()];
      return staticBehind(profile.target(first), stop, where,
                          modules->find(where.mapping, where.address, ModuleCache::Use::Data));
    }
    std::vector<Target> found;
    if (const auto known = voted.find(first); known != voted.end())
      std::copy_if(known->second.begin(), known->second.end(), std::back_inserter(found),
                   [&](const Target &target) {
                     return target.object.address + target.member_offset < stop;
                   });
    return found;
  };
  splitWideAccesses(behind, profile);
}

} // namespace fsfind::objects

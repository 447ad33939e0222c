#include "c2c-ingest/objects/Observations.h"

#include <algorithm>
#include <tuple>

namespace fsfind::objects {

namespace {

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

} // namespace

Observations::Observations(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                           const Profile &profile)
    : names_(names), spaces_(spaces) {
  gather(profile);
  sumUp();
}

lines::BlockIndex Observations::blockOf(TargetIndex target) const {
  const auto &keys = names_.targets.keys();
  return target.value() < keys.size() ? keys[target.value()].block : lines::kNoBlock;
}

lines::FrameIndex Observations::frameOf(std::uint32_t datum) const {
  return names_.targets.keys()[targets_[datum].value()].frame;
}

bool Observations::isInNoBlock(std::uint32_t datum) const {
  return !names_.blocks.empty() && data_[datum].memory == ObjectKind::Heap &&
         blockOf(targets_[datum]) == lines::kNoBlock;
}

void Observations::gather(const Profile &profile) {
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses)
      if (!line.kernel && profile.target(access.target).evidence == Evidence::None) {
        const std::uint32_t datum = datumOf(profile, access);
        observations_.push_back(
            {datum, access.site, access.kind == AccessKind::Store, access.count});
        data_[datum].samples += access.count;
        users_[datum].push_back(access.thread);
      }
  for (std::vector<ThreadIndex> &users : users_) {
    std::sort(users.begin(), users.end());
    users.erase(std::unique(users.begin(), users.end()), users.end());
  }
}

/// Makes one observation of those that differ in nothing but their number of samples.
void Observations::sumUp() {
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

std::uint32_t Observations::datumOf(const Profile &profile, const Access &access) {
  const auto next = static_cast<std::uint32_t>(data_.size());
  const auto [place, fresh] = datum_of_.try_emplace(access.target, next);
  if (fresh) {
    const lines::MappedAddress &where = names_.targets.keys()[access.target.value()];
    const std::uint32_t pid = profile.thread(access.thread).pid;
    Datum &datum = data_.emplace_back();
    datum.address = where.address;
    datum.space = memory_
                      .try_emplace({pid, where.block, where.frame},
                                   static_cast<std::uint32_t>(memory_.size()))
                      .first->second;
    datum.memory = where.frame == lines::kNoFrame ? kindOfObjects(spaces_.mapping(where.mapping))
                                                  : ObjectKind::Stack;
    if (where.block != lines::kNoBlock) {
      datum.memory = ObjectKind::Heap;
      const lines::Block &block = names_.blocks[where.block.value()];
      datum.block_begin = block.address;
      datum.block_end = block.address + std::min(block.size, UINT64_MAX - block.address);
    }
    targets_.push_back(access.target);
    users_.emplace_back();
  }
  return place->second;
}

void Observations::findSizes(AccessSites &sites) {
  std::vector<bool> known(data_.size());
  for (const Observation &observation : observations_) {
    Datum &datum = data_[observation.datum];
    const std::uint32_t size = sites.sizeAt(observation.site, observation.store);
    const bool first = !known[observation.datum];
    datum.access_size = first || datum.access_size == size ? size : 0;
    datum.reach = std::max(datum.reach, size);
    known[observation.datum] = true;
  }
}

} // namespace fsfind::objects

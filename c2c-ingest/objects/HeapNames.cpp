#include "c2c-ingest/objects/HeapNames.h"

#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <utility>

namespace fsfind::objects {

void HeapNames::hear(lines::BlockIndex block, const typing::Hypothesis &view) {
  if (block == lines::kNoBlock)
    return;
  Heard &heard = heard_[block];
  if (!view.keeper) {
    heard.lacking = true;
    return;
  }
  heard.differ |= heard.keeper && *heard.keeper != *view.keeper;
  heard.keeper = &*view.keeper;
}

void HeapNames::findAllocations(AccessSites &sites) {
  sites.eachModule([&](debuginfo::Module &module, typing::SiteTypes &types) {
    for (const typing::AllocationSite &allocation : types.allocations()) {
      Site site;
      site.frames = module.framesAt(allocation.call);
      const Frame *frame = authorFrame(site);
      if (frame == nullptr || !frame->place.known())
        continue;
      std::vector<Frame> &places = allocated_[module.types()->name(allocation.type)];
      const bool told = std::any_of(places.begin(), places.end(), [&](const Frame &other) {
        return other.place == frame->place;
      });
      if (!told)
        places.push_back(*frame);
    }
  });
}

void HeapNames::complete(Target &target, lines::BlockIndex block, std::uint64_t address) {
  if (target.evidence == Evidence::None)
    nameByAllocation(target, block, address);
  Object &object = target.object;
  if (block != lines::kNoBlock) {
    object.block_address = names_.blocks[block.value()].address;
    object.block_size = names_.blocks[block.value()].size;
  }
  if (target.evidence == Evidence::None || object.kind != ObjectKind::Heap)
    return;
  const Frame *caller = blocks_.allocatedBy(block);
  const auto places = allocated_.find(object.type);
  if (caller)
    object.allocated = *caller;
  if (!object.allocated.place.known() && places != allocated_.end() && places->second.size() == 1)
    object.allocated = places->second.front();
  if (block != lines::kNoBlock && object.name.empty())
    nameByHolder(target, block);
}

void HeapNames::nameByAllocation(Target &target, lines::BlockIndex index, std::uint64_t address) {
  if (!blocks_.allocatedBy(index))
    return;
  const lines::Block &block = names_.blocks[index.value()];
  target.object.kind = ObjectKind::Heap;
  target.object.address = block.address;
  target.object.size = block.size;
  target.member_offset = address - block.address;
  target.evidence = Evidence::Allocation;
  target.certainty = Certainty::Likely;
}

/// The call that allocated the block tells the pointer that keeps it, else all sites that use it
/// do. If both tell the same one, numbers that it leads to are no guess, as they are elsewhere.
void HeapNames::nameByHolder(Target &target, lines::BlockIndex index) {
  Object &object = target.object;
  const auto known = heard_.find(index);
  const Heard heard = known == heard_.end() ? Heard() : known->second;
  const typing::Keeper *allocated = blocks_.keeperOf(index);
  const bool contradicted =
      heard.differ || (allocated && heard.keeper && *allocated != *heard.keeper);
  const typing::Keeper *keeper = allocated ? allocated : heard.lacking ? nullptr : heard.keeper;
  if (contradicted || !keeper)
    return;
  object.holder = keeper->name;
  const lines::Block &block = names_.blocks[index.value()];
  const bool several = object.size != 0 && block.size / object.size > 1;
  const std::uint64_t offset = object.address - block.address;
  // Sites do not tell that the pointer leads to the block's begin, as the allocating call does.
  object.index.reset();
  if (several && allocated && offset % object.size == 0)
    object.index = offset / object.size;
  object.of_array = several && !object.index;
  const bool told_by_both = allocated && heard.keeper && !heard.lacking;
  if (told_by_both && object.index && target.certainty == Certainty::Likely)
    target.certainty = Certainty::Certain;
}

} // namespace fsfind::objects

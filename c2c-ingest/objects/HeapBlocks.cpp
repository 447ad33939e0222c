#include "c2c-ingest/objects/HeapBlocks.h"

#include "rules/model/AuthorFrame.h"

#include <utility>

namespace fsfind::objects {

HeapBlocks::HeapBlocks(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                       ModuleCache &modules, Sites sites)
    : names_(names), mappings_(spaces), modules_(modules), sites_(std::move(sites)) {}

std::optional<HeapBlocks::Typed> HeapBlocks::typeOf(lines::BlockIndex block) {
  return block == lines::kNoBlock ? std::nullopt : callerOf(block).typed;
}

const Frame *HeapBlocks::allocatedBy(lines::BlockIndex block) {
  if (block == lines::kNoBlock)
    return nullptr;
  const Frame &frame = callerOf(block).frame;
  return frame.place.known() ? &frame : nullptr;
}

const HeapBlocks::Caller &HeapBlocks::callerOf(lines::BlockIndex index) {
  const lines::Block &block = names_.blocks[index.value()];
  const auto [place, fresh] = callers_.try_emplace({block.pid, block.caller});
  Caller &caller = place->second;
  if (!fresh || block.caller == 0)
    return caller;
  // The call is before the address that it returns to, which may be another function's first.
  const std::uint64_t call = block.caller - 1;
  const ModuleCache::Place code =
      modules_.find(mappings_.find(block.pid, perf::CpuMode::User, call, UINT64_MAX), call,
                    ModuleCache::Use::Code);
  if (!code.module)
    return caller;
  Site site;
  site.frames = code.module->framesAt(code.svma);
  if (const Frame *frame = authorFrame(site))
    caller.frame = *frame;
  debuginfo::TypeTable *table = code.module->types();
  const typing::AllocationSite *allocation =
      table ? sites_(*code.module).allocationBefore(code.svma + 1) : nullptr;
  if (allocation)
    caller.typed = Typed{table, allocation->type, code.verified};
  return caller;
}

} // namespace fsfind::objects

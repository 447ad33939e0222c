#include "c2c-ingest/objects/HeapBlocks.h"

#include "rules/model/AuthorFrame.h"

namespace fsfind::objects {

namespace {

/// The author's frame at the call; without debug info the file and, if it has a symbol there, the
/// function.
Frame frameOf(const ModuleCache::Place &code, const std::string &path) {
  Frame frame;
  frame.place.file = path;
  if (!code.module)
    return frame;
  Site site;
  site.frames = code.module->framesAt(code.svma);
  if (const Frame *author = authorFrame(site); author && author->place.known())
    return *author;
  if (const auto symbol = code.module->findFunction(code.svma))
    frame.function = symbol->name;
  return frame;
}

/// Whether the call allocates an array. What `new[]` notes before the elements of some types, at
/// most 16 bytes, is not taken for one of them.
bool allocatesElements(const typing::AllocationSite &allocation, std::uint64_t size) {
  constexpr std::uint64_t kLargestCount = 16;
  return allocation.allocator == "calloc" ||
         (allocation.allocator == "operator new[]" && size > kLargestCount);
}

} // namespace

HeapBlocks::HeapBlocks(const lines::NameTables &names, const perf::AddressSpaces &spaces,
                       ModuleCache &modules, AccessSites &sites)
    : names_(names), spaces_(spaces), mappings_(spaces), modules_(modules), sites_(sites) {
  for (const lines::Block &block : names.blocks)
    ++blocks_of_[{block.pid, block.caller}];
}

std::optional<HeapBlocks::Typed> HeapBlocks::typeOf(lines::BlockIndex block) {
  return block == lines::kNoBlock ? std::nullopt : callerOf(block).typed;
}

const Frame *HeapBlocks::allocatedBy(lines::BlockIndex block) {
  if (block == lines::kNoBlock)
    return nullptr;
  const Frame &frame = callerOf(block).frame;
  return frame.place.file.empty() ? nullptr : &frame;
}

const typing::Keeper *HeapBlocks::keeperOf(lines::BlockIndex block) {
  if (block == lines::kNoBlock)
    return nullptr;
  const lines::Block &one = names_.blocks[block.value()];
  const auto &keeper = callerOf(block).keeper;
  return keeper && blocks_of_[{one.pid, one.caller}] == 1 ? &*keeper : nullptr;
}

const HeapBlocks::Caller &HeapBlocks::callerOf(lines::BlockIndex index) {
  const lines::Block &block = names_.blocks[index.value()];
  const auto [place, fresh] = callers_.try_emplace({block.pid, block.caller});
  Caller &caller = place->second;
  if (!fresh || block.caller == 0)
    return caller;
  // The call is before the address that it returns to, which may be another function's first.
  const std::uint64_t call = block.caller - 1;
  const perf::MappingIndex mapping =
      mappings_.find(block.pid, perf::CpuMode::User, call, UINT64_MAX);
  if (mapping == perf::kNoMapping || spaces_.mapping(mapping).identity) // code without a file
    return caller;
  const ModuleCache::Place code = modules_.find(mapping, call, ModuleCache::Use::Code);
  caller.frame = frameOf(code, spaces_.mapping(mapping).file.path);
  if (!code.module)
    return caller;
  debuginfo::TypeTable *table = code.module->types();
  const typing::AllocationSite *allocation =
      table ? sites_.typesOf(*code.module).allocationBefore(code.svma + 1) : nullptr;
  if (allocation) {
    caller.typed = Typed{table, allocation->type, code.verified,
                         allocatesElements(*allocation, table->size(allocation->type))};
    caller.keeper = allocation->keeper;
  }
  return caller;
}

} // namespace fsfind::objects

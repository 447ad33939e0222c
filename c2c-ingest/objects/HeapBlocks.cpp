#include "c2c-ingest/objects/HeapBlocks.h"

#include "c2c-ingest/objects/AllocationAskers.h"
#include "rules/model/AuthorFrame.h"

#include <vector>

namespace fsfind::objects {

namespace {

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
    ++blocks_of_[keyOf(block)];
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
  return keeper && blocks_of_[keyOf(one)] == 1 ? &*keeper : nullptr;
}

const HeapBlocks::Caller &HeapBlocks::callerOf(lines::BlockIndex index) {
  const lines::Block &block = names_.blocks[index.value()];
  const auto [place, fresh] = callers_.try_emplace(keyOf(block));
  Caller &caller = place->second;
  if (!fresh || block.caller == 0)
    return caller;
  const Call call = callBefore(block.pid, block.caller);
  if (!call.file)
    return caller;
  caller.frame = askerOf(block, call);
  debuginfo::TypeTable *table = call.code.module ? call.code.module->types() : nullptr;
  const typing::AllocationSite *allocation =
      table ? sites_.typesOf(*call.code.module).allocationBefore(call.code.svma + 1) : nullptr;
  if (allocation) {
    caller.typed = Typed{table, allocation->type, call.code.verified,
                         allocatesElements(*allocation, table->size(allocation->type))};
    caller.keeper = allocation->keeper;
  }
  return caller;
}

/// The call is before the address that it returns to, which may be another function's first.
HeapBlocks::Call HeapBlocks::callBefore(std::uint32_t pid, std::uint64_t returns) {
  const std::uint64_t call = returns - 1;
  const perf::MappingIndex mapping = mappings_.find(pid, perf::CpuMode::User, call, UINT64_MAX);
  if (mapping == perf::kNoMapping || spaces_.mapping(mapping).identity) // code without a file
    return {};
  return {&spaces_.mapping(mapping).file.path,
          modules_.find(mapping, call, ModuleCache::Use::Code)};
}

/// If nobody else is known, the function that called the allocator.
Frame HeapBlocks::askerOf(const lines::Block &block, const Call &inner) {
  AskerSearch search;
  bool found = search.look(inner.code, *inner.file);
  for (const std::uint64_t returns : block.handed_on)
    if (const Call call = callBefore(block.pid, returns); call.file && !found)
      found = search.look(call.code, *call.file);
  if (search.asker())
    return *search.asker();
  Site site;
  if (inner.code.module)
    site.frames = inner.code.module->framesAt(inner.code.svma);
  if (const Frame *author = authorFrame(site); author && author->place.known())
    return *author;
  Frame frame;
  frame.place.file = *inner.file;
  if (const auto symbol =
          inner.code.module ? inner.code.module->findFunction(inner.code.svma) : std::nullopt)
    frame.function = symbol->name;
  return frame;
}

} // namespace fsfind::objects

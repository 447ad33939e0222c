#include "c2c-ingest/typing/StoreUpdates.h"

#include "c2c-ingest/typing/Architecture.h"
#include "c2c-ingest/typing/DatumUpdate.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

bool accesses(const machine::Instruction &instruction, bool store) {
  return std::any_of(
      instruction.accesses.begin(), instruction.accesses.end(),
      [store](const machine::MemoryAccess &access) { return store ? access.store : access.load; });
}

/// The number of the instruction at `svma`, or of the one just before it, that loads or stores.
std::optional<std::uint32_t> accessAt(const FlowGraph &graph, std::uint64_t svma, bool store) {
  const auto here = graph.indexOf(svma);
  if (!here || accesses(graph.code[*here], store))
    return here;
  if (*here == 0)
    return {};
  const machine::Instruction &before = graph.code[*here - 1];
  return before.address + before.length == svma && accesses(before, store)
             ? std::optional(*here - 1)
             : std::nullopt;
}

} // namespace

struct StoreUpdates::Function {
  FlowGraph graph;
  bool returns_value = true;
};

StoreUpdates::StoreUpdates(debuginfo::Module &module) : module_(module) {
  if (const auto arch = architectureOf(module)) {
    convention_ = &machine::conventionOf(*arch);
    decoder_ = machine::Decoder::create(*arch);
  }
}

StoreUpdates::~StoreUpdates() = default;
StoreUpdates::StoreUpdates(StoreUpdates &&) noexcept = default;

/// Without debug info any function may return one; so may Go's, whose results are parameters there.
bool StoreUpdates::returnsValue(std::uint64_t entry, std::uint64_t svma) {
  const auto signature = module_.signatureAt(entry);
  if (!signature || signature->result)
    return true;
  const auto info = module_.functionInfo(svma);
  return !info || !info->calls_preserve_registers;
}

const StoreUpdates::Function *StoreUpdates::functionAt(std::uint64_t svma) {
  const auto symbol = module_.findFunction(svma);
  if (!symbol || symbol->size == 0)
    return nullptr;
  const auto [known, fresh] = functions_.try_emplace(symbol->start);
  if (fresh) {
    known->second = std::make_unique<Function>();
    debuginfo::FunctionInfo bounds;
    bounds.entry = symbol->start;
    bounds.code = {{symbol->start, symbol->start + symbol->size}};
    known->second->graph = flowGraphOf(bounds, module_, *decoder_);
    known->second->returns_value = returnsValue(symbol->start, svma);
  }
  return known->second.get();
}

Update StoreUpdates::at(std::uint64_t svma, bool store) {
  const Function *function = decoder_ ? functionAt(svma) : nullptr;
  const auto access = function ? accessAt(function->graph, svma, store) : std::nullopt;
  if (!access)
    return Update::Unknown;
  return updateBy(function->graph, *access,
                  ValueFates(function->graph, *convention_, function->returns_value));
}

} // namespace fsfind::typing

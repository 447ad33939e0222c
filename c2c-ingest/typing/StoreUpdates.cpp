#include "c2c-ingest/typing/StoreUpdates.h"

#include "c2c-ingest/typing/Architecture.h"
#include "c2c-ingest/typing/DatumUpdate.h"
#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <set>

namespace fsfind::typing {

/// Instructions of functions that are kept, a hundred megabytes; then it begins anew.
constexpr std::size_t kMostKept = std::size_t{1} << 18;

struct StoreUpdates::Function {
  FlowGraph graph;
  std::uint64_t passed = 0, returned = 0; ///< registers: see ValueFates
  std::set<std::uint64_t> announced;      ///< calls that tell of an access which follows them

  /// The access of which the call at that address tells.
  [[nodiscard]] std::optional<std::uint32_t> announcedBy(std::uint64_t call, bool store) const {
    const auto &code = graph.code;
    for (std::size_t i = graph.indexOf(call).value_or(0) + 1; i < code.size(); ++i) {
      if (code[i].flow != machine::Flow::Next)
        break;
      if (const auto access = graph.accessAt(code[i].address, store); access == i)
        return access;
    }
    return {};
  }
};

StoreUpdates::StoreUpdates(debuginfo::Module &module) : module_(module) {
  if (const auto arch = architectureOf(module)) {
    convention_ = &machine::conventionOf(*arch);
    decoder_ = machine::Decoder::create(*arch);
  }
}

StoreUpdates::~StoreUpdates() = default;
StoreUpdates::StoreUpdates(StoreUpdates &&) noexcept = default;

/// Without debug info any function may return a value; so may Go's, whose results are parameters
/// there.
void StoreUpdates::findHandedOn(Function &function, std::uint64_t entry, std::uint64_t svma) {
  if (const auto info = module_.functionInfo(svma); info && !info->calls_preserve_registers) {
    function.passed = function.returned = convention_->of_go;
    return;
  }
  for (const machine::Register reg : convention_->arguments)
    function.passed |= std::uint64_t{1} << reg;
  const auto signature = module_.signatureAt(entry);
  if (!signature || signature->result)
    function.returned = convention_->results;
}

/// Plain accesses follow the calls that tell of them; atomics have none but these.
void StoreUpdates::findAccessesByCall(Function &function) {
  for (machine::Instruction &instruction : function.graph.code) {
    const auto callee = instruction.flow == machine::Flow::Call && instruction.target
                            ? module_.signatureAt(*instruction.target)
                            : std::nullopt;
    if (callee && accessByCall(instruction, callee->name, *convention_) &&
        !callee->name.starts_with("__tsan_atomic"))
      function.announced.insert(instruction.address);
  }
}

const StoreUpdates::Function *StoreUpdates::functionAt(std::uint64_t svma) {
  const auto symbol = module_.findFunction(svma);
  if (!symbol || symbol->size == 0)
    return nullptr;
  if (kept_ > kMostKept && !functions_.contains(symbol->start)) {
    functions_.clear();
    kept_ = 0;
  }
  const auto [known, fresh] = functions_.try_emplace(symbol->start);
  if (fresh) {
    known->second = std::make_unique<Function>();
    debuginfo::FunctionInfo bounds;
    bounds.entry = symbol->start;
    bounds.code = {{symbol->start, symbol->start + symbol->size}};
    known->second->graph = flowGraphOf(bounds, module_, *decoder_);
    kept_ += known->second->graph.code.size();
    findAccessesByCall(*known->second);
    findHandedOn(*known->second, symbol->start, svma);
  }
  return known->second.get();
}

Update StoreUpdates::at(std::uint64_t svma, bool store) {
  const Function *function = decoder_ ? functionAt(svma) : nullptr;
  if (!function)
    return Update::Unknown;
  const auto access = function->announced.contains(svma) ? function->announcedBy(svma, store)
                                                         : function->graph.accessAt(svma, store);
  if (!access)
    return Update::Unknown;
  return updateBy(function->graph, *access,
                  ValueFates(function->graph, *convention_, function->passed, function->returned));
}

} // namespace fsfind::typing

#include "analyzer/extract/access/Hashes.h"

#include <llvm/ADT/Hashing.h>

namespace fsfind::analyzer {

std::uint64_t hashOf(const Designator &what) {
  llvm::hash_code hash = llvm::hash_combine(static_cast<int>(what.root), what.parameter,
                                            what.variable ? what.variable->value() + 1 : 0,
                                            what.function ? what.function->value() + 1 : 0);
  for (const FactStep &step : what.steps)
    hash = llvm::hash_combine(hash, static_cast<int>(step.kind), step.record.value(), step.member,
                              static_cast<int>(step.index->from), step.index->number,
                              step.index->scale, step.index->text);
  return static_cast<std::size_t>(hash);
}

std::uint64_t hashOf(const FactCall &call) {
  llvm::hash_code hash =
      llvm::hash_combine(call.callee.value(), call.loop, call.object ? hashOf(*call.object) : 0);
  for (const FactArgument &argument : call.arguments)
    hash = llvm::hash_combine(hash, hashOf(argument.what), argument.value->number,
                              argument.value->text, argument.factor, argument.offset);
  for (const std::uint32_t lock : call.held)
    hash = llvm::hash_combine(hash, lock);
  return static_cast<std::size_t>(hash);
}

} // namespace fsfind::analyzer

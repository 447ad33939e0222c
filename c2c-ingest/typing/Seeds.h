#pragma once

#include "c2c-ingest/typing/FlowGraph.h"
#include "c2c-ingest/typing/Knowledge.h"
#include "c2c-ingest/typing/MachineState.h"

namespace fsfind::typing {

/// What debug info says of registers: at which instructions a register holds a variable that is a
/// pointer.
class Seeds {
public:
  Seeds(const debuginfo::FunctionInfo &function, const FlowGraph &graph, MemoryTypes &types);

  /// Registers that debug info says are pointers when an instruction begins: those told from this
  /// instruction on, or with `all` every one.
  void apply(std::uint32_t instruction, bool all, MachineState &state, Knowledge &knowledge);
  /// What registers held at the function's entry (DW_OP_entry_value).
  struct Entry {
    machine::Register reg;
    Value pointer;
  };
  [[nodiscard]] const std::vector<Entry> &atEntry() const { return entries_; }

private:
  struct Seed {
    debuginfo::AddressRange range;
    machine::Register reg;
    Value pointer;
    std::uint64_t last_end = 0; ///< the greatest end of this range and those before it
  };
  void add(const debuginfo::ScopeVariable &variable, const debuginfo::VariableLocation &location);
  void set(const Seed &seed, MachineState &state, Knowledge &knowledge);

  const FlowGraph &graph_;
  MemoryTypes &types_;
  std::vector<Seed> seeds_; ///< by begin
  std::vector<Entry> entries_;
};

} // namespace fsfind::typing

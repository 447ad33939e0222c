#pragma once

#include "c2c-ingest/typing/FlowGraph.h"
#include "c2c-ingest/typing/Knowledge.h"
#include "c2c-ingest/typing/MachineState.h"

namespace fsfind::typing {

/// Types of registers by debug info: at which instructions a register holds a variable that is a
/// pointer.
class Seeds {
public:
  Seeds(const debuginfo::FunctionInfo &function, const FlowGraph &graph, MemoryTypes &types);

  /// Types the registers that hold pointers when an instruction begins: those whose range begins at
  /// this instruction, or with `all` every range that covers it.
  void apply(std::uint32_t instruction, bool all, MachineState &state, Knowledge &knowledge);
  /// The pointer that a register held at the function's entry (DW_OP_entry_value).
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
  std::vector<Seed> seeds_; ///< sorted by begin
  std::vector<Entry> entries_;
};

} // namespace fsfind::typing

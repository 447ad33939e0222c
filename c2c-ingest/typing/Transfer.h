#pragma once

#include "c2c-ingest/typing/Arguments.h"
#include "c2c-ingest/typing/FrameVariables.h"
#include "c2c-ingest/typing/Seeds.h"

#include <map>
#include <string>

namespace fsfind::typing {

/// A call of an allocator.
struct Allocation {
  std::uint64_t call = 0;    ///< svma
  std::uint64_t returns = 0; ///< svma of the next instruction
  std::string allocator;
};

/// What is known of the functions that are called.
class Callees {
public:
  virtual ~Callees() = default;
  /// The function whose code begins at `target`; null if nothing is known.
  virtual const debuginfo::Signature *signatureAt(std::uint64_t target) = 0;
  /// The address that the function at `target` returns, if it is derived from an argument, as
  /// accessors' are.
  virtual std::optional<Argument> returnedBy(std::uint64_t target) = 0;
};

/// What instructions do to a machine state.
class Transfer {
public:
  Transfer(const debuginfo::FunctionInfo &function, const FlowGraph &graph,
           debuginfo::Module &module, const machine::Convention &convention, Callees &callees,
           Knowledge &knowledge, MemoryTypes &types);

  /// The state before the function's first instruction.
  [[nodiscard]] MachineState entryState(std::uint32_t entry_block) const;
  /// The definition of a register's value at the begin of a block where paths with different values
  /// meet.
  [[nodiscard]] Definition meeting(std::uint32_t block, machine::Register reg) const;
  void execute(std::uint32_t instruction, MachineState &state);
  /// False for a call of a function that never returns.
  bool returns(std::uint32_t instruction);
  /// The argument that the value is derived from, if any.
  [[nodiscard]] std::optional<Argument> argumentIn(const Value &value) const;

  [[nodiscard]] machine::Register stackPointer() const { return convention_.stack; }
  [[nodiscard]] const FrameVariables &frame() const { return frame_; }
  [[nodiscard]] const std::map<Definition, Allocation> &allocations() const { return allocations_; }

private:
  struct Step {
    std::uint32_t instruction;
    Definition definition; ///< of the value that the step makes
  };
  void apply(const machine::Effect &effect, const Step &step, MachineState &state);
  [[nodiscard]] Value known(const Value &value, const Step &step) const;
  std::optional<Value> declaredAt(const Value &address, const Step &step,
                                  const MachineState &state);
  Value asDeclared(const Value &held, const Value &declared);
  std::optional<Value> pointerDeclaredAt(const Value &address);
  void learnFromPlace(const Value &address, const Value &stored);
  void store(const machine::Effect &effect, const Step &step, MachineState &state);
  [[nodiscard]] Value product(const machine::Effect &effect, const Step &step,
                              const MachineState &state) const;
  Value loaded(const machine::Effect &effect, const Step &step, const MachineState &state);
  Value loadedFromFrame(const Value &address, const Step &step, const MachineState &state);
  void call(const Step &step, MachineState &state);
  void learnArguments(const debuginfo::Signature &callee, const MachineState &state);
  Value resultOf(std::uint64_t target, const debuginfo::Signature &callee, const Step &step,
                 const MachineState &before);
  std::optional<Value> passedThrough(std::uint64_t target, const MachineState &before);

  const FlowGraph &graph_;
  debuginfo::Module &module_;
  const machine::Convention &convention_;
  Callees &callees_;
  Knowledge &knowledge_;
  MemoryTypes &types_;
  bool calls_preserve_registers_;
  FrameVariables frame_;
  bool entry_is_a_loop_ = false; ///< then registers may hold other values there than arguments
  std::map<Definition, Allocation> allocations_;
};

} // namespace fsfind::typing

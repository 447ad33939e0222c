#pragma once

#include "c2c-ingest/typing/Transfer.h"

#include <functional>
#include <optional>
#include <vector>

namespace fsfind::typing {

/// Follows values along the control flow of one function to a fixpoint, and does so again as long
/// as it learns types of values made earlier.
class Dataflow {
public:
  Dataflow(const FlowGraph &graph, Seeds &seeds, Transfer &transfer, Knowledge &knowledge);

  void run();

  /// Calls back for each reachable instruction with the state before it.
  using Visit = std::function<void(std::uint32_t instruction, const MachineState &state)>;
  void visit(const Visit &callback);

private:
  void runOnce();
  void drain();
  void enter(std::uint32_t block, const MachineState &state);
  [[nodiscard]] bool isPadding(std::uint32_t number) const;
  void enterStrays();
  bool join(std::uint32_t block, MachineState &into, const MachineState &from);
  template <class Each> MachineState replay(std::uint32_t block, const Each &each);

  const FlowGraph &graph_;
  Seeds &seeds_;
  Transfer &transfer_;
  Knowledge &knowledge_;
  std::vector<std::optional<MachineState>> states_; ///< at the begin of each block
  std::vector<std::uint32_t> visits_;
  std::vector<std::uint8_t> changes_; ///< at joins, by block and register
  std::vector<std::uint32_t> work_;
  std::optional<MachineState> stray_; ///< for blocks that no edge leads to: joined indirect jumps
};

} // namespace fsfind::typing

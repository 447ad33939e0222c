#pragma once

#include "c2c-ingest/typing/FlowGraph.h"

namespace fsfind::typing {

/// What becomes of a value that a register, or the flags, hold behind an instruction.
enum class Fate : std::uint8_t {
  Dropped, ///< overwritten on every path before anything needs it
  Leaves,  ///< the function may return or pass it, or its paths are too long to tell
  Used,
};

/// Follows values through a function's code.
class ValueFates {
public:
  /// Bit r of `passed`: callees get what register r holds; of `returned`: callers do at the end.
  ValueFates(const FlowGraph &graph, const machine::Convention &convention, std::uint64_t passed,
             std::uint64_t returned)
      : graph_(graph), convention_(convention), passed_(passed), returned_(returned) {}

  /// Of what the register holds after the graph's instruction of that number.
  [[nodiscard]] Fate ofRegister(machine::Register reg, std::uint32_t instruction) const;
  [[nodiscard]] Fate ofFlags(std::uint32_t instruction) const;

private:
  template <class Step> [[nodiscard]] Fate follow(std::uint32_t instruction, Step step) const;

  const FlowGraph &graph_;
  const machine::Convention &convention_;
  std::uint64_t passed_, returned_;
};

} // namespace fsfind::typing

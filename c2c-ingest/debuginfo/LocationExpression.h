#pragma once

#include "c2c-ingest/debuginfo/FunctionInfo.h"
#include "c2c-ingest/debuginfo/Unit.h"

namespace fsfind::debuginfo {

/// Reads location expressions; the unit gives the size of addresses, and addresses by their index.
struct ExpressionReader {
  const Unit &unit;
  unsigned general_registers = 16; ///< DWARF numbers below this are general registers

  /// The pieces of a variable's location (DWARF 5, 2.5 and 2.6), without ranges; empty for
  /// expressions that compute more than a register or frame address plus a constant, and for
  /// registers that are no general ones.
  [[nodiscard]] std::vector<VariableLocation> locations(Bytes expression) const;

  /// DW_AT_frame_base: false if it is neither the CFA nor relative to a register.
  bool readFrameBase(Bytes expression, FunctionInfo &function) const;
};

} // namespace fsfind::debuginfo

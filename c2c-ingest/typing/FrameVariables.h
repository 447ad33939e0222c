#pragma once

#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/typing/MachineState.h"

#include <optional>

namespace fsfind::typing {

/// The variables that a function keeps in its frame.
class FrameVariables {
public:
  /// `function` must outlive this object.
  FrameVariables(const debuginfo::FunctionInfo &function, debuginfo::TypeTable &types);

  struct Found {
    const debuginfo::ScopeVariable *variable = nullptr;
    std::int64_t offset = 0; ///< from the variable's first byte
  };
  /// The variable that covers `address` (of kind Frame) at the instruction at `svma`, if any. An
  /// address that moves by steps needs a variable that is larger than a step: compilers keep others
  /// in the first element of an array, for as long as it holds their value.
  [[nodiscard]] std::optional<Found> at(const Value &address, std::uint64_t svma,
                                        const MachineState &state) const;
  /// The same for an address relative to a register whose offset from the CFA is not known, as in
  /// frames that are aligned at run time.
  [[nodiscard]] std::optional<Found> at(machine::Register reg, std::int64_t offset,
                                        std::uint64_t svma) const;

private:
  struct Entry {
    const debuginfo::ScopeVariable *variable;
    const debuginfo::VariableLocation *location;
    std::uint64_t size; ///< bytes of the variable or piece at the location
  };
  [[nodiscard]] std::optional<std::int64_t> begin(const Entry &entry,
                                                  const MachineState &state) const;
  static std::optional<Found> found(const Entry &entry, std::int64_t distance);

  const debuginfo::FunctionInfo &function_;
  std::vector<Entry> entries_;
};

} // namespace fsfind::typing

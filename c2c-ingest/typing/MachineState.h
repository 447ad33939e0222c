#pragma once

#include "c2c-ingest/machine/Instruction.h"
#include "c2c-ingest/typing/Value.h"

#include <array>
#include <utility>
#include <vector>

namespace fsfind::typing {

/// What registers and stack slots hold before an instruction.
struct MachineState {
  std::array<Value, machine::kRegisterCount> registers{};
  using Slot = std::pair<std::int64_t, Value>;
  std::vector<Slot> slots; ///< eight bytes each, sorted by their offset from the CFA

  [[nodiscard]] Value read(machine::Register reg) const {
    return reg < registers.size() ? registers[reg] : kUnknown;
  }
  void write(machine::Register reg, const Value &value) {
    if (reg < registers.size())
      registers[reg] = value;
  }
  /// The address that a memory operand computes; of kind Static if no register takes part.
  [[nodiscard]] Value address(const machine::Memory &memory) const;

  /// The value stored at an offset from the CFA; Unknown if none is known.
  [[nodiscard]] Value slot(std::int64_t offset) const;
  void store(std::int64_t offset, std::uint64_t size, const Value &value);

  bool operator==(const MachineState &) const = default;
};

} // namespace fsfind::typing

#pragma once

#include "c2c-ingest/machine/Instruction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::typing {

/// An address derived from an argument: the value of `reg` at the function's entry, plus
/// `distance`, plus an unknown multiple of `step`, in bytes (0: none).
struct Argument {
  machine::Register reg = machine::kNoRegister;
  std::int64_t distance = 0;
  std::uint64_t step = 0;
  bool operator==(const Argument &) const = default;
};

} // namespace fsfind::typing

#pragma once

#include "rules/model/Spread.h"

#include <cstdint>

namespace fsfind {

/// What took a CPU away while a cell was measured, each time it was repeated.
enum class Disturbance : std::uint8_t { None, Hypervisor, OtherWork };

/// Why a cell has no value.
enum class Gap : std::uint8_t {
  None,
  NoTime, ///< the time was over
  NotRun, ///< a CPU that was to take part did not come to run
};

/// One cell of a matrix.
struct Reading {
  Spread value{};
  Disturbance disturbance = Disturbance::None;
  Gap gap = Gap::None; ///< None where `value` has measurements
  [[nodiscard]] bool disturbed() const { return disturbance != Disturbance::None; }
  bool operator==(const Reading &) const = default;
};

} // namespace fsfind

#pragma once

#include "rules/model/MachineMap.h"

#include <array>
#include <optional>
#include <string>

namespace fsfind {

/// What a transfer between two CPUs takes on a machine, by how far apart they are.
struct MachinePrices {
  std::string path;      ///< of the file that they are from
  std::string cpu_model; ///< empty = not known
  /// ns. `count` is the number of cells (Transfer) that were measured; a distance without any is
  /// empty.
  std::array<std::optional<Spread>, kCpuDistanceCount> transfer;

  [[nodiscard]] const std::optional<Spread> &of(CpuDistance distance) const {
    return transfer[static_cast<std::size_t>(distance)];
  }
};

/// Median and quartiles over the cells of each distance, those that were disturbed only where there
/// are no others. Where there is only one, its own quartiles.
[[nodiscard]] MachinePrices pricesOf(const MachineMap &map);

} // namespace fsfind

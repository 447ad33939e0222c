#pragma once

#include "rules/model/Spread.h"
#include "rules/model/Topology.h"

#include <array>
#include <optional>
#include <string>

namespace fsfind {

/// What a transfer between two CPUs takes on a machine, by how far apart they are.
struct MachinePrices {
  std::string path;      ///< of the file that they are from
  std::string cpu_model; ///< empty = not known
  /// ns. `count` is the number of measured cells of the map; a distance without any is empty.
  std::array<std::optional<Spread>, kCpuDistanceCount> transfer;

  [[nodiscard]] const std::optional<Spread> &of(CpuDistance distance) const {
    return transfer[static_cast<std::size_t>(distance)];
  }
};

} // namespace fsfind

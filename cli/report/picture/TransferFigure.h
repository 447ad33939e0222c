#pragma once

#include "cli/report/picture/Figure.h"
#include "cli/report/picture/Transfers.h"
#include "rules/model/Profile.h"

#include <optional>
#include <string_view>

namespace fsfind::report {

/// Parts of a machine between which lines go.
enum class MachinePart { Cpu, L3, Socket, Node };
inline constexpr MachinePart kMachineParts[] = {MachinePart::Cpu, MachinePart::L3,
                                                MachinePart::Socket, MachinePart::Node};

/// `cpu`, `l3`, `socket`, `node`
[[nodiscard]] std::string_view machinePartId(MachinePart part);
/// `CPU`, `L3 cache`, `socket`, `NUMA node`
[[nodiscard]] std::string_view machinePartWords(MachinePart part);

/// Arcs from the parts that write to those that read. Empty if none are known.
[[nodiscard]] std::optional<Figure> transferFigure(const Profile &profile,
                                                   const Transfers &transfers, MachinePart part);

} // namespace fsfind::report

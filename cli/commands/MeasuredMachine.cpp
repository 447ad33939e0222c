#include "cli/commands/MeasuredMachine.h"

#include "rules/codec/MachineFile.h"
#include "rules/model/MachinePrices.h"

#include <algorithm>

namespace fsfind::cli {

Expected<MachineMap> readMeasuredMachine(const std::string &path) {
  FSFIND_TRY(MachineMap map, readMachineFile(path));
  const MachinePrices prices = pricesOf(map);
  if (std::none_of(prices.transfer.begin(), prices.transfer.end(),
                   [](const auto &price) { return price.has_value(); }))
    return failure({path,
                    {},
                    "has no transfers that were measured",
                    "measure with two CPUs or more: fsfind machine --format=json -o FILE"});
  return map;
}

} // namespace fsfind::cli

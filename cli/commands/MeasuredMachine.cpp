#include "cli/commands/MeasuredMachine.h"

#include "rules/codec/MachineFile.h"

namespace fsfind::cli {

Expected<MachineMap> readMeasuredMachine(const std::string &path) {
  FSFIND_TRY(MachineMap map, readMachineFile(path));
  if (map.transfers.empty())
    return failure({path,
                    {},
                    "has no transfers that were measured",
                    "measure with two CPUs or more: fsfind machine --format=json -o FILE"});
  return map;
}

} // namespace fsfind::cli

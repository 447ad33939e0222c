#include "c2c-ingest/timing/Hardware.h"
#include "cli/doctor/Parts.h"
#include "rules/model/NumberText.h"

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

PartReport examineMachine(const Surroundings &) {
  PartReport part{"machine", "fsfind machine: what transfers and memory cost"};
  const auto hardware = timing::readHardware();
  if (!hardware) {
    setLack(part, PartState::Missing, hardware.error());
    return part;
  }
  part.facts.push_back(counted(hardware->cpus.size(), "CPU") + " of " +
                       std::to_string(hardware->online) + ", " +
                       counted(hardware->nodes.size(), "node"));
  if (hardware->cpus.size() < 2) {
    part.state = PartState::Limited;
    part.lack = "there is no second CPU to pass a cacheline to";
    part.remedy = "allow fsfind more CPUs (taskset, the container's cpuset)";
  }
  return part;
}

} // namespace fsfind::doctor

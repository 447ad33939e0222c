#include "c2c-ingest/record/clock/ClockEngine.h"
#include "cli/doctor/Parts.h"

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

PartReport examineClock(const Surroundings &surroundings) {
  PartReport part{"clock", "fsfind record by a timer, for estimates, also of what runs already"};
  if (auto lack = record::clock::clockLack(surroundings.host, false)) {
    setLack(part, PartState::Missing, std::move(*lack));
    return part;
  }
  part.facts.emplace_back("the kernel samples your own programs");
  if (auto lack = record::clock::clockLack(surroundings.host, true)) {
    setLack(part, PartState::Limited, std::move(*lack));
    part.lack = "not of the whole machine (-a): " + part.lack;
  }
  return part;
}

} // namespace fsfind::doctor

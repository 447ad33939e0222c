#include "c2c-ingest/record/MemoryEvents.h"
#include "cli/doctor/Parts.h"

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

namespace {

std::string_view samplerName(record::Sampler sampler) {
  switch (sampler) {
  case record::Sampler::Pebs:
    return "Intel's PEBS";
  case record::Sampler::Marked:
    return "POWER's marked events";
  case record::Sampler::Ibs:
    return "AMD's IBS";
  case record::Sampler::Spe:
    break;
  }
  return "Arm's SPE";
}

} // namespace

PartReport examineSampling(const Surroundings &surroundings) {
  PartReport part{"sampling", "fsfind record by the processor's own counters"};
  const auto own = record::findMemoryEvents(surroundings.host, false);
  if (const auto *lack = std::get_if<record::HardwareLack>(&own)) {
    setLack(part, PartState::Missing, lack->error);
    return part;
  }
  const auto &events = std::get<record::MemoryEvents>(own);
  part.facts.push_back(std::string(samplerName(events.sampler)) + ", by " + events.perf);
  const auto all = record::findMemoryEvents(surroundings.host, true);
  if (const auto *lack = std::get_if<record::HardwareLack>(&all)) {
    setLack(part, PartState::Limited, lack->error);
    part.lack = "not of the whole machine (-a): " + part.lack;
  }
  return part;
}

} // namespace fsfind::doctor

#include "c2c-ingest/record/Emulator.h"
#include "c2c-ingest/record/InstrumentedProgram.h"
#include "c2c-ingest/record/SimulateEngine.h"
#include "cli/doctor/Parts.h"

#include <sys/utsname.h>

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

namespace {

std::string ownArchitecture() {
  utsname name{};
  return uname(&name) == 0 ? name.machine : "x86_64";
}

/// Records a program that does nothing but start and end. The error says what went wrong.
Expected<record::RecordResult> recordNothing(const Surroundings &surroundings) {
  record::RecordRequest request;
  request.output = surroundings.workplace + "/perf.data";
  request.command = {"/bin/true"};
  request.version = FSFIND_VERSION;
  request.command_line = {"fsfind", "doctor"};
  request.place.output = request.place.error = surroundings.workplace + "/output";
  return record::simulate(request, record::Simulation{}, surroundings.host, surroundings.folders);
}

std::string foundWords(const std::string &arch, const record::Emulator &emulator) {
  return "programs of " + arch + ": QEMU " + emulator.version + ", " + emulator.path;
}

} // namespace

PartReport examineSimulation(const Surroundings &surroundings) {
  PartReport part{"simulation", "fsfind record on any machine, under QEMU"};
  const std::string own = ownArchitecture();
  if (const auto library = record::findInstrumentedLibrary(surroundings.folders))
    part.facts.push_back("programs built with -fsanitize=thread: without QEMU, " + *library);
  const auto emulator = record::findEmulator(own, surroundings.host, surroundings.folders);
  if (!emulator) {
    setLack(part, PartState::Missing, emulator.error());
    return part;
  }
  part.facts.push_back(foundWords(own, *emulator));
  if (const auto result = recordNothing(surroundings); !result) {
    setLack(part, PartState::Missing, result.error());
    return part;
  }
  if (emulator->allocations.empty() || emulator->allocations_cxx.empty()) {
    part.state = PartState::Limited;
    part.lack = "fsfind-allocations.so is not beside the plugin: recordings do not tell where heap "
                "blocks were allocated";
    part.remedy = "reinstall fsfind";
  }
  const std::string other = own == "x86_64" ? "aarch64" : "x86_64";
  if (const auto foreign = record::findEmulator(other, surroundings.host, surroundings.folders))
    part.facts.push_back(foundWords(other, *foreign));
  return part;
}

} // namespace fsfind::doctor

#include "cli/doctor/Doctor.h"

#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/record/Emulator.h"
#include "cli/doctor/Parts.h"

#include <algorithm>
#include <sys/utsname.h>
#include <utility>

namespace fsfind::doctor {

namespace {

/// The value of a key in /etc/os-release (os-release(5)), without quotes; empty if there is none.
std::string releaseFact(const record::Host &host, std::string_view key) {
  const std::string text = "\n" + host.read("/etc/os-release").value_or("");
  const std::string start = "\n" + std::string(key) + "=";
  const std::size_t at = text.find(start);
  if (at == std::string::npos)
    return {};
  const std::size_t value = at + start.size();
  std::string result = text.substr(value, text.find('\n', value) - value);
  std::erase(result, '"');
  return result;
}

std::string systemName(const record::Host &host) {
  utsname name{};
  if (uname(&name) != 0)
    return releaseFact(host, "PRETTY_NAME");
  std::string system = name.machine;
  if (const std::string release = releaseFact(host, "PRETTY_NAME"); !release.empty())
    system += ", " + release;
  return system + ", " + name.sysname + " " + name.release;
}

bool isWanted(std::string_view part, const std::vector<std::string> &names) {
  return names.empty() || std::find(names.begin(), names.end(), part) != names.end();
}

} // namespace

void setLack(report::PartReport &part, report::PartState state, Error error) {
  part.state = state;
  part.remedy = std::exchange(error.remedy, {});
  part.lack = error.message();
}

const std::vector<Part> &parts() {
  static const std::vector<Part> kParts = {
      {"sampling", examineSampling},     {"clock", examineClock},
      {"simulation", examineSimulation}, {"debug-info", examineDebugInfo},
      {"check", examineSources},         {"clang-tidy", examineTidy},
      {"machine", examineMachine},
  };
  return kParts;
}

Expected<report::DoctorReport>
examine(const std::vector<std::string> &names,
        const std::function<void(std::string_view, double)> &progress) {
  FSFIND_TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const Surroundings surroundings{record::Host::thisOne(), record::pluginFolders(), folder.path()};
  report::DoctorReport result{
      FSFIND_VERSION ", built with " FSFIND_BUILT_WITH, systemName(surroundings.host), {}};
  double done = 0;
  for (const Part &part : parts()) {
    if (!isWanted(part.name, names))
      continue;
    progress(part.name, done);
    done += 1.0 / static_cast<double>(names.empty() ? parts().size() : names.size());
    result.parts.push_back(part.examine(surroundings));
  }
  return result;
}

} // namespace fsfind::doctor

#include "c2c-ingest/debuginfo/Debuginfod.h"
#include "cli/doctor/Parts.h"

#include <cstdlib>

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

PartReport examineDebugInfo(const Surroundings &surroundings) {
  PartReport part{"debug-info", "names of system libraries, and of programs without -g"};
  if (surroundings.host.has("/usr/lib/debug/.build-id"))
    part.facts.emplace_back("packages with debug info in /usr/lib/debug");
  const char *servers = std::getenv("DEBUGINFOD_URLS");
  const bool asked = servers != nullptr && *servers != '\0';
  const bool client = debuginfo::canFetchDebugFiles();
  if (asked && client)
    part.facts.push_back("servers in DEBUGINFOD_URLS: " + std::string(servers));
  if (!part.facts.empty() && asked == client)
    return part;
  part.state = PartState::Limited;
  if (asked && !client) {
    part.lack = "DEBUGINFOD_URLS is set, and the library that would ask these servers is missing";
    part.remedy = "install libdebuginfod1 (Debian 12) or libdebuginfod1t64 (Debian 13, Ubuntu)";
  } else if (part.facts.empty()) {
    part.lack = "only what programs have themselves is found";
    part.remedy = "set DEBUGINFOD_URLS to your distribution's server" +
                  std::string(client ? "" : " and install its library libdebuginfod") +
                  ", or install the packages that end in -dbgsym or -dbg";
  } else {
    part.state = PartState::Works;
  }
  return part;
}

} // namespace fsfind::doctor

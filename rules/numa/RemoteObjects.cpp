#include "rules/numa/RemoteObjects.h"

#include "rules/judge/Contention.h"
#include "rules/judge/Identity.h"
#include "rules/numa/ObjectPages.h"

#include <algorithm>

namespace fsfind {

namespace {

bool loadsMemory(const Access &access) {
  return access.local_dram + access.remote_dram != 0;
}

} // namespace

std::vector<Finding> remoteObjects(const Profile &profile) {
  Identities identities(profile);
  std::map<std::uint32_t, ObjectPages> objects;
  for (const Line &line : profile.lines) {
    if (std::none_of(line.accesses.begin(), line.accesses.end(), loadsMemory))
      continue;
    // Contended lines are all kept, others every n-th.
    const bool contended = line.counters.isShared() || hasStoreEvidence(line);
    const std::uint64_t scale =
        contended ? 1 : std::max<std::uint64_t>(1, profile.memory_line_step);
    for (const Access &access : line.accesses) {
      const Identity &identity = identities.of(access.target);
      if (identity.known() && (loadsMemory(access) || access.kind == AccessKind::Store))
        objects.try_emplace(identity.variable, profile).first->second.add(line, access, scale);
    }
  }
  std::vector<Finding> findings;
  for (const auto &[variable, pages] : objects)
    if (const std::optional<std::uint32_t> node = pages.onlyNode())
      findings.push_back(pages.finding(*node));
  return findings;
}

} // namespace fsfind

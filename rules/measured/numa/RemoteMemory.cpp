#include "rules/measured/numa/RemoteMemory.h"

#include "rules/measured/numa/LineScale.h"
#include "rules/measured/numa/ObjectPages.h"
#include "rules/measured/usage/Identity.h"

#include <algorithm>

namespace fsfind {

RemoteMemory remoteMemory(const Profile &profile) {
  Identities identities(profile);
  std::map<std::uint32_t, ObjectPages> objects;
  UnnamedMemory unnamed(profile);
  std::uint64_t all_remote = 0;
  for (const Line &line : profile.lines) {
    if (std::none_of(line.accesses.begin(), line.accesses.end(), loadsMemory))
      continue;
    const std::uint64_t scale = scaleOf(profile, line);
    for (const Access &access : line.accesses) {
      all_remote += access.remote_dram * scale;
      const Identity &identity = identities.of(access.target);
      if (!loadsMemory(access) && (access.kind == AccessKind::Load || !identity.known()))
        continue;
      if (identity.known())
        objects.try_emplace(identity.variable, profile).first->second.add(line, access, scale);
      else
        unnamed.add(line, access, scale);
    }
  }
  RemoteMemory remote{unnamed.findings(all_remote), {}};
  if (profile.memory_line_step != 0) // else only contended lines were kept
    remote.unnamed = unnamed.summary(all_remote);
  for (const auto &[variable, pages] : objects)
    if (std::optional<Finding> finding = pages.finding())
      remote.findings.push_back(std::move(*finding));
  return remote;
}

} // namespace fsfind

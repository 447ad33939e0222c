#include "c2c-ingest/record/sim/CacheModel.h"

namespace fsfind::record::sim {

CacheModel::CacheModel(const Options &options)
    : last_(options.cpus, kNoLine), nodes_(options.cpus),
      privates_(options.cpus, LineSets(options.cache, options.ways, options.line)),
      l3s_(options.nodes, LineSets(options.l3, kL3Ways, options.line)) {
  for (std::uint32_t cpu = 0; cpu < options.cpus; ++cpu)
    nodes_[cpu] = cpu * options.nodes / options.cpus;
}

Outcome CacheModel::loadMissing(std::uint32_t cpu, std::uint64_t line) {
  const Copies copies = snoop(cpu, line, Shared);
  const Outcome outcome = source(nodes_[cpu], line, copies);
  put(cpu, line, copies.any() ? Shared : Exclusive);
  return outcome;
}

Outcome CacheModel::storeElsewhere(std::uint32_t cpu, std::uint64_t line) {
  if (std::uint64_t *word = privates_[cpu].use(line)) {
    const bool owned = LineSets::stateOf(*word) != Shared;
    if (!owned)
      snoop(cpu, line, Invalid);
    if (LineSets::stateOf(*word) != Modified)
      leaveOtherL3s(nodes_[cpu], line);
    LineSets::setState(*word, Modified);
    last_[cpu] = line | kWritable;
    return owned ? Outcome::PrivateHit : Outcome::Upgrade;
  }
  const Copies copies = snoop(cpu, line, Invalid);
  const Outcome outcome = source(nodes_[cpu], line, copies);
  put(cpu, line, Modified);
  return outcome;
}

/// Puts other CPUs' copies into the state `left`, Shared or Invalid; returns where they were.
CacheModel::Copies CacheModel::snoop(std::uint32_t cpu, std::uint64_t line, State left) {
  Copies copies;
  for (std::uint32_t other = 0; other < used_cpus_; ++other) {
    std::uint64_t *word = other == cpu ? nullptr : privates_[other].find(line);
    if (word == nullptr)
      continue;
    const bool near = nodes_[other] == nodes_[cpu];
    const bool modified = LineSets::stateOf(*word) == Modified;
    (near ? copies.on_node : copies.elsewhere) = true;
    if (modified)
      (near ? copies.modified_on_node : copies.modified_elsewhere) = true;
    LineSets::setState(*word, left);
    if ((last_[other] & ~kWritable) == line)
      last_[other] = left == Shared ? line : kNoLine;
  }
  return copies;
}

Outcome CacheModel::source(std::uint32_t node, std::uint64_t line, const Copies &copies) {
  if (copies.modified_on_node)
    return Outcome::LocalHitm;
  if (copies.modified_elsewhere)
    return Outcome::RemoteHitm;
  if (copies.on_node || l3s_[node].use(line) != nullptr)
    return Outcome::L3Hit;
  if (copies.elsewhere || inOtherL3(node, line))
    return Outcome::RemoteForward;
  return pages_.touch(line, node) == node ? Outcome::LocalDram : Outcome::RemoteDram;
}

bool CacheModel::inOtherL3(std::uint32_t node, std::uint64_t line) {
  for (std::uint32_t other = 0; other < l3s_.size(); ++other)
    if (other != node && l3s_[other].find(line) != nullptr)
      return true;
  return false;
}

/// Puts the line into the CPU's private cache and, as every line fetched, into its node's last
/// level.
void CacheModel::put(std::uint32_t cpu, std::uint64_t line, State state) {
  used_cpus_ = std::max(used_cpus_, cpu + 1);
  privates_[cpu].put(line, state);
  last_[cpu] = line | (state == Modified ? kWritable : 0);
  l3s_[nodes_[cpu]].put(line, Shared);
  if (state == Modified)
    leaveOtherL3s(nodes_[cpu], line);
}

/// Invalidates the line in the last level of other nodes, as a store does.
void CacheModel::leaveOtherL3s(std::uint32_t node, std::uint64_t line) {
  for (std::uint32_t other = 0; other < l3s_.size(); ++other)
    if (std::uint64_t *word = other == node ? nullptr : l3s_[other].find(line))
      LineSets::setState(*word, Invalid);
}

} // namespace fsfind::record::sim

#include "c2c-ingest/record/sim/CacheModel.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::uint32_t kMaskBits = 8 * sizeof(ByteMask);
constexpr std::uint32_t kBits = 64; ///< of Holders

LineSets::Shape privateShape(const Options &options) {
  return {options.cache, options.ways, options.line, true};
}

LineSets::Shape l3Shape(const Options &options) {
  return {options.l3, kL3Ways, options.line, false};
}

std::size_t bytesForCaches(const Options &options) {
  return options.cpus * LineSets::bytesFor(privateShape(options)) +
         options.nodes * LineSets::bytesFor(l3Shape(options));
}

} // namespace

CacheModel::CacheModel(const Options &options)
    : CacheModel(options,
                 ModelMemory(bytesForCaches(options) + ModelMemory::bytesOf<Holders>(kHolders)),
                 false) {}

CacheModel::CacheModel(const Options &options, std::byte *shared)
    : CacheModel(options, ModelMemory(shared), true) {}

CacheModel::CacheModel(const Options &options, ModelMemory &&memory, bool shared)
    : memory_(std::move(memory)), shared_(shared), offset_mask_(options.line - 1),
      line_shift_(static_cast<unsigned>(std::countr_zero(options.line))),
      byte_shift_(static_cast<unsigned>(
          std::max(std::countr_zero(options.line) - std::countr_zero(kMaskBits), 0))),
      last_(options.cpus), nodes_(options.cpus), holders_(memory_.take<Holders>(kHolders)),
      ages_(!shared && !samplesHits(options)), used_cpus_(shared ? options.cpus : 0),
      pages_(shared ? PageHomes(memory_) : PageHomes()),
      histories_(shared ? LineHistories(options.cpus, memory_) : LineHistories(options.cpus)) {
  for (std::uint32_t cpu = 0; cpu < options.cpus; ++cpu) {
    nodes_[cpu] = cpu * options.nodes / options.cpus;
    privates_.emplace_back(memory_, privateShape(options));
    grants_.push_back(std::make_unique<Grants>(options.line));
  }
  for (std::uint32_t node = 0; node < options.nodes; ++node)
    l3s_.emplace_back(memory_, l3Shape(options));
}

std::size_t CacheModel::bytesForShared(const Options &options) {
  return bytesForCaches(options) + ModelMemory::bytesOf<Holders>(kHolders) +
         PageHomes::bytesForShared() + LineHistories::bytesForShared(options.cpus);
}

void CacheModel::empty() {
  memory_.clear();
  pages_.clear();
  histories_.clear();
  std::fill(last_.begin(), last_.end(), Last{});
  used_cpus_ = 0;
  revokeGrants();
}

void CacheModel::revokeGrants() {
  for (const std::unique_ptr<Grants> &grants : grants_)
    grants->revokeAll();
}

void CacheModel::resume() {
  for (LineSets &lines : privates_)
    lines.forgetWrites();
  histories_.forgetWrites();
}

Outcome CacheModel::loadMissing(std::uint32_t cpu, std::uint64_t line, ByteMask bytes) {
  const Copies copies = snoop(cpu, line, Shared);
  fetch(cpu, line, bytes, copies, true);
  const Outcome outcome = source(nodes_[cpu], line, copies);
  put(cpu, line, copies.any() ? Shared : Exclusive);
  return outcome;
}

Outcome CacheModel::storeElsewhere(std::uint32_t cpu, std::uint64_t line, ByteMask bytes) {
  Outcome outcome = Outcome::PrivateHit;
  if (std::uint64_t *word = mayHold(cpu, line) ? privates_[cpu].use(line) : nullptr) {
    const State state = LineSets::stateOf(*word);
    if (state == Shared) {
      outcome = Outcome::Upgrade;
      miss_ = Miss::Unknown;
      met_write_ = false;
      privates_[cpu].noteOf(word).since = now_;
      if (snoop(cpu, line, Invalid).any())
        histories_.transfer(line);
    }
    if (state != Modified)
      leaveOtherL3s(nodes_[cpu], line);
    LineSets::setState(*word, Modified);
    meet(cpu, line, bytes, privates_[cpu].noteOf(word), false);
    remember(cpu, line, Modified);
    grant(cpu, line, Modified);
  } else {
    const Copies copies = snoop(cpu, line, Invalid);
    if (copies.any())
      histories_.transfer(line);
    fetch(cpu, line, bytes, copies, false);
    outcome = source(nodes_[cpu], line, copies);
    put(cpu, line, Modified);
  }
  privates_[cpu].noteOfLatest(line).written |= bytes;
  return outcome;
}

/// The CPU gets a copy of the line; others had `copies`.
void CacheModel::fetch(std::uint32_t cpu, std::uint64_t line, ByteMask bytes, const Copies &copies,
                       bool loads) {
  const std::optional<ByteMask> news = histories_.fetch(line, cpu);
  news_ = news.value_or(0);
  met_write_ = (news_ & bytes) != 0;
  missed_shared_ = news.has_value();
  lost_ = histories_.lost(line, cpu);
  const bool taken = lost_ != 0; // by another CPU's write, not for want of room
  missed_met_ = {met_write_, fetchParts(cpu, line, bytes, lost_, loads)};
  const bool known = news && copies.modified();
  miss_ = !known       ? (taken && copies.any() ? Miss::Answered : Miss::Unknown)
          : met_write_ ? Miss::Essential
                       : Miss::Useless;
  if (met_write_)
    histories_.see(line, cpu, bytes);
  news_ &= ~bytes;
}

/// Puts other CPUs' copies into the state `left`, Shared or Invalid; returns where they were.
CacheModel::Copies CacheModel::snoop(std::uint32_t cpu, std::uint64_t line, State left) {
  Copies copies;
  Holders &holders = holdersOf(line);
  const std::uint64_t used = used_cpus_ < kBits ? bitOf(used_cpus_) - 1 : ~std::uint64_t{0};
  for (std::uint64_t cpus = holders.cpus & used; cpus != 0; cpus &= cpus - 1)
    for (auto other = static_cast<std::uint32_t>(std::countr_zero(cpus)); other < used_cpus_;
         other += kBits)
      if (other != cpu)
        takeFrom(other, cpu, line, left, copies);
  if (left == Invalid)
    holders.cpus = bitOf(cpu);
  return copies;
}

/// Leaves another CPU's copy, if there is one, in the state `left`, and adds it to `copies`.
void CacheModel::takeFrom(std::uint32_t other, std::uint32_t cpu, std::uint64_t line, State left,
                          Copies &copies) {
  LineSets &lines = privates_[other];
  std::uint64_t *word = lines.find(line);
  if (word == nullptr)
    return;
  LineSets::Note &note = lines.noteOf(word);
  const bool near = nodes_[other] == nodes_[cpu];
  (near ? copies.on_node : copies.elsewhere) = true;
  if (LineSets::stateOf(*word) == Modified && note.written != 0) {
    (near ? copies.modified_on_node : copies.modified_elsewhere) = true;
    histories_.give(line, other, std::exchange(note.written, 0));
  }
  LineSets::setState(*word, left);
  note.since = now_;
  grants_[other]->revoke(line);
  if ((last_[other].line & ~kWritable) == line)
    last_[other].line = left == Shared ? line : kNoLine;
}

/// Who may have the line. Of a line that shared its place with another one nothing is known.
CacheModel::Holders &CacheModel::holdersOf(std::uint64_t line) {
  Holders &holders = holders_[holdersPlace(line)];
  if (holders.line != line)
    holders = {line, ~std::uint64_t{0}, ~std::uint64_t{0}};
  return holders;
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
  const std::uint64_t nodes = holdersOf(line).nodes;
  for (std::uint32_t other = 0; other < l3s_.size(); ++other)
    if (other != node && (nodes & bitOf(other)) != 0 && l3s_[other].find(line) != nullptr)
      return true;
  return false;
}

/// Puts the line into the CPU's private cache and, as every line fetched, into its node's last
/// level.
void CacheModel::put(std::uint32_t cpu, std::uint64_t line, State state) {
  used_cpus_ = std::max(used_cpus_, cpu + 1);
  // How lately a granted line was used is not known: it gets a second chance.
  const std::uint64_t victim = privates_[cpu].victim(line);
  if (victim != 0 && grants_[cpu]->has(victim)) {
    grants_[cpu]->revoke(victim);
    privates_[cpu].use(victim);
  }
  Holders &holders = holdersOf(line);
  holders.cpus |= bitOf(cpu);
  holders.nodes |= bitOf(nodes_[cpu]);
  const auto out = privates_[cpu].insert(line, state);
  if (out.line != 0)
    grants_[cpu]->revoke(out.line);
  if (out.written != 0)
    histories_.evict(out.line, cpu, out.written);
  LineSets::Note &note = privates_[cpu].noteOfLatest(line);
  note.since = now_;
  note.news = news_;
  note.lost = lost_;
  remember(cpu, line, state);
  l3s_[nodes_[cpu]].put(line, Shared);
  if (state == Modified)
    leaveOtherL3s(nodes_[cpu], line);
}

/// Invalidates the line in the last level of other nodes, as a store does.
void CacheModel::leaveOtherL3s(std::uint32_t node, std::uint64_t line) {
  Holders &holders = holdersOf(line);
  for (std::uint32_t other = 0; other < l3s_.size(); ++other)
    if (other != node && (holders.nodes & bitOf(other)) != 0)
      if (std::uint64_t *word = l3s_[other].find(line))
        LineSets::setState(*word, Invalid);
  holders.nodes = bitOf(node);
}

} // namespace fsfind::record::sim

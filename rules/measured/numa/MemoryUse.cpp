#include "rules/measured/numa/MemoryUse.h"

#include "rules/measured/numa/NumaLoads.h"
#include "rules/measured/usage/Wording.h"
#include "rules/model/PoissonInterval.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr std::array<const char *, kHomeEvidenceCount> kEvidenceTexts = {
    "physical addresses", "local and remote loads", "first stores"};

/// Mean latency in cycles of loads from the CPU's own node; 0 if too few were sampled.
double localLatency(const Profile &profile) {
  const auto local = static_cast<std::size_t>(SampleClass::LoadLocalDram);
  return profile.classes[local] < kMinHitSamples
             ? 0
             : static_cast<double>(profile.class_latency[local]) /
                   static_cast<double>(profile.classes[local]);
}

} // namespace

void MemoryUse::add(const Line &line, const Access &access, std::uint64_t scale) {
  lines_.insert(line.address);
  const std::uint32_t tid = profile_.thread(access.thread).tid;
  if (access.kind == AccessKind::Store) {
    writers_.insert(tid);
    return;
  }
  readers_.insert(tid);
  local_ += access.local_dram;
  remote_ += access.remote_dram;
  remote_estimate_ += access.remote_dram * scale;
  // Cycles are known only for all samples of the access; the remote ones get their share by number.
  const double part = static_cast<double>(access.remote_dram) / static_cast<double>(access.count);
  const double cycles = static_cast<double>(access.cost * scale) * part;
  latency_ += static_cast<double>(access.latency) * part;
  cycles_ += cycles;
  if (access.remote_dram != 0)
    squares_ += cycles * cycles / static_cast<double>(access.remote_dram);
  if (access.cpu >= profile_.topology.cpus.size())
    return;
  nodes_.insert(profile_.topology.cpus[access.cpu].node);
  homes_.add(line, access);
}

bool MemoryUse::isRemote() const {
  return nodes_.size() > 1 && !nodes_.contains(CpuParts::kNone) && remote_ >= kMinCostSamples &&
         static_cast<double>(remote_) > kNumaBlindShare * static_cast<double>(local_ + remote_) &&
         homes_.pageCount() >= kMinPages;
}

FindingCost MemoryUse::cost() const {
  FindingCost cost;
  cost.local = local_;
  cost.remote = remote_;
  cost.base = costBase(profile_);
  const double whole = cost.base == CostBase::SampledCycles ? static_cast<double>(profile_.cost)
                                                            : profile_.cpu_cycles;
  if (whole == 0 || cycles_ == 0) {
    cost.unknown = "the recording has no latencies, so what this costs is not known";
    return cost;
  }
  const auto part = [](double cycles, double of) { return std::clamp(cycles / of, 0.0, 1.0); };
  const Interval interval =
      weightedInterval(remote_, cycles_, squares_, scatterIn(profile_.source));
  cost.latency_share = part(cycles_, static_cast<double>(profile_.cost));
  cost.share = {part(cycles_, whole), part(interval.low, whole), part(interval.high, whole)};
  if (const double local = localLatency(profile_); local != 0) {
    const double remote = latency_ / static_cast<double>(remote_);
    const double saved = std::max(0.0, 1 - local / remote);
    cost.gain = {
        {cost.share->value * saved, cost.share->low * saved, cost.share->high}, remote, local};
  }
  return cost;
}

std::string MemoryUse::remoteText() const {
  const std::string share =
      percentage(static_cast<double>(remote_) / static_cast<double>(local_ + remote_));
  return fmt::format("{} of {} from memory were remote", share, counted(local_ + remote_, "load"));
}

Finding MemoryUse::finding(std::string member) const {
  Finding finding;
  finding.rule = kRuleSerialFirstTouch;
  finding.verdict = Verdict::Measured;
  finding.sharing = Sharing::FirstTouch;
  FindingMember used;
  used.path = std::move(member);
  used.readers = asStrings(readers_);
  used.writers = asStrings(writers_);
  finding.members.push_back(std::move(used));
  finding.lines.assign(lines_.begin(), lines_.end());
  finding.cost = cost();
  finding.placement = homes_.placement();
  return finding;
}

std::string_view placementHint(const PagePlacement &placement) {
  return areShared(placement) ? "spread them over the nodes"
                              : "touch each page first where it is used";
}

std::string pagesText(const PagePlacement &placement) {
  std::vector<std::string> evidence;
  for (std::size_t i = 0; i < kHomeEvidenceCount; ++i)
    if (placement.known_by[i] != 0)
      evidence.emplace_back(kEvidenceTexts[i]);
  return fmt::format("{} seen, known by {}", counted(placement.pages, "page"), listed(evidence));
}

} // namespace fsfind

#include "rules/numa/ObjectPages.h"

#include "rules/cost/PoissonInterval.h"
#include "rules/judge/Identity.h"
#include "rules/judge/Wording.h"
#include "rules/model/RuleIds.h"
#include "rules/numa/NumaLoads.h"
#include "rules/numa/RemoteObjects.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr std::uint64_t kPageSize = 4096;
constexpr std::uint64_t kFirmSamples = 30;

/// Mean latency of loads from the CPU's own node, cycles; 0 = too few were sampled.
double localLatency(const Profile &profile) {
  const auto local = static_cast<std::size_t>(SampleClass::LoadLocalDram);
  return profile.classes[local] < kMinHitSamples
             ? 0
             : static_cast<double>(profile.class_latency[local]) /
                   static_cast<double>(profile.classes[local]);
}

} // namespace

void ObjectPages::add(const Line &line, const Access &access, std::uint64_t scale) {
  const Target &target = profile_.target(access.target);
  if (target_ == nullptr || target.object.address < target_->object.address)
    target_ = &target;
  lines_.insert(line.address);
  const std::uint32_t tid = profile_.thread(access.thread).tid;
  if (access.kind == AccessKind::Store) {
    writers_.insert(tid);
    return;
  }
  readers_.insert(tid);
  local_ += access.local_dram;
  remote_ += access.remote_dram;
  // An access's samples from elsewhere are few, so its cycles are shared out evenly.
  const double part = static_cast<double>(access.remote_dram) / static_cast<double>(access.count);
  const double cycles = static_cast<double>(access.cost * scale) * part;
  latency_ += static_cast<double>(access.latency) * part;
  cycles_ += cycles;
  if (access.remote_dram != 0)
    squares_ += cycles * cycles / static_cast<double>(access.remote_dram);
  if (access.cpu >= profile_.topology.cpus.size())
    return;
  const std::uint32_t node = profile_.topology.cpus[access.cpu].node;
  nodes_.insert(node);
  Page &page = pages_[line.address / kPageSize];
  if (access.local_dram != 0)
    page.local_to.insert(node);
  if (access.remote_dram != 0)
    page.remote_to.insert(node);
}

std::optional<std::uint32_t> ObjectPages::homeOf(const Page &page) const {
  if (page.local_to.size() == 1)
    return *page.local_to.begin();
  if (!page.local_to.empty() || page.remote_to.size() != 1 || profile_.topology.nodeCount() != 2)
    return std::nullopt;
  for (const CpuParts &cpu : profile_.topology.cpus)
    if (cpu.node != CpuParts::kNone && cpu.node != *page.remote_to.begin())
      return cpu.node;
  return std::nullopt;
}

std::optional<std::uint32_t> ObjectPages::onlyNode() const {
  constexpr double kNearlyAll = 0.9;
  if (nodes_.size() < 2 || nodes_.contains(CpuParts::kNone) || pages_.size() < kMinPages ||
      remote_ < kMinCostSamples ||
      static_cast<double>(remote_) <= kNumaBlindShare * static_cast<double>(local_ + remote_))
    return std::nullopt;
  std::map<std::uint32_t, std::size_t> homes;
  for (const auto &[number, page] : pages_)
    if (const std::optional<std::uint32_t> home = homeOf(page))
      ++homes[*home];
  for (const auto &[node, count] : homes)
    if (static_cast<double>(count) >= kNearlyAll * static_cast<double>(pages_.size()))
      return node;
  return std::nullopt;
}

FindingCost ObjectPages::cost() const {
  FindingCost cost;
  cost.local = local_;
  cost.remote = remote_;
  cost.base = costBase(profile_);
  const double whole =
      cost.base == CostBase::CpuTime ? profile_.cpu_cycles : static_cast<double>(profile_.cost);
  if (whole == 0 || cycles_ == 0) {
    cost.unknown = "the recording has no latencies, so what this costs is not known";
    return cost;
  }
  const auto part = [](double cycles, double of) { return std::clamp(cycles / of, 0.0, 1.0); };
  const Interval interval = weightedInterval(remote_, cycles_, squares_);
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

std::string ObjectPages::message(std::uint32_t node) const {
  const std::string share =
      percentage(static_cast<double>(remote_) / static_cast<double>(local_ + remote_));
  return fmt::format(
      "pages of {}{} all live on node {} ({} seen), but threads on {} nodes load them: "
      "{} of {} from memory were remote; touch each page first where it is used",
      displayName(target_->object), whereabouts(target_->object), node, pages_.size(),
      nodes_.size(), share, counted(local_ + remote_, "load"));
}

Confidence ObjectPages::confidence() const {
  if (target_->certainty == Certainty::Doubtful)
    return Confidence::Low;
  const bool firm = remote_ >= kFirmSamples && target_->certainty == Certainty::Certain;
  return firm && target_->verified ? Confidence::High : Confidence::Medium;
}

Finding ObjectPages::finding(std::uint32_t node) const {
  Finding finding;
  finding.rule = kRuleSerialFirstTouch;
  finding.verdict = Verdict::Measured;
  finding.sharing = Sharing::FirstTouch;
  finding.confidence = confidence();
  finding.object = target_->object;
  finding.object.index.reset();
  const Frame &allocated = target_->object.allocated;
  finding.location = target_->object.declared;
  if (allocated.place.known())
    finding.related.push_back(
        {allocated.place, fmt::format("it is allocated here, in {}", allocated.function)});
  FindingMember member;
  member.path = displayName(target_->object);
  member.declared = target_->object.declared;
  member.readers = asStrings(readers_);
  member.writers = asStrings(writers_);
  finding.members.push_back(std::move(member));
  finding.lines.assign(lines_.begin(), lines_.end());
  finding.cost = cost();
  finding.message = message(node);
  return finding;
}

} // namespace fsfind

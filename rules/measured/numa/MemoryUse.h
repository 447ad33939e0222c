#pragma once

#include "rules/measured/cost/ContentionCost.h"
#include "rules/measured/numa/PageHomes.h"
#include "rules/model/Finding.h"

#include <set>
#include <string>

namespace fsfind {

/// With fewer pages there is no finding: so few cannot be spread over nodes.
inline constexpr std::size_t kMinPages = 4;

/// Which threads load a piece of memory, on which nodes they run, and what remote loads cost.
class MemoryUse {
public:
  explicit MemoryUse(const Profile &profile) : profile_(profile), homes_(profile.topology) {}

  /// Adds a load from memory, or a store to a line with such loads. `scale` is the number of lines
  /// that `line` represents.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// Whether threads on several nodes load it, at least kMinPages pages and kMinCostSamples remote
  /// loads were seen, and more than kNumaBlindShare of its loads are remote.
  [[nodiscard]] bool isRemote() const;

  [[nodiscard]] std::uint64_t local() const { return local_; }
  [[nodiscard]] std::uint64_t remote() const { return remote_; }
  /// Remote loads, including an estimate for the lines that were not kept.
  [[nodiscard]] std::uint64_t remoteEstimate() const { return remote_estimate_; }
  [[nodiscard]] std::size_t readerCount() const { return readers_.size(); }
  /// Number of nodes whose CPUs load it.
  [[nodiscard]] std::size_t nodeCount() const { return nodes_.size(); }

  /// `50.0% of 80 loads from memory were remote`
  [[nodiscard]] std::string remoteText() const;
  /// A first-touch finding with threads, lines, pages and cost, without message, place and object.
  /// Its only member is called `member`.
  [[nodiscard]] Finding finding(std::string member) const;

private:
  [[nodiscard]] FindingCost cost() const;

  const Profile &profile_;
  PageHomes homes_;
  std::set<std::uint32_t> nodes_, readers_, writers_;
  std::set<std::uint64_t> lines_;
  std::uint64_t local_ = 0, remote_ = 0, remote_estimate_ = 0;
  /// Of the remote loads: sampled latency, estimated cycles and their squares.
  double latency_ = 0, cycles_ = 0, squares_ = 0;
};

/// What to do about pages that lie on one node and are loaded from others: a clause.
[[nodiscard]] std::string_view placementHint(const PagePlacement &placement);

/// `8 pages seen, known by physical addresses`
[[nodiscard]] std::string pagesText(const PagePlacement &placement);

} // namespace fsfind

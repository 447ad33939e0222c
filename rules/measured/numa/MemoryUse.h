#pragma once

#include "rules/measured/cost/ContentionCost.h"
#include "rules/measured/numa/PageHomes.h"
#include "rules/model/Finding.h"

#include <set>
#include <string>

namespace fsfind {

/// Fewer pages are no matter of placement: they can lie on one node only.
inline constexpr std::size_t kMinPages = 4;

/// Who loads some memory, from where, and what the remote loads cost.
class MemoryUse {
public:
  explicit MemoryUse(const Profile &profile) : profile_(profile), homes_(profile.topology) {}

  /// A load from memory, or a store to a line with such loads; `scale` = how many lines it stands
  /// for.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// Threads on several nodes load it, kMinPages or more of it were seen, and more than
  /// kNumaBlindShare of ten loads or more are remote.
  [[nodiscard]] bool isRemote() const;

  [[nodiscard]] std::uint64_t local() const { return local_; }
  [[nodiscard]] std::uint64_t remote() const { return remote_; }
  /// The remote loads, with those on lines that were left out.
  [[nodiscard]] std::uint64_t remoteEstimate() const { return remote_estimate_; }
  [[nodiscard]] std::size_t readerCount() const { return readers_.size(); }
  /// Nodes whose CPUs load it.
  [[nodiscard]] std::size_t nodeCount() const { return nodes_.size(); }

  /// `50.0% of 80 loads from memory were remote`
  [[nodiscard]] std::string remoteText() const;
  /// A first-touch finding with what the samples tell of threads, lines, pages and cost; its only
  /// member is called `member`.
  [[nodiscard]] Finding finding(std::string member) const;

private:
  [[nodiscard]] FindingCost cost() const;

  const Profile &profile_;
  PageHomes homes_;
  std::set<std::uint32_t> nodes_, readers_, writers_;
  std::set<std::uint64_t> lines_;
  std::uint64_t local_ = 0, remote_ = 0, remote_estimate_ = 0;
  /// Of the remote loads: cycles of the samples, and estimated ones with their squares.
  double latency_ = 0, cycles_ = 0, squares_ = 0;
};

/// `8 pages seen, known by physical addresses`
[[nodiscard]] std::string pagesText(const PagePlacement &placement);

} // namespace fsfind

#pragma once

#include "rules/cost/ContentionCost.h"
#include "rules/model/Finding.h"

#include <map>
#include <optional>
#include <set>

namespace fsfind {

/// Where one object's pages live and who loads them from memory.
class ObjectPages {
public:
  explicit ObjectPages(const Profile &profile) : profile_(profile) {}

  /// A load from memory, or a store to a line with such loads; `scale` = how many lines it stands
  /// for.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// The node of at least nine of ten pages, if threads on several nodes load them from memory and
  /// more than kNumaBlindShare of those loads are remote.
  [[nodiscard]] std::optional<std::uint32_t> onlyNode() const;

  [[nodiscard]] Finding finding(std::uint32_t node) const;

private:
  struct Page {
    std::set<std::uint32_t> local_to, remote_to; ///< nodes whose loads were local, or remote
  };

  [[nodiscard]] std::optional<std::uint32_t> homeOf(const Page &page) const;
  [[nodiscard]] FindingCost cost() const;
  [[nodiscard]] std::string message(std::uint32_t node) const;
  [[nodiscard]] Confidence confidence() const;

  const Profile &profile_;
  const Target *target_ = nullptr; ///< of the lowest address
  std::map<std::uint64_t, Page> pages_;
  std::set<std::uint32_t> nodes_, readers_, writers_;
  std::set<std::uint64_t> lines_;
  std::uint64_t local_ = 0, remote_ = 0;
  /// Of the remote loads: cycles of the samples, and estimated ones with their squares.
  double latency_ = 0, cycles_ = 0, squares_ = 0;
};

} // namespace fsfind

#pragma once

#include "rules/model/Finding.h"

#include <map>
#include <optional>
#include <set>

namespace fsfind {

/// Finds out on which nodes pages lie.
class PageHomes {
public:
  explicit PageHomes(const Topology &topology);

  /// Adds a load from memory by a CPU whose node is known.
  void add(const Line &line, const Access &access);

  [[nodiscard]] PagePlacement placement() const;
  [[nodiscard]] std::size_t pageCount() const { return pages_.size(); }

private:
  struct Page {
    std::set<std::uint32_t> by_address;          ///< nodes of its lines' physical addresses
    std::set<std::uint32_t> local_to, remote_to; ///< nodes whose loads were local, or remote
    FirstAccess first;
  };
  struct Home {
    std::uint32_t node = 0;
    HomeEvidence evidence = HomeEvidence::Loads;
  };

  [[nodiscard]] std::optional<std::uint32_t> byLoads(const Page &page) const;
  [[nodiscard]] std::optional<std::uint32_t> byFirstTouch(const Page &page) const;
  [[nodiscard]] std::optional<Home> homeOf(const Page &page) const;
  [[nodiscard]] std::map<std::uint32_t, std::size_t> pagesByNode(PagePlacement &placement) const;

  const Topology &topology_;
  std::set<std::uint32_t> nodes_; ///< all nodes of the machine
  std::map<std::uint64_t, Page> pages_;
};

} // namespace fsfind

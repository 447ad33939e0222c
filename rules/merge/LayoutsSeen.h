#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace fsfind {

/// A layout of a record, and the first unit that has it.
struct LayoutInUnit {
  std::uint64_t size = 0; ///< bytes
  std::string unit;
};

/// A record of which units have different layouts: its header depends on options or macros that
/// they do not share. In one program its parts then disagree on where members lie.
struct SeveralLayouts {
  std::string name;
  Place place;
  std::vector<LayoutInUnit> layouts; ///< two or more, in the order that they were seen
};

/// Watches for records that lie at one place of the sources and have several layouts. Those of
/// libraries are left out: what their headers depend on is theirs.
class LayoutsSeen {
public:
  /// Adds the records of a unit, whose name is `unit`.
  void add(const Facts &facts, const std::string &unit);

  /// By place.
  [[nodiscard]] std::vector<SeveralLayouts> several() const;

private:
  struct Seen {
    std::uint64_t layout = 0, size = 0;
    std::size_t unit = 0;
  };
  std::vector<std::string> units_;
  std::unordered_map<std::uint64_t, std::vector<Seen>> records_; ///< by key and place
  std::unordered_map<std::uint64_t, SeveralLayouts> several_;    ///< the same; without layouts
};

} // namespace fsfind

#pragma once

#include "rules/source/rivalry/PartyUses.h"

#include <optional>
#include <utility>
#include <vector>

/// The two sides of something that is shared without a lock. Its two ends, each moved atomically by
/// functions of its own, tell which functions are whose; other members follow from that.
namespace fsfind {

class QueueSides {
public:
  /// All parties of one record.
  explicit QueueSides(const std::vector<const Party *> &parties);

  /// One is written by functions of the one side only, the other used by the other side, which has
  /// nothing to do with the first.
  [[nodiscard]] std::optional<Rivalry> rivalry(const Party &a, const Party &b) const;

private:
  void add(const Party &a, const Party &b);
  [[nodiscard]] std::optional<Rivalry> against(const Party &written, const Party &used) const;

  std::vector<std::pair<Functions, Functions>> sides_;
};

} // namespace fsfind

#pragma once

#include "rules/source/rivalry/PartyUses.h"

#include <optional>
#include <utility>
#include <vector>

/// The two sides, producer and consumer, of a queue without a lock. Each end of the queue is moved
/// atomically by functions of one side; these functions show which side uses the other members.
namespace fsfind {

class QueueSides {
public:
  /// All parties of one record.
  explicit QueueSides(const std::vector<const Party *> &parties);

  /// One party is written only by functions of one side, and the other party is used by the other
  /// side, which does not use the first. None if that is not so.
  [[nodiscard]] std::optional<Rivalry> rivalry(const Party &a, const Party &b) const;

private:
  void add(const Party &a, const Party &b);
  [[nodiscard]] std::optional<Rivalry> against(const Party &written, const Party &used) const;

  std::vector<std::pair<Functions, Functions>> sides_;
};

} // namespace fsfind

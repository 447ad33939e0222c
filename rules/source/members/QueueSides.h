#pragma once

#include "rules/model/NameWords.h"
#include "rules/source/contention/DatumUses.h"

#include <optional>
#include <utility>
#include <vector>

/// The two sides, producer and consumer, of a queue without a lock. Each end of the queue is moved
/// atomically by functions of one side; these functions show which side uses the other members.
namespace fsfind {

class QueueSides {
public:
  /// All data of one record, and the words by which names tell the ends of a queue.
  QueueSides(const std::vector<const Datum *> &data, const NameWords &known);

  /// One datum is written only by functions of one side, and the other datum is used by the other
  /// side, which does not use the first. None if that is not so.
  [[nodiscard]] std::optional<Contention> contention(const Datum &a, const Datum &b) const;

private:
  void add(const Datum &a, const Datum &b);
  [[nodiscard]] std::optional<Contention> against(const Datum &written, const Datum &used) const;

  std::vector<std::pair<Functions, Functions>> sides_;
};

} // namespace fsfind

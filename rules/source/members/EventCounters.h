#pragma once

#include "rules/source/rivalry/PartyUses.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Counters of events, side by side in one object that there are few of. One function counts them
/// for all threads, or each operation of a library its own: which of them, and so whose line
/// another thread takes, is up to the event.
namespace fsfind {

class EventCounters {
public:
  /// Functions that count several, each with the record within the record that has these.
  using Recorders = std::set<std::pair<FunctionIndex, std::string>>;

  /// All parties of one record.
  EventCounters(const Program &program, ObjectSigns signs,
                const std::vector<const Party *> &parties);

  [[nodiscard]] std::optional<Rivalry> rivalry(const Party &a, const Party &b) const;

private:
  [[nodiscard]] std::optional<Rivalry> rivalryOfOperations(const Party &a, const Party &b) const;

  const Program &program_;
  /// Different operations that users ask for count several of a variable's members.
  bool several_ = false;
  Recorders recorders_;
};

} // namespace fsfind

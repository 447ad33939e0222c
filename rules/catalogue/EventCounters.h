#pragma once

#include "rules/catalogue/PartyUses.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Counters of events, side by side in one object that there are few of. One function counts them
/// for all threads: which of them, and so whose line another thread takes, is up to the event.
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
  const Program &program_;
  Recorders recorders_;
};

} // namespace fsfind

#pragma once

#include "rules/source/rivalry/PartyUses.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Counters of events, side by side in an object of which there are few. Either one function
/// updates them for all threads, or each operation of a library updates its own. The events decide
/// which counter a thread updates, and so whose line it takes.
namespace fsfind {

class EventCounters {
public:
  /// Functions that update several counters, each with the path of the member that holds these:
  /// `stats`.
  using Recorders = std::set<std::pair<FunctionIndex, std::string>>;

  /// All parties of one record.
  EventCounters(const Program &program, ObjectSigns signs,
                const std::vector<const Party *> &parties);

  [[nodiscard]] std::optional<Rivalry> rivalry(const Party &a, const Party &b) const;

private:
  [[nodiscard]] std::optional<Rivalry> rivalryOfOperations(const Party &a, const Party &b) const;

  const Program &program_;
  /// The record is a variable, and operations of unknown callers update at least three of its
  /// members.
  bool several_ = false;
  Recorders recorders_;
};

} // namespace fsfind

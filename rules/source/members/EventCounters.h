#pragma once

#include "rules/source/contention/DatumUses.h"

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

  /// All data of one record.
  EventCounters(const Program &program, ObjectHints hints, const std::vector<const Datum *> &data);

  [[nodiscard]] std::optional<Contention> contention(const Datum &a, const Datum &b) const;

private:
  [[nodiscard]] std::optional<Contention> contentionOfOperations(const Datum &a,
                                                                 const Datum &b) const;

  const Program &program_;
  /// The record is a variable, and operations of unknown callers update at least three of its
  /// members.
  bool several_ = false;
  Recorders recorders_;
};

} // namespace fsfind

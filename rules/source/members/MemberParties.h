#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

/// The members of records as parties: what is used of each record's objects, and by whom.
namespace fsfind {

/// The members of one record that are used, by offset.
class Members {
public:
  void add(const Use &use, const RecordFrame &frame);
  void addSingleRead(const Use &use);
  [[nodiscard]] std::vector<const Party *> sorted() const;

private:
  using Alternatives = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  Party &partyOf(const Use &use, const RecordFrame &frame);

  std::map<std::tuple<std::uint64_t, std::uint64_t, Alternatives>, Party> parties_;
};

/// Of each record that somebody comes to by itself, all uses, also those that come to it as a part
/// of another record.
[[nodiscard]] std::map<RecordIndex, Members> membersOf(const Program &program);

} // namespace fsfind

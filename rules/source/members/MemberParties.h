#pragma once

#include "rules/source/rivalry/Rivalry.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

/// The members of records as parties: their bytes, and their uses.
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

/// For each record that is the frame of some use: all uses of its members, also those that reach it
/// as a part of another record.
[[nodiscard]] std::map<RecordIndex, Members> membersOf(const Program &program);

} // namespace fsfind

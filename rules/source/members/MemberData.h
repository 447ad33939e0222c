#pragma once

#include "rules/source/contention/Contention.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

/// The members of records as data: their bytes, and their uses.
namespace fsfind {

/// The members of one record that are used, by offset.
class Members {
public:
  void add(const Use &use, const RecordFrame &frame);
  void addSingleRead(const Use &use);
  [[nodiscard]] std::vector<const Datum *> sorted() const;

private:
  using Alternatives = RareList<std::pair<std::uint64_t, std::uint32_t>>;

  Datum &datumOf(const Use &use, const RecordFrame &frame);

  std::map<std::tuple<std::uint64_t, std::uint64_t, Alternatives>, Datum> data_;
};

/// For each record that is the frame of some use: all uses of its members, also those that reach it
/// as a part of another record.
[[nodiscard]] std::map<RecordIndex, Members> membersOf(const Program &program);

} // namespace fsfind

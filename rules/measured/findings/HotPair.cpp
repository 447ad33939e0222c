#include "rules/measured/findings/HotPair.h"

#include <array>

namespace fsfind {

namespace {

struct User {
  std::size_t row = 0;
  std::uint64_t samples = 0;
};

/// The two threads with most samples of a kind on a cell, and the sum of all threads'.
struct Users {
  std::array<User, 2> most;
  std::uint64_t all = 0;

  void add(const User &user) {
    all += user.samples;
    if (user.samples > most[0].samples)
      most = {user, most[0]};
    else if (user.samples > most[1].samples)
      most[1] = user;
  }
  /// The thread with most apart from that of `row`; it has none if there is no other.
  [[nodiscard]] const User &apartFrom(std::size_t row) const {
    return most[most[0].row == row ? 1 : 0];
  }
};

/// A cell of the finding.
struct CellUsers {
  std::size_t cell = 0;
  std::uint32_t member = Identity::kNone;
  Users waiting; ///< for contended loads
  Users writing;
};

std::vector<CellUsers> usersOf(const UsedLine &used, const std::vector<bool> &part_of) {
  const UsageTable &table = used.usage.table;
  std::vector<CellUsers> cells;
  for (std::size_t c = 0; c < part_of.size(); ++c) {
    if (!part_of[c])
      continue;
    CellUsers &one = cells.emplace_back();
    one.cell = c;
    one.member = used.identities[c].member;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      one.waiting.add({r, table.at(r, c).contended});
      one.writing.add({r, table.at(r, c).stores});
    }
  }
  return cells;
}

/// A thread's contended loads of one cell beside another thread's stores to another.
struct Meeting {
  double weight = 0;
  User waiting, writing;
};

double product(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

/// The meetings at two cells: the sum of all weights, and the heaviest one's threads. All threads
/// that wait meet the thread that stores most, but for that thread, which meets the next one.
Meeting meetingAt(const UsageTable &table, const CellUsers &loaded, const CellUsers &written) {
  const User &first = written.writing.most[0], &next = written.writing.most[1];
  const User own = {first.row, table.at(first.row, loaded.cell).contended};
  const User &other = loaded.waiting.apartFrom(first.row);
  const double of_own = product(own.samples, next.samples);
  const double of_other = product(other.samples, first.samples);
  const double sum = product(loaded.waiting.all - own.samples, first.samples) + of_own;
  const bool own_is_heavier = of_own > of_other || (of_own == of_other && own.row < other.row);
  return own_is_heavier ? Meeting{sum, own, next} : Meeting{sum, other, first};
}

} // namespace

void HotPairs::addLine(const UsedLine &used, const std::vector<bool> &part_of) {
  const UsageTable &table = used.usage.table;
  const std::vector<CellUsers> cells = usersOf(used, part_of);
  for (const CellUsers &written : cells)
    for (const CellUsers &loaded : cells) {
      if (loaded.member == written.member)
        continue;
      const Meeting meeting = meetingAt(table, loaded, written);
      if (meeting.weight <= 0)
        continue;
      Weighted &sum = pairs_[{loaded.member, written.member}];
      sum.weight += meeting.weight;
      if (meeting.weight <= sum.heaviest)
        continue;
      sum.heaviest = meeting.weight;
      const std::size_t row = meeting.waiting.row;
      sum.pair = {{loaded.member, used.usage.threads[row], table.at(row, loaded.cell).stores != 0},
                  {written.member, used.usage.threads[meeting.writing.row], true}};
    }
}

std::optional<HotPair> HotPairs::hottest() const {
  const Weighted *best = nullptr;
  for (const auto &[members, pair] : pairs_)
    if (best == nullptr || pair.weight > best->weight)
      best = &pair;
  return best == nullptr ? std::nullopt : std::optional(best->pair);
}

} // namespace fsfind

#include "rules/measured/findings/HotPair.h"

#include <array>

namespace fsfind {

namespace {

struct User {
  std::size_t row = 0;
  std::uint64_t samples = 0;
};

/// The two threads with most stores to a cell.
struct Users {
  std::array<User, 2> most;

  void add(const User &user) {
    if (user.samples > most[0].samples)
      most = {user, most[0]};
    else if (user.samples > most[1].samples)
      most[1] = user;
  }
};

/// A cell of the finding.
struct CellUsers {
  std::size_t cell = 0;
  std::uint32_t member = Identity::kNone;
  std::uint64_t waiting = 0; ///< contended loads
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
      one.waiting += table.at(r, c).contended;
      one.writing.add({r, table.at(r, c).stores});
    }
  }
  return cells;
}

double product(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

/// The weight of two cells. All threads that wait meet the thread that stores most, but for that
/// thread, which meets the next one.
double weightOf(const UsageTable &table, const CellUsers &loaded, const CellUsers &written) {
  const User &first = written.writing.most[0], &next = written.writing.most[1];
  const std::uint64_t own = table.at(first.row, loaded.cell).contended;
  return product(loaded.waiting - own, first.samples) + product(own, next.samples);
}

} // namespace

void HotPairs::addLine(const UsedLine &used, const std::vector<bool> &part_of) {
  const std::vector<CellUsers> cells = usersOf(used, part_of);
  for (const CellUsers &written : cells)
    for (const CellUsers &loaded : cells)
      if (loaded.member != written.member)
        weights_[{loaded.member, written.member}] += weightOf(used.usage.table, loaded, written);
}

std::optional<HotPair> HotPairs::hottest() const {
  double most = 0;
  std::optional<HotPair> best;
  for (const auto &[members, weight] : weights_)
    if (weight > most) {
      most = weight;
      best = {members.first, members.second};
    }
  return best;
}

} // namespace fsfind

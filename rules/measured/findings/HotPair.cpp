#include "rules/measured/findings/HotPair.h"

#include <array>

namespace fsfind {

namespace {

struct User {
  std::size_t row = 0;
  std::uint64_t samples = 0;
};

/// Who stores to a cell: the two threads with most stores.
class Writers {
public:
  Writers(const UsageTable &table, std::size_t cell) {
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const User user{r, table.at(r, cell).stores};
      if (user.samples > most_[0].samples)
        most_ = {user, most_[0]};
      else if (user.samples > most_[1].samples)
        most_[1] = user;
    }
  }

  /// The thread with most stores apart from that of `row`; it has none if there is no other.
  [[nodiscard]] const User &apartFrom(std::size_t row) const {
    return most_[most_[0].row == row ? 1 : 0];
  }

private:
  std::array<User, 2> most_;
};

/// A thread's contended loads of one cell beside another thread's stores to another.
struct Meeting {
  double weight = 0;
  User waiting, writing;
};

/// The meetings at two cells: their weights' sum, and the heaviest one's threads.
Meeting meetingAt(const UsageTable &table, std::size_t loaded, const Writers &writers) {
  Meeting sum;
  double heaviest = 0;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const User waiting{r, table.at(r, loaded).contended};
    const User &writing = writers.apartFrom(r);
    const double weight =
        static_cast<double>(waiting.samples) * static_cast<double>(writing.samples);
    sum.weight += weight;
    if (weight <= heaviest)
      continue;
    heaviest = weight;
    sum.waiting = waiting;
    sum.writing = writing;
  }
  return sum;
}

} // namespace

void HotPairs::addLine(const UsedLine &used, const std::vector<bool> &part_of) {
  const UsageTable &table = used.usage.table;
  for (std::size_t b = 0; b < part_of.size(); ++b) {
    if (!part_of[b])
      continue;
    const Writers writers(table, b);
    const std::uint32_t written = used.identities[b].member;
    for (std::size_t a = 0; a < part_of.size(); ++a) {
      const std::uint32_t loaded = used.identities[a].member;
      const Meeting meeting =
          part_of[a] && loaded != written ? meetingAt(table, a, writers) : Meeting{};
      if (meeting.weight <= 0)
        continue;
      Weighted &sum = pairs_[{loaded, written}];
      sum.weight += meeting.weight;
      if (meeting.weight <= sum.heaviest)
        continue;
      sum.heaviest = meeting.weight;
      const std::size_t row = meeting.waiting.row;
      sum.pair = {{loaded, used.usage.threads[row], table.at(row, a).stores != 0},
                  {written, used.usage.threads[meeting.writing.row], true}};
    }
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

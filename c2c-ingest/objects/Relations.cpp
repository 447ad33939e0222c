// Relations of overlapping instances: which is a part of which, which conflict, and which wins.
#include "c2c-ingest/objects/Instances.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fsfind::objects {

namespace {

/// Most rounds in which losers of conflicts are dismissed; each may expose conflicts of weaker
/// instances. Ordinary input needs one or two.
constexpr int kMostConflictRounds = 8;

} // namespace

std::uint64_t Instances::samplesOf(const std::vector<std::uint32_t> &observations) const {
  std::uint64_t sum = 0;
  for (const std::uint32_t observation : observations)
    sum += samples_[observation];
  return sum;
}

/// Relates every two that overlap. Instances are sorted by address; `open` has those that began
/// before the next one and have not ended.
void Instances::relate() {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < instances_.size(); ++i) {
    Instance &next = instances_[i];
    std::erase_if(open, [&](std::uint32_t o) {
      return instances_[o].space != next.space || instances_[o].end() <= next.base;
    });
    if (open.size() == kMostOverlapping) {
      next.live = false;
      for (const std::uint32_t o : open)
        instances_[o].contested = true;
      continue;
    }
    for (const std::uint32_t o : open)
      relate(o, i);
    open.push_back(i);
  }
}

void Instances::relate(std::uint32_t a, std::uint32_t b) {
  Instance &first = instances_[a], &second = instances_[b];
  if (fits(second, first)) {
    second.outers.push_back(a);
  } else if (fits(first, second)) {
    first.outers.push_back(b);
  } else if (first.rank == Rank::Author && second.rank == Rank::Author) {
    conflicts_.emplace_back(a, b);
  } else if (first.rank == Rank::Author || second.rank == Rank::Author) {
    Instance &author = first.rank == Rank::Author ? first : second;
    const Instance &other = first.rank == Rank::Author ? second : first;
    // Accesses to bytes raise no doubt: any object is copied, cleared and compared by bytes.
    const bool holds_author = &other == &first && other.rank == Rank::Library;
    if (other.size > 1 && !holds_author)
      author.doubts += samplesOf(other.observations);
  }
}

/// Adds up the samples for each instance. Scalars give no strength, since they fit into any object.
void Instances::weigh() {
  std::vector<std::vector<std::uint32_t>> known(instances_.size());
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (instances_[i].rank != Rank::Author)
      continue;
    const auto &own = instances_[i].observations;
    known[i].insert(known[i].end(), own.begin(), own.end());
    for (const std::uint32_t outer : instances_[i].outers)
      known[outer].insert(known[outer].end(), own.begin(), own.end());
  }
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    std::sort(known[i].begin(), known[i].end());
    known[i].erase(std::unique(known[i].begin(), known[i].end()), known[i].end());
    instances_[i].strength = samplesOf(known[i]);
    instances_[i].confirmed |= samplesOf(instances_[i].observations) >= instances_[i].strength / 2;
  }
}

/// Records of one type that follow each other without a gap are taken as an array.
void Instances::markArrays() {
  std::map<std::pair<std::uint32_t, TypeNumber>, Instance *> last;
  for (Instance &instance : instances_) {
    if (instance.rank != Rank::Author || instance.variable || !instance.exact)
      continue;
    Instance *&before = last[{instance.space, instance.type}];
    if (before != nullptr && before->end() == instance.base)
      before->strided = instance.strided = true;
    before = &instance;
  }
}

bool Instances::outermost(const Instance &instance) const {
  return std::none_of(instance.outers.begin(), instance.outers.end(), [&](std::uint32_t o) {
    return instances_[o].live && instances_[o].rank == Rank::Author;
  });
}

bool Instances::beats(const Instance &one, const Instance &other) {
  if (one.lived != other.lived)
    return one.lived;
  return one.exact != other.exact ? one.exact : one.strength / kClearMajority >= other.strength;
}

/// Dismisses the side of a conflict that is clearly outvoted, guessed while the other is exact, or
/// a variable of which is not known that it lived, while that is known of the other.
/// If neither is, both are contested.
void Instances::settle() {
  for (int round = 0; round < kMostConflictRounds && settleOnce(); ++round) {
  }
  for (const auto &[a, b] : conflicts_) {
    Instance &first = instances_[a], &second = instances_[b];
    if (first.live && second.live && outermost(first) && outermost(second))
      first.contested = second.contested = true;
  }
}

bool Instances::settleOnce() {
  struct Defeat {
    std::uint32_t winner = 0, loser = 0;
  };
  std::vector<Defeat> defeats;
  for (const auto &[a, b] : conflicts_) {
    const Instance &first = instances_[a], &second = instances_[b];
    if (!first.live || !second.live || !outermost(first) || !outermost(second))
      continue;
    const bool first_wins = beats(first, second), second_wins = beats(second, first);
    if (first_wins != second_wins)
      defeats.push_back(first_wins ? Defeat{a, b} : Defeat{b, a});
  }
  std::sort(defeats.begin(), defeats.end(), [&](const Defeat &a, const Defeat &b) {
    const auto key = [&](const Defeat &defeat) {
      const Instance &winner = instances_[defeat.winner];
      return std::tuple(!winner.exact, ~winner.strength, defeat.winner, defeat.loser);
    };
    return key(a) < key(b);
  });
  bool any = false;
  for (const auto &[winner, loser] : defeats) {
    if (!instances_[winner].live || !instances_[loser].live)
      continue;
    instances_[loser].live = false;
    any = true;
  }
  return any;
}

} // namespace fsfind::objects

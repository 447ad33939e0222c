#include "c2c-ingest/timing/PingPong.h"

#include <array>
#include <atomic>
#include <new>
#include <utility>

namespace fsfind::timing {

namespace {

using Clock = std::chrono::steady_clock;
using Word = std::atomic<std::uint32_t>;

/// Round trips that are timed together, so that reading the clock does not count.
constexpr std::uint32_t kRounds = 1000;
constexpr std::size_t kMostBatches = 10'000;
/// How often a waiting CPU looks whether it is to end.
constexpr std::uint32_t kSpins = 1024;

/// Waits until `attempt` succeeds; false if the measurement ended before.
template <class Attempt> bool spin(const std::atomic<bool> &ended, Attempt attempt) {
  while (true) {
    for (std::uint32_t spins = 0; spins < kSpins; ++spins)
      if (attempt())
        return true;
    if (ended.load(std::memory_order_relaxed))
      return false;
  }
}

/// One side of a pair. Each turn waits for the other side's, then takes its own.
struct Exchanging {
  Word &word;
  std::uint32_t from, to;
  bool turn(const std::atomic<bool> &ended) {
    return spin(ended, [&] {
      std::uint32_t expected = from;
      return word.compare_exchange_strong(expected, to, std::memory_order_acq_rel,
                                          std::memory_order_relaxed);
    });
  }
};

struct Storing {
  const Word &theirs;
  Word &mine;
  std::uint32_t awaited;
  std::uint32_t step; ///< added to what is answered: 1 for the side that begins, else 0
  bool turn(const std::atomic<bool> &ended) {
    if (!spin(ended, [&] { return theirs.load(std::memory_order_acquire) == awaited; }))
      return false;
    mine.store(awaited + step, std::memory_order_release);
    ++awaited;
    return true;
  }
};

template <class Side> bool turns(Side &side, const std::atomic<bool> &ended) {
  for (std::uint32_t round = 0; round < kRounds; ++round)
    if (!side.turn(ended))
      return false;
  return true;
}

/// The side that keeps the time; it ends the measurement.
template <class Side>
void lead(Side side, std::chrono::nanoseconds time, std::atomic<bool> &ended,
          std::vector<double> &batches) {
  constexpr double kTransfers = 2.0 * kRounds;
  turns(side, ended);
  const Clock::time_point end = Clock::now() + time;
  Clock::time_point before = Clock::now();
  while (batches.size() < kMostBatches && turns(side, ended)) {
    const Clock::time_point now = Clock::now();
    batches.push_back(std::chrono::duration<double, std::nano>(now - before).count() / kTransfers);
    if (now >= end)
      break;
    before = now;
  }
  ended = true;
}

template <class Side> void follow(Side side, const std::atomic<bool> &ended) {
  while (turns(side, ended)) {
  }
}

Word &wordAt(std::byte *place) {
  return *new (place) Word(0);
}

} // namespace

Expected<Attempt> bounce(const PingPong &pair, const GoOn &go_on) {
  Word &first = wordAt(pair.page.data());
  // Two lines on, since some processors fetch lines in pairs.
  Word &second = wordAt(pair.page.data() + std::size_t{2} * pair.line_size);
  std::vector<double> batches;
  const std::array cpus = {pair.a, pair.b};
  const auto work = [&](const Member &member) {
    const bool leads = member.index == 0;
    if (pair.handover == Handover::Exchange && leads)
      lead(Exchanging{first, 0, 1}, pair.time, member.ended, batches);
    else if (pair.handover == Handover::Exchange)
      follow(Exchanging{first, 1, 0}, member.ended);
    else if (leads)
      lead(Storing{second, first, 0, 1}, pair.time, member.ended, batches);
    else
      follow(Storing{first, second, 1, 0}, member.ended);
  };
  FSFIND_TRY(const CrewRun run, runPinned(cpus, go_on, work));
  return Attempt{std::move(batches), run.interrupted};
}

} // namespace fsfind::timing

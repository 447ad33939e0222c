#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/sim/OneOf.h"

#include <algorithm>
#include <optional>
#include <random>

namespace fsfind::record::sim {

/// A countdown that ends every `period` events on average. With a seed other than 0 each round
/// differs by up to a quarter, so as not to keep step with the program's loops.
class Countdown {
public:
  Countdown(std::uint64_t period, std::uint64_t seed) : period_(period), random_(seed) {
    vary_ = seed != 0 && period >= 4;
    left_ = next();
  }

  /// Counts one event, or several; true if the period is over, and the next begins.
  bool count(std::uint64_t events = 1) {
    left_ -= static_cast<std::int64_t>(events);
    if (left_ > 0)
      return false;
    left_ = next();
    return true;
  }
  /// The same; how many of the events come after the end of the period, none if it goes on.
  std::optional<std::uint64_t> endsWithin(std::uint64_t events) {
    const std::int64_t left = left_ - static_cast<std::int64_t>(events);
    return count(events) ? std::optional(static_cast<std::uint64_t>(-left)) : std::nullopt;
  }
  void restart() { left_ = next(); }

  /// Events of a period.
  std::int64_t next() {
    const std::uint64_t quarter = vary_ ? period_ / 4 : 0;
    return static_cast<std::int64_t>(period_ - quarter + random_() % (quarter * 2 + 1));
  }

private:
  std::uint64_t period_;
  std::mt19937_64 random_;
  std::int64_t left_;
  bool vary_;
};

/// Decides which accesses become samples, as a PMU with precise sampling does: one in `load_period`
/// of the loads that took at least `ldlat` cycles, and one in `store_period` stores. Where the
/// periods are doubled, some of those that are taken are kept.
class Sampler {
public:
  explicit Sampler(const Options &options)
      : ldlat_(options.ldlat), loads_(options.load_period, options.seed),
        stores_(options.store_period, options.seed == 0 ? 0 : options.seed + 1),
        kept_loads_(options.seed), kept_stores_(options.seed + 1) {}

  bool takesLoad(std::uint32_t latency) { return latency >= ldlat_ && loads_.count(); }
  /// `chosen`: it was counted and taken elsewhere.
  bool takesStore(bool chosen = false) { return chosen || stores_.count(); }

  /// Whether one that was taken is kept.
  bool keepsLoad(unsigned doublings) { return kept_loads_.takes(doublings); }
  bool keepsStore(unsigned doublings) { return kept_stores_.takes(doublings); }

private:
  std::uint32_t ldlat_;
  Countdown loads_, stores_;
  OneOf kept_loads_, kept_stores_;
};

} // namespace fsfind::record::sim

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// Which loads are waits for another thread. A loop that does nothing but load the same few words
/// may wait for one of them to be stored to, or do work with them: by the loads alone these two
/// look the same. They differ in how they end: who waits goes on at the load that gives another
/// value. So a site's loads count as waits once most of its loops have ended so.
namespace fsfind::record::sim {

/// How loops of loads ended, by the instruction that loads. Of two instructions with the same place
/// in the table the later one is known.
class SpinSites {
public:
  void ended(std::uint64_t ip, bool by_store) {
    Site &site = sites_[placeOf(ip)];
    if (site.ip != ip)
      site = {ip};
    ++(by_store ? site.by_store : site.otherwise);
  }
  /// Whether most loops at this instruction have waited for a store.
  [[nodiscard]] bool wait(std::uint64_t ip) const {
    const Site &site = sites_[placeOf(ip)];
    return site.ip == ip && site.by_store > site.otherwise;
  }

private:
  struct Site {
    std::uint64_t ip = 0;
    std::uint64_t by_store = 0, otherwise = 0;
  };
  static constexpr std::size_t kSites = 1024;
  static std::size_t placeOf(std::uint64_t ip) { return ip % kSites; }
  std::array<Site, kSites> sites_{};
};

/// One thread's loops of loads.
class SpinWatch {
public:
  struct Load {
    std::uint64_t ip = 0, address = 0;
    bool operator==(const Load &) const = default;
  };

  /// Returns whether the thread only waits by this load, as far as that is known. `changed`: it
  /// gives something else than the one like it before.
  bool load(const Load &load, bool changed, SpinSites &sites) {
    if (round_ == 0 || !(loadBefore(round_) == load)) {
      end(sites);
      round_ = roundTo(load);
    }
    loads_[next_++ % loads_.size()] = load;
    known_ = std::min(known_ + 1, loads_.size());
    repeats_ += round_ != 0;
    since_change_ = changed ? 0 : since_change_ + 1;
    return isLoop() && sites.wait(load.ip);
  }
  /// The thread has stored: that is no mere waiting.
  void store(SpinSites &sites) {
    end(sites);
    known_ = 0;
  }

private:
  static constexpr std::size_t kLongestRound = 8; ///< loads
  static constexpr std::uint64_t kFewestRounds = 2;

  [[nodiscard]] const Load &loadBefore(std::size_t loads) const {
    return loads_[(next_ - loads) % loads_.size()];
  }
  /// How many loads ago this one was made before; 0 if it was not.
  [[nodiscard]] std::size_t roundTo(const Load &load) const {
    for (std::size_t round = 1; round <= known_; ++round)
      if (loadBefore(round) == load)
        return round;
    return 0;
  }
  [[nodiscard]] bool isLoop() const { return round_ != 0 && repeats_ >= kFewestRounds * round_; }
  /// Notes of a loop how it ended: of the load that met the store, or else of all of the round.
  void end(SpinSites &sites) {
    const bool by_store = since_change_ < round_;
    for (std::size_t ago = 1; isLoop() && ago <= round_; ++ago)
      if (!by_store || ago == since_change_ + 1)
        sites.ended(loadBefore(ago).ip, by_store);
    round_ = repeats_ = 0;
    since_change_ = kLongestRound;
  }

  std::array<Load, kLongestRound> loads_{}; ///< the last ones, in a ring
  std::size_t next_ = kLongestRound;
  std::size_t known_ = 0;                    ///< of these, since the last store
  std::size_t round_ = 0;                    ///< loads after which they repeat; 0 if they do not
  std::uint64_t repeats_ = 0;                ///< that count
  std::size_t since_change_ = kLongestRound; ///< loads after the last one that gave something else
};

} // namespace fsfind::record::sim

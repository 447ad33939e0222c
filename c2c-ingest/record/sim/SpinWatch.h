#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/// Which loads are waits for another thread. A loop that does nothing but load the same few words
/// may wait for one of them to be stored to, or do work with them: by the loads alone these two
/// look the same. They differ in how they end: who waits goes on at the load that meets the store.
/// So a site's loads count as waits once most of its loops have ended so.
namespace fsfind::record::sim {

/// How loops of loads ended, by the instruction that loads. Of two instructions with the same place
/// in the table the later one is known.
class SpinSites {
public:
  /// `seen`: what the loop loaded while it went on, if that is known.
  void ended(std::uint64_t ip, bool by_store, std::optional<std::uint64_t> seen) {
    Site &site = sites_[placeOf(ip)];
    if (site.ip != ip)
      site = {ip};
    ++(by_store ? site.by_store : site.otherwise);
    if (by_store)
      site.seen = seen;
  }
  /// Whether most loops at this instruction have waited for a store.
  [[nodiscard]] bool wait(std::uint64_t ip) const {
    const Site &site = sites_[placeOf(ip)];
    return site.ip == ip && site.by_store > site.otherwise;
  }
  /// What the last loop loaded there while it waited.
  [[nodiscard]] std::optional<std::uint64_t> seen(std::uint64_t ip) const {
    return sites_[placeOf(ip)].seen;
  }

private:
  struct Site {
    std::uint64_t ip = 0;
    std::uint64_t by_store = 0, otherwise = 0;
    std::optional<std::uint64_t> seen = {};
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
  /// What the caches did for a load: whether it missed the private one, and whether another CPU had
  /// stored to its bytes since the thread's CPU last held the line.
  struct Fetch {
    bool missed = false, taken = false;
  };

  /// Of threads in lock step. Returns whether the thread only waits by this load, as far as that is
  /// known. `read` gives what it has loaded, if that is known; it is called seldom.
  template <class Read>
  bool load(const Load &load, Fetch fetch, SpinSites &sites, const Read &read) {
    if (known_ == 0) { // most loads follow a store: no loop goes on
      loads_[next_++ % loads_.size()] = load;
      known_ = 1;
      since_taken_ = fetch.taken ? 0 : kLongestRound;
      return fetch.missed && seesWhatWaits(load.ip, sites, read);
    }
    follow(load, sites);
    repeats_ += round_ != 0;
    since_taken_ = fetch.taken ? 0 : since_taken_ + 1;
    if (repeats_ == kFewestRounds * round_ && round_ != 0 && !fetch.taken)
      seen_ = read();
    if (isLoop())
      return sites.wait(load.ip);
    return fetch.missed && seesWhatWaits(load.ip, sites, read);
  }
  /// Of threads that run freely, whose accesses are left out for the most part: only a load that is
  /// known to be one of a loop (`loops`) counts. Such a thread is taken to go on for some turns
  /// after the store: the last load that missed tells how the loop ended.
  bool loadFreely(const Load &load, Fetch fetch, SpinSites &sites, bool loops) {
    if (!loops && round_ == 0)
      return false;
    follow(load, sites);
    if (!loops)
      return false;
    repeats_ += round_ != 0;
    if (fetch.missed)
      since_taken_ = fetch.taken ? 0 : kLongestRound;
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

  /// Whether the load gives what a loop there has waited with before.
  template <class Read>
  static bool seesWhatWaits(std::uint64_t ip, const SpinSites &sites, const Read &read) {
    return sites.wait(ip) && sites.seen(ip) && read() == sites.seen(ip);
  }
  void follow(const Load &load, SpinSites &sites) {
    if (round_ == 0 || !(loadBefore(round_) == load)) {
      end(sites);
      round_ = roundTo(load);
      since_taken_ = kLongestRound;
    }
    loads_[next_++ % loads_.size()] = load;
    known_ = std::min(known_ + 1, loads_.size());
  }
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
    if (round_ == 0)
      return;
    if (isLoop()) {
      const bool by_store = since_taken_ < round_;
      for (std::size_t ago = 1; ago <= round_; ++ago)
        if (!by_store || ago == since_taken_ + 1)
          sites.ended(loadBefore(ago).ip, by_store, round_ == 1 ? seen_ : std::nullopt);
    }
    round_ = repeats_ = 0;
    seen_ = std::nullopt;
  }

  std::array<Load, kLongestRound> loads_{}; ///< the last ones, in a ring
  std::size_t next_ = kLongestRound;
  std::size_t known_ = 0;                   ///< of these, since the last store
  std::size_t round_ = 0;                   ///< loads after which they repeat; 0 if they do not
  std::uint64_t repeats_ = 0;               ///< that count
  std::size_t since_taken_ = kLongestRound; ///< loads after the last one that met a store
  std::optional<std::uint64_t> seen_;       ///< by a loop of one load
};

} // namespace fsfind::record::sim

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fsfind {

/// Sample counters with exactly the meaning of `perf c2c` (struct c2c_stats, tools/perf/util/
/// mem-events.h), double counting included. Names are perf's field names.
struct C2cCounters {
  std::uint64_t nr_entries = 0, locks = 0;
  std::uint64_t store = 0, st_uncache = 0, st_noadrs = 0, st_l1hit = 0, st_l1miss = 0, st_na = 0;
  std::uint64_t load = 0, ld_excl = 0, ld_shared = 0, ld_uncache = 0, ld_io = 0, ld_miss = 0;
  std::uint64_t ld_noadrs = 0, ld_fbhit = 0, ld_l1hit = 0, ld_l2hit = 0, ld_llchit = 0;
  std::uint64_t lcl_hitm = 0, rmt_hitm = 0, tot_hitm = 0;
  std::uint64_t lcl_peer = 0, rmt_peer = 0, tot_peer = 0;
  std::uint64_t rmt_hit = 0, lcl_dram = 0, rmt_dram = 0;
  std::uint64_t blk_data = 0, blk_addr = 0, nomap = 0, noparse = 0;

  bool operator==(const C2cCounters &) const = default;
  C2cCounters &operator+=(const C2cCounters &other);
  /// Adds `other` `times` times.
  void add(const C2cCounters &other, std::uint64_t times);

  /// perf's "Load LLC Misses".
  [[nodiscard]] std::uint64_t llcMisses() const { return lcl_dram + rmt_dram + rmt_hitm + rmt_hit; }
  /// perf's per-line "Total Loads": loads whose level is known; a remote HITM counts twice on
  /// hardware that also sets the remote bit.
  [[nodiscard]] std::uint64_t tableLoads() const {
    return lcl_dram + rmt_dram + rmt_hitm + rmt_hit + ld_fbhit + ld_l1hit + ld_l2hit + ld_llchit +
           lcl_hitm;
  }
  /// perf's per-line "Total records".
  [[nodiscard]] std::uint64_t tableRecords() const {
    return tableLoads() + st_l1hit + st_l1miss + st_na;
  }
  /// perf calls a line shared when any of these is non-zero.
  [[nodiscard]] bool isShared() const { return (lcl_hitm | rmt_hitm | lcl_peer | rmt_peer) != 0; }
};

/// One row of the counter catalogue: perf's field name and the member that holds it.
struct C2cCounterField {
  std::string_view name;
  std::uint64_t C2cCounters::*member;
};

/// Every counter, in perf's declaration order. The only list: sums, JSON and CSV use it.
inline constexpr std::array kC2cCounterFields = {
    C2cCounterField{"nr_entries", &C2cCounters::nr_entries},
    C2cCounterField{"locks", &C2cCounters::locks},
    C2cCounterField{"store", &C2cCounters::store},
    C2cCounterField{"st_uncache", &C2cCounters::st_uncache},
    C2cCounterField{"st_noadrs", &C2cCounters::st_noadrs},
    C2cCounterField{"st_l1hit", &C2cCounters::st_l1hit},
    C2cCounterField{"st_l1miss", &C2cCounters::st_l1miss},
    C2cCounterField{"st_na", &C2cCounters::st_na},
    C2cCounterField{"load", &C2cCounters::load},
    C2cCounterField{"ld_excl", &C2cCounters::ld_excl},
    C2cCounterField{"ld_shared", &C2cCounters::ld_shared},
    C2cCounterField{"ld_uncache", &C2cCounters::ld_uncache},
    C2cCounterField{"ld_io", &C2cCounters::ld_io},
    C2cCounterField{"ld_miss", &C2cCounters::ld_miss},
    C2cCounterField{"ld_noadrs", &C2cCounters::ld_noadrs},
    C2cCounterField{"ld_fbhit", &C2cCounters::ld_fbhit},
    C2cCounterField{"ld_l1hit", &C2cCounters::ld_l1hit},
    C2cCounterField{"ld_l2hit", &C2cCounters::ld_l2hit},
    C2cCounterField{"ld_llchit", &C2cCounters::ld_llchit},
    C2cCounterField{"lcl_hitm", &C2cCounters::lcl_hitm},
    C2cCounterField{"rmt_hitm", &C2cCounters::rmt_hitm},
    C2cCounterField{"tot_hitm", &C2cCounters::tot_hitm},
    C2cCounterField{"lcl_peer", &C2cCounters::lcl_peer},
    C2cCounterField{"rmt_peer", &C2cCounters::rmt_peer},
    C2cCounterField{"tot_peer", &C2cCounters::tot_peer},
    C2cCounterField{"rmt_hit", &C2cCounters::rmt_hit},
    C2cCounterField{"lcl_dram", &C2cCounters::lcl_dram},
    C2cCounterField{"rmt_dram", &C2cCounters::rmt_dram},
    C2cCounterField{"blk_data", &C2cCounters::blk_data},
    C2cCounterField{"blk_addr", &C2cCounters::blk_addr},
    C2cCounterField{"nomap", &C2cCounters::nomap},
    C2cCounterField{"noparse", &C2cCounters::noparse},
};

} // namespace fsfind

#include "cli/report/text/Stats.h"

#include <fmt/format.h>

#include <vector>

namespace fsfind::report {

namespace {

/// A label of tools/perf/builtin-c2c.c and the count that perf prints behind it.
struct StatsRow {
  const char *label;
  std::uint64_t count;
};

std::string title(std::string_view text) {
  const std::string rule(49, '=');
  return fmt::format("{0}\n{1}\n{0}\n", rule, text);
}

std::string rows(const std::vector<StatsRow> &table) {
  std::string text;
  for (const StatsRow &row : table)
    text += fmt::format("  {:<34}: {:>10}\n", row.label, row.count);
  return text;
}

std::string shares(const std::vector<StatsRow> &table, std::uint64_t whole) {
  std::string text;
  for (const StatsRow &row : table)
    text += fmt::format(
        "  {:<34}: {:>10.1f}%\n", row.label,
        whole == 0 ? 0 : 100 * static_cast<double>(row.count) / static_cast<double>(whole));
  return text;
}

std::string loadRows(const C2cCounters &c) {
  return rows({{"Total records", c.nr_entries},
               {"Locked Load/Store Operations", c.locks},
               {"Load Operations", c.load},
               {"Loads - uncacheable", c.ld_uncache},
               {"Loads - IO", c.ld_io},
               {"Loads - Miss", c.ld_miss},
               {"Loads - no mapping", c.ld_noadrs},
               {"Load Fill Buffer Hit", c.ld_fbhit},
               {"Load L1D hit", c.ld_l1hit},
               {"Load L2D hit", c.ld_l2hit},
               {"Load LLC hit", c.ld_llchit + c.lcl_hitm},
               {"Load Local HITM", c.lcl_hitm},
               {"Load Remote HITM", c.rmt_hitm},
               {"Load Remote HIT", c.rmt_hit},
               {"Load Local DRAM", c.lcl_dram},
               {"Load Remote DRAM", c.rmt_dram},
               {"Load MESI State Exclusive", c.ld_excl},
               {"Load MESI State Shared", c.ld_shared},
               {"Load LLC Misses", c.llcMisses()},
               {"Load access blocked by data", c.blk_data},
               {"Load access blocked by address", c.blk_addr},
               {"Load HIT Local Peer", c.lcl_peer},
               {"Load HIT Remote Peer", c.rmt_peer}}) +
         shares({{"LLC Misses to Local DRAM", c.lcl_dram},
                 {"LLC Misses to Remote DRAM", c.rmt_dram},
                 {"LLC Misses to Remote cache (HIT)", c.rmt_hit},
                 {"LLC Misses to Remote cache (HITM)", c.rmt_hitm}},
                c.llcMisses());
}

std::string storeRows(const C2cCounters &c) {
  return rows({{"Store Operations", c.store},
               {"Store - uncacheable", c.st_uncache},
               {"Store - no mapping", c.st_noadrs},
               {"Store L1D Hit", c.st_l1hit},
               {"Store L1D Miss", c.st_l1miss},
               {"Store No available memory level", c.st_na},
               {"No Page Map Rejects", c.nomap},
               {"Unable to parse data source", c.noparse}});
}

std::string sharedRows(std::uint64_t lines, const C2cCounters &c) {
  return rows({{"Total Shared Cache Lines", lines},
               {"Load HITs on shared lines", c.load},
               {"Fill Buffer Hits on shared lines", c.ld_fbhit},
               {"L1D hits on shared lines", c.ld_l1hit},
               {"L2D hits on shared lines", c.ld_l2hit},
               {"LLC hits on shared lines", c.ld_llchit + c.lcl_hitm},
               {"Load hits on peer cache or nodes", c.lcl_peer + c.rmt_peer},
               {"Locked Access on shared lines", c.locks},
               {"Blocked Access on shared lines", c.blk_data + c.blk_addr},
               {"Store HITs on shared lines", c.store},
               {"Store L1D hits on shared lines", c.st_l1hit},
               {"Store No available memory level", c.st_na},
               {"Total Merged records", c.lcl_hitm + c.rmt_hitm + c.store}});
}

} // namespace

std::string statsReport(const Profile &profile) {
  return title("            Trace Event Information              ") + loadRows(profile.totals) +
         storeRows(profile.totals) + "\n" +
         title("    Global Shared Cache Line Event Information   ") +
         sharedRows(profile.shared_line_count, profile.shared);
}

} // namespace fsfind::report

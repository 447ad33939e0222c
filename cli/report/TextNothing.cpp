#include "cli/report/TextSections.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

void explainMissingHitm(Page &page, const Profile &profile) {
  const C2cCounters &totals = profile.totals;
  if (totals.load == 0)
    page.bullet("Only stores were recorded. HITM is seen by loads: record both with perf c2c "
                "record.");
  else if (profile.vendor == Vendor::Amd)
    page.bullet("No load met a modified line. AMD Zen 3 cannot report HITM at all; there only "
                "stores show contention.");
  else if (profile.vendor == Vendor::Arm && totals.tot_peer == 0)
    page.bullet("No load was served by a peer cache (Arm's stand-in for HITM).");
  else
    page.bullet("No load met a line that another core had modified (HITM).");
  if (totals.store == 0)
    page.bullet("No stores were recorded; contention that shows in stores alone is invisible. "
                "perf c2c record takes loads and stores.");
  else
    page.bullet("Stores of several threads did not meet on one cacheline often enough to tell.");
}

} // namespace

void writeNothingContended(Page &page, const Profile &profile) {
  page.heading("No contended cachelines");
  page.fact("seen", fmt::format("{} and {} on {}", cli::counted(profile.totals.load, "load"),
                                cli::counted(profile.totals.store, "store"),
                                cli::counted(profile.line_count, "cacheline")));
  explainMissingHitm(page, profile);
  if (profile.totals.tot_hitm != 0 || profile.totals.tot_peer != 0)
    page.bullet("The lines with HITM or peer loads rank below what this view shows; try --display "
                "tot and --show-all.");
  else
    page.bullet(
        "To be surer, record longer or with a lower threshold: perf c2c record --ldlat 10.");
}

} // namespace fsfind::report

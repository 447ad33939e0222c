#pragma once

#include "rules/model/NameWords.h"
#include "rules/model/Report.h"

#include <cstddef>

/// Ranks the cachelines of a profile and draws findings from them.
namespace fsfind {

/// Order of the lines; each is descending and keeps the profile's order among equals.
enum class SortKey : std::uint8_t {
  Hitm,    ///< perf's order: by the display mode's counter
  Cost,    ///< by estimated cycles of the accesses kept
  Stores,  ///< by stores
  Samples, ///< by samples
};

struct JudgeOptions {
  DisplayMode display = DisplayMode::Total;
  SortKey sort = SortKey::Hitm;
  std::size_t max_lines = 0; ///< 0 = all
  bool show_all = false;     ///< also lines and findings that are otherwise left out
  NameWords words = {};      ///< by which names tell what advice fits
};

/// Lines and findings with a smaller share of the recording's contention are left out, as in perf
/// (tools/perf/builtin-c2c.c, `valid_hitm_or_store`).
inline constexpr double kShownShare = 0.001;

/// perf's default display mode: Peer for recordings of 64-bit Arm hardware, else Total.
[[nodiscard]] DisplayMode defaultDisplayMode(const Source &source);

/// `profile` must outlive the report.
[[nodiscard]] Report judge(const Profile &profile, const JudgeOptions &options);

} // namespace fsfind

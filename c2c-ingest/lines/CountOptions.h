#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::lines {

/// Called now and then with the fraction done of a stage, from one thread at a time.
using ProgressCallback = std::function<void(std::string_view stage, double fraction)>;

/// Which samples are counted, and by what line size.
struct CountOptions {
  std::uint32_t line_size = 0; ///< bytes, a power of two; 0 = as recorded
  bool double_line = false;    ///< pairs of lines, as the adjacent-line prefetcher fetches them
  bool neighbours = false;     ///< keep the lines next to contended ones, too
  bool quiet = false;          ///< keep all lines, as far as there is room; with `neighbours`
  bool timelines = false;      ///< tell of contended lines who used them when
  std::vector<std::uint32_t> pids, tids; ///< empty = all
  std::vector<std::string> comms;        ///< empty = all
  unsigned threads = 0;                  ///< 0 = as many as the machine has
  ProgressCallback progress;             ///< may be empty
};

} // namespace fsfind::lines

#pragma once

#include "tests/support/PerfDataBuilder.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::bench {

/// What a generated recording holds. The defaults resemble a busy two-socket server.
struct WorkloadOptions {
  std::uint64_t samples = 5'000'000;
  std::uint64_t lines = 200'000; ///< distinct cachelines; more than `contended_lines`
  double contended_share = 0.10; ///< of the samples, on contended lines
  std::uint64_t contended_lines = 500;
  std::uint64_t sites = 4'000; ///< distinct sampled instructions
  std::uint32_t processes = 4;
  std::uint32_t threads = 64; ///< in all processes together
  std::uint32_t cpus = 64;    ///< on two NUMA nodes
  double skew = 0.9;          ///< Zipf exponent of lines and sites
  bool physical = true;       ///< samples have physical addresses
  std::uint64_t seed = 1;
  std::uint64_t sites_per_line = 0; ///< of lines that are not contended; 0 = any site
  std::vector<std::string> modules; ///< ELF files that sites and static data lie in
};

/// A kind of program, by name; none if there is no such name:
/// - `server`: the defaults; many lines, one program with debug info
/// - `libraries`: few lines, each from few sites, in six processes of 48 threads
std::optional<WorkloadOptions> workloadShape(std::string_view name);

/// A symbol of an ELF file, by the file's own addresses.
struct Extent {
  std::uint64_t address = 0, size = 0;
};

/// A module as mapped in every process.
struct LoadedModule {
  std::string path;
  std::uint64_t base = 0; ///< added to the file's addresses
  struct Segment {
    std::uint64_t address = 0, file_offset = 0, size = 0;
    std::uint32_t protection = 0;
  };
  std::vector<Segment> segments;
  std::vector<Extent> functions, variables;
  std::vector<std::uint8_t> build_id;
};

/// Reads segments, symbols and build-id; empty segments if the file is no ELF file. If its symbols
/// were stripped, its code is one function and its data one variable.
LoadedModule readModule(const std::string &path, std::uint64_t base);

/// Draws ranks 0..n-1 with probability proportional to 1/(rank+1)^skew.
class Zipf {
public:
  Zipf(std::uint64_t n, double skew);
  std::uint64_t operator()(std::mt19937_64 &random) const;

private:
  std::vector<double> cumulative_;
};

/// Samples that look like a server's: most lines private to a thread, some shared and contended.
/// Deterministic for equal options.
class SyntheticWorkload {
public:
  explicit SyntheticWorkload(WorkloadOptions options);

  /// Writes the recording; false if a file cannot be read or written.
  bool writeTo(const std::string &path);

private:
  struct Line {
    std::uint64_t address = 0;
    std::uint32_t owner = 0; ///< thread; contended lines are used by four threads from it on
    bool contended = false;
  };

  void layOutLines();
  void layOutSites();
  void describe(test::PerfDataBuilder &data) const;
  void mapProcesses(test::PerfDataBuilder &data) const;
  void drawLine(test::Sample &sample);
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  WorkloadOptions options_;
  std::mt19937_64 random_;
  Zipf contended_rank_, private_rank_, site_rank_;
  std::vector<LoadedModule> modules_;
  std::vector<Line> lines_; ///< contended ones first
  std::vector<std::uint64_t> sites_;
};

} // namespace fsfind::bench

#pragma once

#include "rules/model/Expected.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace fsfind::check {

struct PoolOptions {
  std::string worker; ///< path of the program
  std::string folder; ///< for the workers' files; must exist
  unsigned jobs = 1;  ///< how many processes run at a time
  std::chrono::seconds unit_timeout{120};
  /// Units that are not done by then are given up.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  std::size_t earlier = 0; ///< units read with the same folder before, whose facts stay
};

/// How the worker of one unit ended.
struct WorkerEnd {
  std::string problem; ///< what went wrong, one clause; empty = nothing
  std::string output;  ///< what it wrote to standard output
};

/// The file that the worker of unit `i` has open as analyzer::kFactsDescriptor.
[[nodiscard]] std::string factsFile(const PoolOptions &options, std::size_t i);

/// Runs one worker process for each unit. `request` returns the standard input for unit `i`; `done`
/// is called when its worker has ended; both in the calling thread. A signal that asks the program
/// to end stops all workers, and its number is returned; else 0.
[[nodiscard]] Expected<int> runWorkers(const PoolOptions &options, std::size_t units,
                                       const std::function<std::string(std::size_t i)> &request,
                                       const std::function<void(std::size_t i, WorkerEnd)> &done);

/// The number of processors, but at most one job for each GiB of free memory: a worker seldom needs
/// more.
[[nodiscard]] unsigned defaultJobs();

} // namespace fsfind::check

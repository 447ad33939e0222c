#pragma once

#include "rules/model/Expected.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace fsfind::check {

struct PoolOptions {
  std::string worker; ///< path of the program
  std::string folder; ///< for the workers' files; exists
  unsigned jobs = 1;  ///< processes at a time
  std::chrono::seconds unit_timeout{120};
};

/// How the worker of one unit ended.
struct WorkerEnd {
  std::string problem; ///< one clause; empty = it ended well
  std::string output;  ///< what it wrote to standard output
};

/// Runs one worker process a unit. `request` gives what unit `i` gets on standard input; `done` is
/// told of its end, in the calling thread. An interrupt or termination request ends all workers and
/// returns the signal's number; 0 if all units are done.
[[nodiscard]] Expected<int> runWorkers(const PoolOptions &options, std::size_t units,
                                       const std::function<std::string(std::size_t i)> &request,
                                       const std::function<void(std::size_t i, WorkerEnd)> &done);

/// As many as there are processors, and gigabytes of free memory: one clang seldom takes more.
[[nodiscard]] unsigned defaultJobs();

} // namespace fsfind::check

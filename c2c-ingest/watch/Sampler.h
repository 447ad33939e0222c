#pragma once

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/record/Host.h"
#include "rules/model/Expected.h"
#include "rules/watch/Step.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Where the steps of a watch come from. Each way has a file, and a line in Samplers.cpp.
namespace fsfind::watch {

struct SamplingRequest {
  std::string replay;       ///< a folder of recordings; empty: programs that run are sampled
  bool by_time = false;     ///< recordings in order of their modification, not of their names
  double interval = 0;      ///< seconds from the start of a step to that of the next
  double seconds = 1;       ///< of sampling in a step
  std::uint64_t period = 0; ///< of samples; 0 = perf's default
  std::vector<std::uint32_t> pids;
  bool all_cpus = false;
  std::vector<std::string> command; ///< started by the first step, ended with the sampler
  bool silent = false;          ///< the command's output is dropped; else it is standard error's
  ingest::IngestOptions ingest; ///< how recordings are read
};

/// What one call of Sampler::next() gave.
struct Sampled {
  std::optional<Step> step; ///< none: there is nothing left to sample
  int interrupted_by = 0;   ///< a signal that fsfind got meanwhile; else 0
};

/// Gives steps, one after the other. `Step::time` is left to the caller for programs that run.
class Sampler {
public:
  Sampler() = default;
  virtual ~Sampler() = default;
  Sampler(const Sampler &) = delete;
  Sampler &operator=(const Sampler &) = delete;

  /// Takes as long as the request's `seconds`, or as reading a recording does. After an error the
  /// next call goes on.
  [[nodiscard]] virtual Expected<Sampled> next() = 0;
  /// What is watched and how, for people: `replay of runs`, `process 42, measured by perf stat`.
  [[nodiscard]] virtual std::string how() const = 0;
  /// Steps come from what happens now; else from files.
  [[nodiscard]] virtual bool live() const = 0;
};

} // namespace fsfind::watch

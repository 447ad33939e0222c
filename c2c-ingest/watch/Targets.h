#pragma once

#include "c2c-ingest/watch/Descriptor.h"
#include "c2c-ingest/watch/Sampler.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace fsfind::watch {

/// What is sampled while it runs: processes, the machine, or a command that is started for it.
class Targets {
public:
  explicit Targets(const SamplingRequest &request)
      : pids_(request.pids.begin(), request.pids.end()), all_cpus_(request.all_cpus),
        silent_(request.silent), command_(request.command) {}
  /// Ends the command: by SIGTERM, and by SIGKILL if it does not heed that for some seconds.
  ~Targets();
  Targets(const Targets &) = delete;
  Targets &operator=(const Targets &) = delete;

  /// Starts the command, if there is one and it was not started yet.
  [[nodiscard]] Expected<void> begin();
  /// Whether anything is left to sample.
  [[nodiscard]] bool alive() const;
  /// Those that live, comma-separated; empty for the whole machine.
  [[nodiscard]] std::string pids() const;
  [[nodiscard]] bool allCpus() const { return all_cpus_; }
  /// `processes 4, 5`, `all CPUs`, `./server`.
  [[nodiscard]] std::string text() const;

private:
  std::vector<pid_t> pids_;
  bool all_cpus_, silent_;
  std::vector<std::string> command_;
  Descriptor process_; ///< pidfd_open(2) of the command; none before begin()
};

} // namespace fsfind::watch

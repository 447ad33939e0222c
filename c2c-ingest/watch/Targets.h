#pragma once

#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/watch/Sampler.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace fsfind::watch {

/// What is sampled while it runs: processes, the machine, or a command that is started for it.
class Targets {
public:
  explicit Targets(const SamplingRequest &request);
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
  struct Process {
    pid_t pid;
    Descriptor handle; ///< pidfd_open(2); none if the kernel gives none, as for a thread
    [[nodiscard]] bool lives() const;
  };

  std::vector<Process> processes_; ///< with the command after begin()
  bool all_cpus_, silent_;
  std::vector<std::string> command_;
};

} // namespace fsfind::watch

#pragma once

#include "rules/model/Expected.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::process {

using Clock = std::chrono::steady_clock;

/// The text of a file, or what of it could be read before a deadline.
struct ProcFile {
  std::string text; ///< ends with a whole line
  double seconds = 0;
  bool whole = true; ///< false: the deadline came first
};

/// The files of one process below `root`/proc, and of the machine below `root`.
class ProcFiles {
public:
  /// `root` is empty for the machine's own; tests compose others.
  ProcFiles(std::string root, std::uint32_t pid);

  [[nodiscard]] std::uint32_t pid() const { return pid_; }
  /// `/proc/PID/name`, with the root.
  [[nodiscard]] std::string pathOf(const std::string &name) const;
  /// A file of the process. Errors tell what keeps it from being read: the process does not exist,
  /// has ended meanwhile, or is not ours.
  [[nodiscard]] Expected<std::string> read(const std::string &name) const;
  /// The same for files that take long, since the kernel walks the process's page tables for each
  /// piece that is read, and holds up its mmap(2) meanwhile. Stops between two pieces when the
  /// deadline has come.
  [[nodiscard]] Expected<ProcFile> readUntil(const std::string &name,
                                             Clock::time_point deadline) const;
  /// A file of the machine, such as `/sys/devices/system/node/possible`, without its last newline;
  /// empty if it cannot be read.
  [[nodiscard]] std::string machine(const std::string &path) const;
  /// Numbers that name the entries of a folder (`task`), ascending.
  [[nodiscard]] std::vector<std::uint32_t> numbers(const std::string &folder) const;

private:
  [[nodiscard]] Error unreadable(const std::string &name, int error) const;

  std::string root_;
  std::uint32_t pid_;
};

/// `process 4711`, for errors.
[[nodiscard]] std::string processText(std::uint32_t pid);

} // namespace fsfind::process

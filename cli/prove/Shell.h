#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::prove {

/// How a command of the user ended.
struct Ran {
  int exit_code = 0;  ///< 128 + signal if killed
  double seconds = 0; ///< from its start to its end
};

/// Runs commands, one after the other, without input. An interrupt or termination signal ends the
/// command with all that it started, and is remembered.
class Shell {
public:
  /// Runs a command in a folder (empty: the current one); `output` and `error` are files that get
  /// its streams, and may be the same. Fails if it cannot be started, or was interrupted.
  [[nodiscard]] Expected<Ran> run(const std::vector<std::string> &command,
                                  const std::string &folder, const std::string &output,
                                  const std::string &error);
  /// The same for a command line of the user.
  [[nodiscard]] Expected<Ran> run(const std::string &command_line, const std::string &folder,
                                  const std::string &output, const std::string &error);

  /// To be called with the signal that ended a command which others have run; else with 0. Fails if
  /// there was one.
  [[nodiscard]] Expected<void> note(int signal);

  /// The signal that ended a command; 0 if none has.
  [[nodiscard]] int interruptedBy() const { return interrupted_by_; }

private:
  int interrupted_by_ = 0;
};

/// A command line as the words of a command.
[[nodiscard]] std::vector<std::string> shellCommand(const std::string &command_line);

/// The last lines of a file that a command has written, indented and safe to show, each with its
/// newline.
[[nodiscard]] std::string lastLines(const std::string &path);

} // namespace fsfind::prove

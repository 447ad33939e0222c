#pragma once

#include "rules/model/Expected.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::record {

/// When fsfind ends a command that does not end by itself.
struct Watch {
  std::optional<std::chrono::duration<double>> duration;
  /// Called several times a second, with the time since the start of the command. May be empty.
  std::function<void(std::chrono::duration<double>)> progress;
  /// Called once if the command still runs a second after it got `stop_signal`, with the time that
  /// it has left. May be empty.
  std::function<void(std::chrono::seconds)> unheeded;
  int stop_signal = 15; ///< SIGTERM
  /// The command writes the recording, and is to complete it: before it is killed, what it runs is.
  bool completes_file = false;
  /// If somebody kills the command by SIGKILL, what it has left behind is killed as well.
  bool ends_as_one = false;
  /// What the command gets if fsfind is killed: SIGKILL, as a program may ignore others.
  int death_signal = 9;
  /// Called once, with the command's process id, when it has been started. May be empty.
  std::function<void(int)> started = {};
  /// If not empty: asked several times a second whether the command may go on; if not, it gets
  /// `stop_signal`. Signals to fsfind are then the caller's, who may call from any thread.
  std::function<bool()> go_on = {};
};

enum class Ending : std::uint8_t { Itself, Interrupted, TimeLimit };

struct ChildEnd {
  int exit_code = 0; ///< 128 + signal if killed
  Ending ending = Ending::Itself;
  bool killed = false;    ///< by fsfind, after `stop_signal` did not end it
  std::size_t left = 0;   ///< processes of the command that still run
  int interrupted_by = 0; ///< the signal to fsfind that was passed on; else 0, as after `go_on`
};

/// Where a command runs and where its streams lead; what is empty is fsfind's own.
struct ChildPlace {
  std::string folder;        ///< its current folder
  std::string output, error; ///< files, made anew; may be the same one
  /// In a process group of its own, without input. Signals go to the whole group, and nothing of it
  /// outlives the command.
  bool apart = false;
  /// Bytes of data that each of its processes may have (RLIMIT_DATA); 0: as many as fsfind.
  std::uint64_t most_data = 0;
};

/// Runs a command (arguments[0] is a path) in `place`, with fsfind's environment, and waits. The
/// first interrupt or termination signal to fsfind is passed on;
/// a second one kills the command. A command that reaches a limit of `watch` gets `stop_signal`,
/// as does all that it runs unless it completes the file; it is killed, with all that it runs, if
/// it still runs some seconds later, and at once if it ignores that signal. `variables`
/// (NAME=value) are set in the environment. Processes that outlive the command are counted, and run
/// on.
Expected<ChildEnd> runChild(const std::vector<std::string> &arguments,
                            const std::vector<std::string> &variables, const Watch &watch,
                            const ChildPlace &place = {});

/// Runs a command and returns about the first 64 KiB of its standard output; fails if it cannot be
/// started or its exit code is not 0.
Expected<std::string> outputOf(const std::vector<std::string> &arguments);

} // namespace fsfind::record

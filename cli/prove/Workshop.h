#pragma once

#include "c2c-ingest/record/EngineChoice.h"
#include "c2c-ingest/record/HardwareEngine.h"
#include "c2c-ingest/record/Simulation.h"
#include "cli/prove/Shell.h"
#include "cli/prove/Trial.h"
#include "cli/prove/WorkingCopy.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <functional>
#include <map>
#include <string>

namespace fsfind::prove {

/// How the program is built, run and recorded.
struct Commands {
  std::string build, run;
  std::string below; ///< folder where they run, relative to the project; empty = the project's
  record::Engine engine = record::Engine::Auto;
  record::Simulation simulation;
  record::HardwareSampling sampling;
};

/// How a build ended.
struct Built {
  std::string trouble; ///< empty if it succeeded
  std::string said;    ///< the last lines of its output, if it failed
};

/// Texts of files, by their paths relative to the project.
using Texts = std::map<std::string, std::string>;

/// Names the data of a recording further than itself does, by what the caller knows of the program
/// in the copy.
using NameData = std::function<void(Profile &profile)>;

/// Says what is being done: `building the program as it is`.
using Say = std::function<void(const std::string &)>;

/// Builds, runs and records programs in copies of a project. Commands write their output into files
/// in the `scratch` folder. An interrupt is an error, which the shell remembers.
class Workshop {
public:
  Workshop(Commands commands, std::string scratch, Shell &shell, Say say)
      : commands_(std::move(commands)), scratch_(std::move(scratch)), shell_(shell),
        say_(std::move(say)) {}

  /// Puts the texts into the copy and builds.
  [[nodiscard]] Expected<Built> build(const WorkingCopy &copy, const Texts &texts) const;

  /// What the program in the copy does, which must be built: it is run twice, and recorded
  /// kRecordings times. Fails if
  /// it cannot be run or recorded, is killed, or ends with another exit code the second time.
  [[nodiscard]] Expected<Baseline> observeOld(const WorkingCopy &copy, const NameData &name) const;

  /// Runs the program once, and records it as often if it is the same as before.
  [[nodiscard]] Expected<Trial> observeNew(const WorkingCopy &copy, const Baseline &before,
                                           const NameData &name) const;

  /// Runs the program once.
  [[nodiscard]] Expected<Ran> run(const WorkingCopy &copy) const;

private:
  [[nodiscard]] std::string placeIn(const WorkingCopy &copy) const;
  [[nodiscard]] Expected<Trial> runOnce(const WorkingCopy &copy) const;
  /// Adds a recording to the trial: if it is simulated, with the seed that is so many after the
  /// command's. Says how it was recorded.
  [[nodiscard]] Expected<std::string> record(const WorkingCopy &copy, const NameData &name,
                                             Trial &trial, unsigned number) const;
  [[nodiscard]] Expected<std::string> recordAll(const WorkingCopy &copy, const NameData &name,
                                                Trial &trial) const;

  Commands commands_;
  std::string scratch_;
  Shell &shell_;
  Say say_;
};

} // namespace fsfind::prove

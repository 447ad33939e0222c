#pragma once

#include "cli/prove/Trial.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::prove {

/// Wall times of one run of each program, in seconds.
struct RunPair {
  double before = 0, after = 0;
};

/// What was found out so far, kept in a file so that a proof that was interrupted goes on. The file
/// is written whole after each step.
class ProveState {
public:
  /// Reads the file. If there is none, or it is broken, the state is empty.
  explicit ProveState(std::string path);

  /// A proof has ended with this state.
  [[nodiscard]] bool isFinished() const { return finished_; }

  [[nodiscard]] const std::optional<Baseline> &baseline() const { return baseline_; }
  /// By a hash of the edited texts.
  [[nodiscard]] const Trial *trial(std::uint64_t texts) const;
  /// Runs of the program with these texts.
  [[nodiscard]] std::vector<RunPair> runs(std::uint64_t texts) const;

  [[nodiscard]] Expected<void> setBaseline(Baseline baseline);
  [[nodiscard]] Expected<void> addTrial(std::uint64_t texts, Trial trial);
  [[nodiscard]] Expected<void> addRun(std::uint64_t texts, const RunPair &pair);
  [[nodiscard]] Expected<void> finish();

private:
  [[nodiscard]] Expected<void> save() const;
  void read(const std::string &text);

  std::string path_;
  std::optional<Baseline> baseline_;
  std::map<std::uint64_t, Trial> trials_;
  std::map<std::uint64_t, std::vector<RunPair>> runs_;
  bool finished_ = false;
};

} // namespace fsfind::prove

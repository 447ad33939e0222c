#pragma once

#include "cli/commands/CheckOptions.h"
#include "cli/commands/ReportJoin.h"
#include "cli/commands/SourceReading.h"
#include "cli/fix/Proof.h"
#include "rules/join/FileMatch.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What `fsfind fix` edits if it is given a recording.
namespace fsfind::cli {

/// Takes the recording out of the paths; empty if there is none. Fails if there are several.
[[nodiscard]] Expected<std::string> takeRecording(std::vector<std::string> &paths);

/// The findings of a recording, planned with the sources.
class FixMeasured {
public:
  /// Reads the recording that the options name. Its debug info names the sources if nothing else
  /// does: `options.check.units`. `folder` is the current one.
  [[nodiscard]] static Expected<FixMeasured> read(FixArguments &options, const std::string &folder);

  /// Whether the recording shows anything to edit, whatever the sources say.
  [[nodiscard]] bool hasFindings() const;

  /// The findings with a measurement, the most costly first, of those the ones in the paths that
  /// are asked for; none that the author silenced.
  [[nodiscard]] fix::Outcome findings(SourceReading reading, const std::vector<std::string> &rules);

  /// Those of findings() that sources, read again with edits, do not end: by the layout that they
  /// give to what was measured, or, where a finding has no data in the sources' terms, by whether
  /// the sources alone still show it.
  [[nodiscard]] fix::Outcome remaining(SourceReading edited,
                                       const std::vector<std::string> &rules) const;

  /// How the recording was made.
  [[nodiscard]] const Source &source() const { return profile_.source; }

  /// A line for each of the findings without an edit, with the reason, the most costly first.
  [[nodiscard]] static std::vector<std::string> reasons(const std::vector<Finding> &findings,
                                                        const std::string &folder, bool all);

private:
  FixMeasured(const FixArguments &options, Profile profile)
      : options_(&options), profile_(std::move(profile)) {}

  [[nodiscard]] JudgeOptions judgeOptions() const;

  const FixArguments *options_;
  Profile profile_;
  std::optional<JoinedFindings> joined_;
  std::optional<FileMatch> files_;
  std::vector<Finding> findings_;
};

} // namespace fsfind::cli

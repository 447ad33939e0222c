#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/AnswersOfRun.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/// What a recording shows of the data of findings, contended or not: its answer to what sources say
/// or suspect.
namespace fsfind {

/// The samples of one datum: a variable, or a member of all objects or elements of one type.
struct DatumUse {
  struct Samples {
    std::uint64_t all = 0, contended = 0;
    std::uint64_t first = UINT64_MAX, last = 0; ///< ns, of stores to lines that have the datum
  };
  /// By process and thread; without stores that initialised the datum.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Samples> by_thread;
  bool fought = false; ///< on one of its lines stores show contention, or could
};

struct SeenData {
  std::vector<Finding> data;  ///< for each datum a measured finding, which it alone is about
  std::vector<DatumUse> uses; ///< of each datum
};

/// All data in the profile, which should have been read with its quiet lines and timelines, too.
[[nodiscard]] SeenData seenData(const Profile &profile);
/// Adds what another recording shows.
void addTo(SeenData &seen, SeenData more);

/// Notes of each finding about cachelines that sources have a part in what the run answers. One
/// that sources tell and the run contradicts becomes a suspect: its link `run` is missing. It takes
/// two threads of a process that wrote its data again and again at the same time. Without data (a
/// report does not keep them) only confirmed findings have an answer.
[[nodiscard]] AnswersOfRun answerByRun(std::vector<Finding> &findings, const SeenData &seen,
                                       const FileMatch &files);

} // namespace fsfind

#pragma once

#include "c2c-ingest/lines/LineDetails.h"
#include "c2c-ingest/lines/LineSurvey.h"
#include "c2c-ingest/lines/SampleScanner.h"

#include <array>
#include <vector>

namespace fsfind::lines {

/// A sample that was surveyed only, since nothing told by then that its line is contended.
struct Passed {
  std::uint32_t line = 0; ///< its number in the survey
  std::uint32_t at = 0;   ///< bytes from the begin of its batch, see SampleScanner::scan
};

/// The samples of a batch of which details may be missing.
struct PassedOfBatch {
  std::uint64_t position = 0; ///< RecordBatch::position
  bool all = false;           ///< all samples of the batch, which are not listed
  std::vector<Passed> samples;
};

/// One worker's look at samples of all lines: surveys each, keeps the details of those whose lines
/// it knows to be contended, and lists the others.
class FirstLook {
public:
  /// What all workers use.
  struct Context {
    const SampleScanner &scanner;
    const LineKeys &keys;
    const BlockTable &blocks;
    const perf::MemoryNodes &nodes;
  };

  FirstLook(const perf::AddressSpaces &spaces, std::size_t most_listed)
      : worker_(spaces), may_list_(most_listed) {}

  void look(const perf::RecordBatch &batch, const Context &context);
  /// Surveys a queue of Arm SPE; of its samples details are missing, and they are not listed.
  void lookAtQueue(std::size_t queue, const Context &context);

  [[nodiscard]] LineSurvey &survey() { return survey_; }
  [[nodiscard]] const LeftOut &leftOut() const { return worker_.left_out; }
  /// Of lines by the order in which details() met them, with the sources of survey().
  [[nodiscard]] LineDetails &details() { return details_; }
  /// The numbers in the survey of the lines of details().
  [[nodiscard]] const std::vector<std::uint32_t> &detailedLines() const { return detailed_lines_; }
  [[nodiscard]] std::vector<PassedOfBatch> &passed() { return passed_; }

private:
  /// A sample that is on its way into the survey.
  struct Coming {
    PlacedSample placed;
    LineSurvey::Place place;
    std::size_t at = 0; ///< see SampleScanner::scan
  };
  static constexpr std::size_t kBlock = 32; ///< samples that take each step together

  void takeBlock(bool list, const Context &context);
  void keep(const PlacedSample &placed, LineSurvey::Sighting seen, const Context &context);

  SampleScanner::Worker worker_;
  LineSurvey survey_;
  LineDetails details_;
  std::vector<std::uint32_t> detailed_lines_;
  std::vector<std::uint32_t> detail_of_line_; ///< by number in the survey; kNone = no details yet
  std::vector<PassedOfBatch> passed_;
  std::array<Coming, kBlock> block_;
  std::size_t coming_ = 0;     ///< as many of the block are filled
  std::vector<Passed> listed_; ///< of the batch that is looked at
  std::size_t may_list_;       ///< so many samples of further batches
};

} // namespace fsfind::lines

#pragma once

#include "cli/report/review/Formats.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

/// Findings in tests/golden/review/src, and what emitters of services' formats write of them.
namespace fsfind::test {

class ReviewFixture : public testing::Test {
protected:
  static std::string folder() { return std::string(FSFIND_SOURCE_DIR) + "/tests/golden/review"; }

  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder());
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  std::string written(std::string_view format, const std::vector<Finding> &findings) const {
    static constexpr report::RulePage kPages[] = {
        {"fsfind-adjacent-globals", "# fsfind-adjacent-globals\n\nVariables.\n"},
        {"fsfind-adjacent-objects", "# fsfind-adjacent-objects\n\nObjects.\n"},
        {"fsfind-adjacent-thread-fields",
         "# fsfind-adjacent-thread-fields\n\nMembers that share a line.\n\nA write takes\nthe line "
         "away.\n\n## Bad\n\nAn example.\n"}};
    std::ostringstream out;
    report::reviewFormat(format)->write(out, {.findings = findings,
                                              .source = "perf.data",
                                              .simulated = simulated_,
                                              .version = "1.2.3",
                                              .folder = folder_,
                                              .root = "/repo",
                                              .pages = kPages,
                                              .texts = report::SourceTexts()});
    return out.str();
  }

  /// Of sources, with an edit behind characters of two and of four bytes.
  static Finding ringFinding() {
    Finding finding;
    finding.rank = 1;
    finding.rule = "fsfind-adjacent-thread-fields";
    finding.verdict = Verdict::Latent;
    finding.confidence = Confidence::High;
    finding.location = {"src/ring.h", 3, 22};
    finding.record = RecordInfo{"Ring", {"src/ring.h", 1, 8}, 16, 0};
    finding.members = {{"head", {"src/ring.h", 2, 22}, 0, 8, {}, {"push"}, 0},
                       {"tail", {"src/ring.h", 3, 22}, 8, 8, {"push"}, {"pop"}, 0}};
    finding.related = {{{"src/ring.h", 2, 22}, "'head' is declared here"},
                       {{"src/push.c", 7, 3}, "push writes it here: head"}};
    finding.message = "'head' (written by push) and 'tail' (written by pop) of 'Ring' lie 8 bytes "
                      "apart, on one 64-byte cacheline";
    Advice advice;
    advice.why = "each part gets a cacheline of its own";
    advice.size_before = 16;
    advice.size_after = 128;
    advice.edits = {{"src/ring.h", 3, 17, 3, 17, "_Alignas(64) "}};
    finding.advice = {std::move(advice)};
    return finding;
  }

  /// Of samples.
  static Finding globalFinding() {
    Finding finding;
    finding.rank = 2;
    finding.rule = "fsfind-adjacent-globals";
    finding.confidence = Confidence::Medium;
    finding.location = {"src/flag.c", 15, 12};
    finding.object.name = "flag";
    finding.members = {{"flag", {"src/flag.c", 15, 12}, 0, 4, {"13", "14"}, {}, 300},
                       {"seen", {"src/flag.c", 16, 12}, 4, 4, {}, {"16"}, 0}};
    finding.cost.hitm = 300;
    finding.cost.latency_share = 0.25;
    finding.message = "variables flag and seen share a cacheline: 1 writer thread, 300 HITM";
    return finding;
  }

  /// Of samples in files without debug info.
  static Finding strippedFinding() {
    Finding finding;
    finding.rank = 3;
    finding.rule = "fsfind-adjacent-objects";
    finding.members = {{"bytes 8-15", {}, 8, 8, {}, {"16"}, 9}};
    finding.cost.hitm = 9;
    finding.cost.latency_share = 0.01;
    finding.message = "bytes 8-15 of a cacheline are written by one thread and read by others";
    return finding;
  }

  bool simulated_ = false;
  std::string folder_ = "/repo";

private:
  std::filesystem::path before_;
};

} // namespace fsfind::test

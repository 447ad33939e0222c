#include "rules/model/Fingerprint.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace {

Finding queueFinding() {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.location = {"src/queue.h", 12, 7};
  finding.record = RecordInfo{"ring::Queue<int, 8>", {"src/queue.h", 4, 7}, 16, 0};
  finding.object.address = 0x4000;
  finding.members = {{"head_", {}, 0, 8, {}, {"1"}, 5}, {"tail_", {}, 8, 8, {}, {"2"}, 5}};
  return finding;
}

std::string fingerprint(const Finding &finding) {
  return fingerprints({finding}).front();
}

TEST(Fingerprint, OutlivesEditsElsewhereAndOtherRuns) {
  Finding later = queueFinding();
  later.location = {"include/queue.h", 40, 3};
  later.record->declared.line = 30;
  later.record->name = "ring::Queue<std::pair<int, long>, 16>";
  later.object.address = 0x7000;
  later.message = "another";
  later.confidence = Confidence::High;
  std::swap(later.members[0], later.members[1]);
  later.members[0].writers = {"77"};
  EXPECT_EQ(fingerprint(later), fingerprint(queueFinding()));
}

TEST(Fingerprint, TellsFindingsApart) {
  Finding other_rule = queueFinding(), other_record = queueFinding(), other_member = queueFinding();
  other_rule.rule = "fsfind-contended-atomic";
  other_record.record->name = "Queue";
  other_member.members[1].path = "size_";
  for (const Finding &other : {other_rule, other_record, other_member})
    EXPECT_NE(fingerprint(other), fingerprint(queueFinding()));
}

TEST(Fingerprint, TakesElementsOfAnArrayForOne) {
  Finding third = queueFinding(), fourth = queueFinding();
  third.members[0].path = "lanes[3].value";
  fourth.members[0].path = "lanes[4].value";
  EXPECT_EQ(fingerprint(third), fingerprint(fourth));
}

TEST(Fingerprint, NumbersTwinsByPlace) {
  Finding second = queueFinding();
  second.location.line = 90;
  const std::vector<std::string> prints = fingerprints({second, queueFinding()});
  EXPECT_EQ(prints[0], prints[1] + ":2");
  EXPECT_EQ(prints[1].find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Fingerprint, FallsBackOnTheVariableThenOnTheFile) {
  Finding variable = queueFinding(), unnamed;
  variable.record.reset();
  variable.object.name = "hits";
  unnamed.location = {"/a/b/worker.c", 3, 1};
  Finding other = variable, elsewhere = unnamed;
  other.object.name = "misses";
  elsewhere.location.file = "/a/b/main.c";
  EXPECT_NE(fingerprint(variable), fingerprint(other));
  EXPECT_NE(fingerprint(unnamed), fingerprint(elsewhere));
  Finding moved = unnamed;
  moved.location = {"/c/worker.c", 30, 1};
  EXPECT_EQ(fingerprint(moved), fingerprint(unnamed));
}

} // namespace
} // namespace fsfind

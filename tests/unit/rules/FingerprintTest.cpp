#include "rules/model/Fingerprint.h"

#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace fingerprintTest {

Finding queueFinding() {
  Finding finding;
  finding.rule = "fsfind-adjacent-thread-fields";
  finding.verdict = Verdict::Latent;
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
  later.record->declared = {"include/queue.h", 30, 1};
  later.record->name = "ring::Queue<std::pair<int, long>, 16>";
  later.object.address = 0x7000;
  later.message = "another";
  later.confidence = Confidence::High;
  std::swap(later.members[0], later.members[1]);
  later.members[0].writers = {"77"};
  EXPECT_EQ(fingerprint(later), fingerprint(queueFinding()));
}

TEST(Fingerprint, OfMemoryKnownByItsAllocationOutlivesOtherLines) {
  const auto finding = [](std::uint32_t line, const std::string &function) {
    Finding one = queueFinding();
    one.verdict = Verdict::Measured;
    one.record.reset();
    one.object.allocated = {function, {"src/queue.c", line, 1}};
    one.members = {{displayName(one.object), {}, 0, 8, {}, {"1"}, 5}};
    return one;
  };
  EXPECT_EQ(displayName(finding(7, "makeQueue").object), "memory of makeQueue (queue.c:7)");
  Finding early = finding(7, "makeQueue"), late = finding(9, "makeQueue");
  EXPECT_EQ(fingerprint(late), fingerprint(early));
  EXPECT_NE(fingerprint(finding(7, "makeOther")), fingerprint(early));
  for (Finding *one : {&late, &early})
    one->rule = kRuleAdjacentObjects;
  EXPECT_EQ(fingerprint(late), fingerprint(early));
}

TEST(Fingerprint, TellsFindingsApart) {
  Finding other_rule = queueFinding(), other_record = queueFinding(), other_member = queueFinding();
  other_rule.rule = "fsfind-contended-atomic";
  other_record.record->name = "Queue";
  other_member.members[1].path = "size_";
  Finding other_file = queueFinding();
  other_file.record->declared.file = "src/pipe.h";
  for (const Finding &other : {other_rule, other_record, other_member, other_file})
    EXPECT_NE(fingerprint(other), fingerprint(queueFinding()));
}

TEST(Fingerprint, TakesElementsOfAnArrayForOne) {
  Finding third = queueFinding(), fourth = queueFinding();
  third.members[0].path = "lanes[3].value";
  fourth.members[0].path = "lanes[4].value";
  EXPECT_EQ(fingerprint(third), fingerprint(fourth));
  Finding source = third, joined = third;
  joined.verdict = Verdict::Confirmed;
  source.object.name = joined.object.name = "counters";
  source.members = {{"[]", {}, 0, 8, {}, {"work"}, 0}};
  joined.members = {{"counters", {}, 0, 8, {}, {"1"}, 5, {}, {}, {}, {"work"}}};
  EXPECT_EQ(fingerprint(joined), fingerprint(source));
}

// Baselines that were written before have these.
TEST(Fingerprint, IsThatOfTheEarlierSpellingOfAMember) {
  Finding source = queueFinding();
  source.verdict = Verdict::Latent;
  source.record.reset();
  source.object = {};
  source.object.name = "Lanes::lanes";
  source.members = {{"[]", {}, 0, 8, {}, {"work"}, 0}};
  const std::string before = fingerprint(source);
  source.object.name = "Lanes.lanes";
  EXPECT_EQ(fingerprint(source), before);
}

TEST(Fingerprint, NumbersTwinsByPlace) {
  Finding second = queueFinding();
  second.location.line = 90;
  const std::vector<std::string> prints = fingerprints({second, queueFinding()});
  EXPECT_EQ(prints[0], prints[1] + ":2");
  EXPECT_EQ(prints[1].find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Fingerprint, OfWhatHasNoLinkageIsOfItsFile) {
  Finding variable;
  variable.rule = "fsfind-contended-atomic";
  variable.verdict = Verdict::Latent;
  variable.object.name = "hits";
  variable.object.declared = variable.location = {"src/a.c", 3, 6};
  Finding namesake = variable;
  namesake.object.declared = namesake.location = {"src/b.c", 3, 6};
  EXPECT_NE(fingerprint(variable), fingerprint(namesake));
  Finding neighbours = variable, others = namesake;
  for (Finding *finding : {&neighbours, &others}) {
    finding->rule = "fsfind-adjacent-globals";
    finding->members = {{"x", finding->location, 0, 8, {}, {}, 0}};
  }
  EXPECT_NE(fingerprint(neighbours), fingerprint(others));
}

TEST(Fingerprint, IsTheSameByTheSourcesNamesAndByTheDebuggers) {
  Finding source = queueFinding(), joined = queueFinding();
  source.record->name = "Queue<int, 8>";
  joined.record->name = "(anonymous namespace)::Queue<int, 8>";
  joined.verdict = Verdict::Confirmed;
  joined.object.name = "(anonymous namespace)::queue";
  for (FindingMember &member : joined.members)
    member.written_by = {"produce"};
  joined.members.push_back({"size_", {}, 16, 8, {"1"}, {}, 2}); // measured alone
  EXPECT_EQ(fingerprint(joined), fingerprint(source));
}

TEST(Fingerprint, OfMeasuredNeighboursIsNotOfTheHottest) {
  Finding finding, other;
  finding.rule = "fsfind-adjacent-globals";
  finding.object.name = "x";
  finding.members = {{"x", {"/a.c", 1, 1}, 0, 8, {}, {}, 9},
                     {"y", {"/b.c", 1, 1}, 0, 8, {}, {}, 8}};
  other = finding;
  other.object.name = "y";
  other.object.declared = other.location = {"/b.c", 1, 1};
  std::swap(other.members[0], other.members[1]);
  EXPECT_EQ(fingerprint(other), fingerprint(finding));
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

} // namespace fingerprintTest
} // namespace fsfind

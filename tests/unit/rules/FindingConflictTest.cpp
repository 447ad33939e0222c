// Who is in conflict, by the writers and readers of a finding's members.
#include "rules/model/Finding.h"

#include <gtest/gtest.h>

namespace fsfind::test {
namespace findingConflictTest {

using Names = std::vector<std::string>;

std::optional<Conflict> conflict(Verdict verdict, const Names &writers, const Names &readers,
                                 const std::string &rule = "fsfind-adjacent-thread-fields") {
  Finding finding;
  finding.verdict = verdict;
  finding.rule = rule;
  FindingMember written, read;
  written.writers = writers;
  read.readers = readers;
  finding.members = {written, read};
  return conflictOf(finding);
}

TEST(FindingConflict, IsOfThreadsThatWrite) {
  EXPECT_EQ(conflict(Verdict::Measured, {"1", "2"}, {}), Conflict::WriteWrite);
  EXPECT_EQ(conflict(Verdict::Measured, {"1"}, {"2"}), Conflict::ReadWrite);
  EXPECT_EQ(conflict(Verdict::Measured, {}, {"1", "2"}), std::nullopt);
}

TEST(FindingConflict, OfOneEntryMayBeOfManyThreads) {
  EXPECT_EQ(conflict(Verdict::Latent, {"produce", "consume"}, {}), Conflict::WriteWrite);
  EXPECT_EQ(conflict(Verdict::Latent, {"receive"}, {"receive", "handle"}), Conflict::ReadWrite);
  EXPECT_EQ(conflict(Verdict::Latent, {"serve"}, {"serve"}), Conflict::WriteWrite);
  EXPECT_EQ(conflict(Verdict::Latent, {"serve"}, {"main"}, "fsfind-per-thread-slots"),
            Conflict::WriteWrite);
}

TEST(FindingConflict, IsNoneOverTheHomeOfPages) {
  Finding finding;
  finding.sharing = Sharing::FirstTouch;
  finding.members.resize(1);
  finding.members[0].writers = {"main", "serve"};
  EXPECT_EQ(conflictOf(finding), std::nullopt);
}

} // namespace findingConflictTest
} // namespace fsfind::test

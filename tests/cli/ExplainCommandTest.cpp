// What `fsfind explain` prints: the pages of docs/rules, one for each rule, and what speaks for and
// against findings. All of the latter is held by the sample in docs/check.md.
#include "rules/source/Catalogue.h"
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Explain, ListsEveryRule) {
  const RunResult list = run("\"$FSFIND\" explain");
  EXPECT_EQ(list.exit_code, 0);
  for (const RuleInfo &rule : catalogue())
    EXPECT_THAT(list.out, HasSubstr(std::string(rule.id) + " "));
}

TEST(Explain, EveryRuleHasAPage) {
  for (const RuleInfo &rule : catalogue()) {
    const RunResult page = run("\"$FSFIND\" explain " + std::string(rule.id));
    EXPECT_EQ(page.exit_code, 0);
    EXPECT_THAT(page.out, StartsWith("# " + std::string(rule.id) + "\n\n"));
    for (const char *heading : {"## Bad", "## Good", "## Evidence", "## Silent", "## Remedies"})
      EXPECT_THAT(page.out, HasSubstr(heading));
    EXPECT_THAT(page.out, Not(HasSubstr("<!--")));
  }
}

TEST(Explain, ThePrefixMayBeLeftOut) {
  EXPECT_EQ(run("\"$FSFIND\" explain per-thread-slots").out,
            run("\"$FSFIND\" explain fsfind-per-thread-slots").out);
}

TEST(Explain, UnknownRule) {
  const RunResult unknown = run("\"$FSFIND\" explain fsfind-nothing");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.out, IsEmpty());
  EXPECT_THAT(unknown.err, HasSubstr("no rule is named 'fsfind-nothing'"));
}

TEST(ExplainFinding, OfAReportByNumberAndFingerprint) {
  const RunResult run = inProject(R"sh(
check -p build --format=json -o r.json 2>/dev/null
"$FSFIND" explain 1 r.json >number
"$FSFIND" explain "$(sed -n 's/.*"fingerprint":"\([^"]*\)".*/\1/p' r.json)" r.json | cmp - number
cat number
)sh");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("src/stats.h:5: high: "));
  EXPECT_THAT(run.out, HasSubstr("nothing is missing"));
  EXPECT_THAT(run.out, HasSubstr("fsfind explain fsfind-adjacent-thread-fields\n"));
  EXPECT_THAT(run.err, Not(HasSubstr("differ")));
}

TEST(ExplainFinding, OfTheSourcesHere) {
  const RunResult run = inProject(R"("$FSFIND" explain 1)");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("src/stats.h:5: high: "));
}

TEST(ExplainFinding, OfARecordingHasItsShare) {
  const RunResult result = run("\"$FSFIND\" report --format=json \"$F/shard_stats/perf.data\" "
                               "-o r.json; \"$FSFIND\" explain 1 r.json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("of sampled latency"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("missing")));
}

TEST(ExplainFinding, ThatIsNotThere) {
  const RunResult run = inProject(R"(
check -p build --format=json -o r.json 2>/dev/null
"$FSFIND" explain 2 r.json; "$FSFIND" explain 0123456789abcdef r.json; "$FSFIND" explain 1 none.json
)");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("r.json: no finding is number '2'; there is 1 finding"));
  EXPECT_THAT(run.err, HasSubstr("r.json: no finding is named '0123456789abcdef'"));
  EXPECT_THAT(run.err, HasSubstr("none.json"));
}

} // namespace fsfind::test

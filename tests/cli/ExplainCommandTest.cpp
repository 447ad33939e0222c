// What `fsfind explain` prints are the pages of docs/rules, one for each rule.
#include "rules/source/Catalogue.h"
#include "tests/cli/Run.h"

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

} // namespace fsfind::test

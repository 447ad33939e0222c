// `fsfind doctor`: what it says of this machine, and of one that lacks something.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Doctor, TriesEveryPartAndWritesJson) {
  const RunResult result =
      run("\"$FSFIND\" doctor --format=json -o d.json && python3 -c 'import json\n"
          "d = json.load(open(\"d.json\"))\n"
          "assert d[\"schema\"] == 1 and \"LLVM\" in d[\"build\"]\n"
          "assert all((p[\"lack\"] is None) == (p[\"state\"] == \"works\") for p in d[\"parts\"])\n"
          "print(*[p[\"part\"] for p in d[\"parts\"]])'");
  EXPECT_EQ(result.out, "sampling clock simulation debug-info check clang-tidy machine\n")
      << result.err;
}

TEST(Doctor, SaysThatSourcesAreRead) {
  const RunResult result = run("\"$FSFIND\" doctor check");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(StartsWith("fsfind doctor: "), HasSubstr("reads C\n"),
                                HasSubstr("reads C++\n"), Not(HasSubstr("simulation"))));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Doctor, FailsForANamedPartThatIsMissing) {
  const RunResult result =
      run("PATH=/nowhere XDG_DATA_HOME=/nowhere \"$FSFIND\" doctor simulation");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("build-qemu"));
}

TEST(Doctor, NoticesALoneProgram) {
  const RunResult result = run("cp \"$FSFIND\" . && ./fsfind doctor check");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("fsfind-facts: is not beside fsfind"),
                                HasSubstr("install fsfind whole")));
}

TEST(Doctor, LeavesNothingBehind) {
  const RunResult result =
      run("mkdir t && TMPDIR=$PWD/t \"$FSFIND\" doctor -q >/dev/null && ls -A t && ls -A");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "t\n");
}

TEST(Doctor, RefusesBadInput) {
  const RunResult unknown = run("\"$FSFIND\" doctor chek");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean check?"));
  const RunResult output = run("\"$FSFIND\" doctor -o /nowhere/d.txt");
  EXPECT_EQ(output.exit_code, 2);
}

TEST(Doctor, ShowsAsciiWhereNothingElseIsShown) {
  const RunResult result = run("LC_ALL=C PATH=/nowhere \"$FSFIND\" doctor simulation");
  EXPECT_THAT(result.out, AllOf(HasSubstr("  x simulation"), HasSubstr("-> ")));
}

TEST(Doctor, VersionSaysWhatItWasBuiltWith) {
  EXPECT_THAT(run("\"$FSFIND\" --version").out, HasSubstr("\nbuilt with "));
}

} // namespace fsfind::test

// Facts as products of a build: what they depend on, and that they do not tell where they were
// made.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace checkFactsTest {

/// A unit in the folder `one`, and `gather OPTION...`, which leaves its facts in x.facts.
RunResult inFolder(const std::string &commands) {
  return run("mkdir one; cd one\n"
             "echo 'struct s { long a, b; };' >s.h\n"
             "printf '#include \"s.h\"\\nstatic struct s s; long f(void) { return ++s.a; }\\n' "
             ">f.c\n"
             "gather() { \"$FSFIND\" check -q --no-cache --facts-out x.facts \"$@\" f.c -- -I. "
             ">/dev/null; }\n" +
             commands);
}

TEST(CheckFacts, DepfileNamesAllThatWasRead) {
  const RunResult result = inFolder("gather --depfile x.d && cat x.d");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("x.facts: \\\n"), HasSubstr("one/f.c \\\n"), HasSubstr("one/s.h\n")));
}

TEST(CheckFacts, DepfileNamesTheConfigurationInForce) {
  const RunResult result = inFolder(
      "mkdir .git in; echo 'names: [starter spawn]' >.fsfind.yaml\n"
      "printf 'inherit: true\\nnames: [lock-type seat]\\n' >in/.fsfind.yaml; cp f.c s.h in; cd in\n"
      "gather --depfile x.d && grep -o 'one/.*yaml' x.d | sort\n"
      "gather --depfile x.d --no-config && grep -c yaml x.d");
  EXPECT_EQ(result.out, "one/.fsfind.yaml\none/in/.fsfind.yaml\n0\n") << result.err;
}

// The unit is gathered again until the header is there, wherever it may appear.
TEST(CheckFacts, DepfileNamesHeadersThatAreMissing) {
  const RunResult result = inFolder(
      "mkdir inc; echo '#include \"gone.h\"' >>f.c; echo 'int has = __has_include(<no.h>);' >>s.h\n"
      "gather --depfile x.d && grep -o 'one/gone.h:*' x.d | sort -u\n"
      ": >gone.h; gather --depfile x.d && grep -c 'gone.h:\\|no.h' x.d");
  EXPECT_EQ(result.out, "one/gone.h\none/gone.h:\n0\n") << result.err;
}

TEST(CheckFacts, StayWhereTheDepfileCannotBeWritten) {
  const RunResult result =
      inFolder("gather; cp x.facts y; echo 'struct t { int x; } t;' >>f.c\n"
               "gather --depfile nowhere/x.d; echo $?; cmp x.facts y && echo same");
  EXPECT_EQ(result.out, "2\nsame\n");
}

TEST(CheckFacts, ThatFailLeaveWhatIsThere) {
  const RunResult result = inFolder("gather --depfile x.d; cp x.facts y; rm f.c; mkdir f.c\n"
                                    "gather --depfile x.d; echo $?; cmp x.facts y; ls");
  EXPECT_THAT(result.out, HasSubstr("2\n"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("x.d"), Not(HasSubstr("partial"))));
  EXPECT_THAT(result.err, Not(HasSubstr("differ")));
}

TEST(CheckFacts, DoNotTellWhereTheyWereGathered) {
  const RunResult result =
      inFolder("gather --map-path .=/proc/self/cwd; cp -r . ../two; cd ../two; mv x.facts y\n"
               "gather --map-path .=/proc/self/cwd; cmp x.facts y && echo same\n"
               "gather; cmp -s x.facts y || echo other");
  EXPECT_EQ(result.out, "same\nother\n") << result.err;
}

TEST(CheckFacts, RefuseOptionsThatDoNotFit) {
  const RunResult alone = run("\"$FSFIND\" check --depfile x.d x.c");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.err, HasSubstr("without --facts-out"));
  const RunResult half = run("\"$FSFIND\" check --map-path here");
  EXPECT_EQ(half.exit_code, 2);
  EXPECT_THAT(half.err, HasSubstr("'here' is not OLD=NEW"));
}

} // namespace checkFactsTest

} // namespace fsfind::test

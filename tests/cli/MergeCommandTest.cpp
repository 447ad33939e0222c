// `fsfind merge`: facts of units gathered apart become those of a program.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;

namespace mergeCommandTest {

/// Two units that share a record: each alone has nothing to tell, both together have.
RunResult inFolder(const std::string &commands) {
  return run("cat >s.h <<'E'\n"
             "struct s { long a; long b; };\n"
             "extern struct s s;\n"
             "void *one(void *); void *two(void *);\n"
             "E\n"
             "cat >main.c <<'E'\n"
             "#include <pthread.h>\n"
             "#include \"s.h\"\n"
             "struct s s;\n"
             "int main(void) { pthread_t t[2]; pthread_create(t, 0, one, 0);\n"
             "pthread_create(t + 1, 0, two, 0); pthread_join(t[0], 0); pthread_join(t[1], 0);\n"
             "return 0; }\n"
             "E\n"
             "cat >one.c <<'E'\n"
             "#include \"s.h\"\n"
             "void *one(void *x) { for (int i = 0; i < 1000000; ++i) s.a++; return x; }\n"
             "E\n"
             "cat >two.c <<'E'\n"
             "#include \"s.h\"\n"
             "void *two(void *x) { for (int i = 0; i < 1000000; ++i) s.b++; return x; }\n"
             "E\n"
             "mkdir -p facts/sub\n"
             "gather() { \"$FSFIND\" check -q --no-cache --facts-out \"$2\" $1.c -- -std=c11 "
             ">$1.txt || exit 9; }\n"
             "gather main facts/main.facts; gather one facts/sub/one.facts; "
             "gather two facts/two.facts\n" +
             commands);
}

TEST(Merge, FindsWhatNoUnitHasAlone) {
  const RunResult result = inFolder("\"$FSFIND\" merge facts -o all.facts && "
                                    "\"$FSFIND\" check -q --facts-in all.facts; cat one.txt");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("in 3 units"));
  EXPECT_THAT(result.out, HasSubstr("fsfind-adjacent-thread-fields"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 1 unit"));
}

TEST(Merge, OrderAndGroupingDoNotMatter) {
  const RunResult result = inFolder(
      "m() { \"$FSFIND\" merge \"$@\"; }; f=facts; s=facts/sub/one.facts\n"
      "m $f/main.facts $s $f/two.facts -o a; m $f/two.facts $f/main.facts $s -o b\n"
      "m $s $f/two.facts -o part; m part $f/main.facts part -o c; m facts -o facts/all.facts\n"
      "m facts -o facts/all.facts; cmp a b && cmp a c && cmp a facts/all.facts && echo same");
  EXPECT_EQ(result.out, "same\n") << result.err;
}

TEST(Merge, SaysWhatItCannotRead) {
  const RunResult none = run("mkdir empty; \"$FSFIND\" merge empty -o x");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("empty: has no facts in it"));
  const RunResult other = run("echo text >y; \"$FSFIND\" merge y -o x; ls x");
  EXPECT_THAT(other.err, HasSubstr("y: is not a facts file"));
  EXPECT_THAT(other.out, IsEmpty());
  EXPECT_EQ(run("\"$FSFIND\" merge nowhere -o x").exit_code, 2);
  const RunResult standard = run("echo text >y; \"$FSFIND\" merge y -o -; ls");
  EXPECT_EQ(standard.exit_code, 0);
  EXPECT_THAT(standard.err, HasSubstr("-o -: is standard output"));
  EXPECT_EQ(standard.out, "y\n");
  EXPECT_EQ(run("\"$FSFIND\" merge y").exit_code, 2);
}

// One broken file must not be taken for a mixture of facts and profiles.
TEST(Merge, NamesTheFileThatIsMissingOrEmpty) {
  const std::string profile = "\"$FSFIND\" report -q --format=profile -o b.ndjson.zst "
                              "\"$F/hot_flag/perf.data\" || exit 9\n";
  const RunResult empty =
      run("mkdir all; cd all; " + profile + ": >a.ndjson.zst; \"$FSFIND\" merge . -o x");
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_THAT(empty.err, HasSubstr("a.ndjson.zst: is empty"));
  const RunResult missing = run(profile + "\"$FSFIND\" merge gone b.ndjson.zst -o x");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("gone: cannot be read: No such file"));
  const RunResult broken = run(profile + "echo text >a.ndjson.zst; \"$FSFIND\" merge a.ndjson.zst "
                                         "b.ndjson.zst -o x");
  EXPECT_THAT(broken.err, HasSubstr("a.ndjson.zst: is no profile"));
  const RunResult mixed =
      run(profile + "echo text >a.facts; \"$FSFIND\" merge a.facts b.ndjson.zst "
                    "-o x");
  EXPECT_THAT(mixed.err, HasSubstr("b.ndjson.zst: is a profile, but a.facts is none"));
}

} // namespace mergeCommandTest

} // namespace fsfind::test

// fsfind fix as a user types it.
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// `fix` is fsfind fix.
RunResult inFixProject(const std::string &commands) {
  return inProject("fix() { \"$FSFIND\" fix \"$@\"; }; " + commands);
}

/// Has the loops of the project do what no local can gather.
constexpr const char *kNoSums = "sed -i 's/++;/ *= 3;/' src/serve.c src/complain.c; ";

TEST(Fix, ShowsADiffAndChangesNothing) {
  const RunResult result = inFixProject("cp src/stats.h before; fix; cmp before src/stats.h");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "--- a/src/stats.h\n+++ b/src/stats.h\n@@ -2,7 +2,7 @@\n #define APART\n"
                        " struct stats {\n   long requests;\n-  APART long errors;\n"
                        "+  APART _Alignas(64) long errors;\n };\n extern struct stats stats;\n"
                        " void *serve(void *), *complain(void *);\n");
  EXPECT_EQ(result.err,
            "fsfind: 1 edit proposed in 1 file ends 1 of 1 finding; --apply writes them\n");
}

TEST(Fix, NamesFilesAsGitDoesInEachFolder) {
  const RunResult result =
      inFixProject("git init -q .; cp src/stats.h before; cd src; fix -q -p ../build >../diff;"
                   "head -1 ../diff; git apply ../diff && ! cmp -s ../before stats.h && echo ok");
  EXPECT_EQ(result.out, "--- a/src/stats.h\nok\n") << result.err;
}

TEST(Fix, WritesPatchesOfFilesWithWhateverNames) {
  const RunResult result = inFixProject(R"sh(git init -q .
cat src/stats.h src/serve.c src/complain.c src/main.c | grep -v 'include "' >whole
for name in '::n.c' 'of b.c' '"q"\t.c' $'t\tn.c' $'n\n+++ b.c' $'\033[1m.c'; do
  cp whole "$name"; "$FSFIND" fix -q "./$name" -- >patch.diff
  for how in 'git apply' 'patch -s -p1 -i'; do
    cp whole "$name"; $how patch.diff && ! cmp -s whole "$name" || echo "$how: $name"
  done
done
)sh");
  EXPECT_EQ(result.out, "") << result.err;
}

TEST(Fix, WritesAlignmentsAsTheProjectDoes) {
  constexpr const char *kMacro =
      "sed -i 's/#define APART/&\\n#define LINE_ALIGNED __attribute__((aligned(64)))\\n"
      "struct table { LINE_ALIGNED long used; };/' src/stats.h;";
  const RunResult result = inFixProject(std::string(kMacro) + "fix");
  EXPECT_THAT(result.out, HasSubstr("+  APART LINE_ALIGNED long errors;\n")) << result.err;
}

TEST(Fix, SuggestsInTheFormatsOfReviewsWhatItHasProved) {
  const RunResult result = inFixProject("fix --format=rdjson; fix --format=sarif; cat src/stats.h");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"text\": \"_Alignas(64) \""));
  EXPECT_THAT(result.out, HasSubstr("The edit compiles, and the finding is gone when the sources "
                                    "are read with it\""));
  EXPECT_THAT(result.out, HasSubstr("\"tried\": \"read\""));
  EXPECT_THAT(result.out, Not(HasSubstr("+++")));
  EXPECT_THAT(result.out, HasSubstr("  APART long errors;\n")) << "nothing is written";
  EXPECT_THAT(inFixProject("fix --no-proof --format=rdjson").out,
              HasSubstr("The edit was not compiled"));
}

TEST(Fix, WritesJsonOfProofsOnly) {
  const RunResult result = inFixProject("fix --format=json");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--format json: is for proofs; add --prove and --run"));
}

TEST(Fix, AppliesWhatThenIsFoundNoMore) {
  const RunResult result = inFixProject(
      "chmod 640 src/stats.h; fix --apply; stat -c %a src/stats.h; ls src; check; fix");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("640\ncomplain.c\nmain.c\nserve.c\nstats.h\n"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
  EXPECT_THAT(result.err, HasSubstr("1 edit written in 1 file ends 1 of 1 finding\n"));
  EXPECT_THAT(result.err, HasSubstr("fsfind: no findings\n"));
}

TEST(Fix, ProvesThatWhatItShowsCompilesAndCures) {
  const RunResult result =
      inFixProject(std::string(kNoSums) + "database \"-O2 -std=c11 -D_Alignas(x)=@\"; fix; "
                                          "fix --no-proof | grep -c '^+ '");
  EXPECT_EQ(result.out, "1\n");
  EXPECT_THAT(result.err, HasSubstr("src/stats.h:5:9: the edit does not compile: "));
  EXPECT_THAT(result.err, HasSubstr("1 edit proposed"));
}

/// A third member, which a thread writes beside the others.
constexpr const char *kThirdMember =
    "sed -i 's/APART long errors;/&\\n  long last;/' src/stats.h;"
    "echo 'void note(long now) { stats.last = now; }' >>src/serve.c;"
    "sed -i 's/^int main/void note(long); &/; s/  pthread_join(a/  note(3); &/' src/main.c;";

TEST(Fix, TakesNoEditThatMakesAnotherFindingAsCertain) {
  const RunResult result =
      inFixProject(std::string(kThirdMember) + kNoSums +
                   "fix -q; fix | wc -l;" // a certain finding, and a less certain one
                   "sed -i 's/long requests;/& char name[40];/' src/stats.h; fix");
  EXPECT_THAT(result.out, testing::EndsWith("\n11\n")) << "nothing is proposed at last";
  EXPECT_THAT(result.err, HasSubstr("ends 1 of 1 finding and makes 1 of lower confidence;"));
  EXPECT_THAT(result.err,
              HasSubstr("src/stats.h:5:9: the edit makes another finding: src/stats.h:3: 'errors' "
                        "of 'stats' is aligned to 64 bytes, and 'last' right behind it still "));
  EXPECT_THAT(result.err, testing::EndsWith("1 finding, none with an edit that can be taken\n"));
}

TEST(Fix, ReadsAgainOnlyWhatIncludesAnEditedFile) {
  const RunResult result = inFixProject(
      "mkdir bin; cp \"$FSFIND\" bin/fsfind; real=$(dirname \"$FSFIND\")/fsfind-facts;"
      "printf '#!/bin/sh\\necho >>\"%s/reads\"\\nexec \"%s\"\\n' \"$T\" \"$real\" "
      ">bin/fsfind-facts;"
      "chmod +x bin/fsfind-facts; echo 'int alone;' >src/alone.c;"
      "database -std=c11 \", $(entry alone.c -O2)\"; bin/fsfind fix -q --no-cache; wc -l <reads;"
      "rm reads; bin/fsfind fix -q; bin/fsfind fix -q; wc -l <reads");
  EXPECT_THAT(result.out, HasSubstr("+  APART _Alignas(64) long errors;")) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\n7\n")) << "four units, then three";
  EXPECT_THAT(result.out, testing::EndsWith("\n10\n")) << "four units, and three twice";
}

TEST(Fix, LeavesWhatIsKnownAlone) {
  const RunResult result = inFixProject("check -q --write-baseline known.json >/dev/null; "
                                        "fix --baseline known.json; echo '* * stats*' >unwanted; "
                                        "fix --suppressions unwanted");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "fsfind: no findings\nfsfind: no findings\n");
}

TEST(Fix, WritesADiffThatPatchTakes) {
  const RunResult result =
      inFixProject("fix -q -o it.diff && patch -s -p1 <it.diff && check | tail -1");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
  EXPECT_EQ(result.err, "");
}

/// Two members of one thread, and the other's between them.
constexpr const char *kInTurns =
    "sed -i 's/  APART long errors;/  \\/\\/ Of complain().\\n  long errors; \\/\\/ so far\\n\\n"
    "  long bytes;/' src/stats.h; sed -i 's/stats.requests++;/{ & stats.bytes += i; }/' "
    "src/serve.c;";

TEST(Fix, MovesMembersWhereThatIsSmaller) {
  const RunResult result = inFixProject(
      std::string(kInTurns) + "fix; fix -q | patch -s -p1;"
                              "check | tail -1; cc -Wall -Wextra -Werror -fsyntax-only src/main.c");
  EXPECT_THAT(result.out, HasSubstr("@@ -2,10 +2,10 @@\n #define APART\n struct stats {\n"
                                    "   long requests;\n-  // Of complain().\n"
                                    "-  long errors; // so far\n \n   long bytes;\n"
                                    "+  // Of complain().\n"
                                    "+  _Alignas(64) long errors; // so far\n };\n"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Fix, AlignsInPlaceWhereSomethingCountsOnTheOrder) {
  const RunResult result = inFixProject(
      std::string(kInTurns) + "sed -i 's/^struct stats stats;/struct stats stats = {1, 2};/' "
                              "src/main.c; check -v; fix; fix --apply; check | tail -1");
  EXPECT_THAT(result.out, HasSubstr("no edit, for its members get values by their position"));
  EXPECT_THAT(result.out, HasSubstr("+  _Alignas(64) long errors; // so far\n"));
  EXPECT_THAT(result.out, HasSubstr("+  _Alignas(64) long bytes;\n"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
}

TEST(Fix, ColoursForATerminal) {
  EXPECT_THAT(inFixProject("fix --color=always").out, HasSubstr("\x1b[32m+  APART _Alignas(64)"));
}

TEST(Fix, KeepsToWhatIsAskedFor) {
  EXPECT_THAT(inFixProject("fix build").out, IsEmpty());
  EXPECT_THAT(inFixProject("fix --rules=-fsfind-adjacent-thread-fields").out, IsEmpty());
  EXPECT_THAT(inFixProject("sed -i 's,errors;,& // NOLINT,' src/stats.h; fix").out, IsEmpty());
  EXPECT_THAT(inFixProject("fix --line-size=128").out, HasSubstr("_Alignas(128)"));
}

TEST(Fix, FailsAJobWhileSomethingRemains) {
  EXPECT_EQ(inFixProject("fix --fail-on high").exit_code, 1);
  EXPECT_EQ(inFixProject("fix --apply --fail-on high").exit_code, 0);
  EXPECT_EQ(inFixProject("sed -i 's/^struct stats {/__attribute__((packed)) &/' src/stats.h;"
                         "fix --apply --fail-on any")
                .exit_code,
            0)
      << "packed members are not judged";
}

TEST(Fix, SplitsADeclarationOfSeveralMembers) {
  EXPECT_THAT(inFixProject("sed -i 's/APART long errors/long errors, last/' src/stats.h; fix").out,
              HasSubstr("-  long errors, last;\n+  _Alignas(64) long errors;\n+  long last;\n"));
}

TEST(Fix, SaysWhatHasNoEdit) {
  const RunResult result =
      inFixProject(kNoSums + std::string("echo 'int table[sizeof(struct stats) == 16 ? 1 : -1];' "
                                         ">>src/serve.c; fix"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("1 finding, none with an edit that is safe"));
}

TEST(Fix, GathersInLocalsWhereTheLayoutHasToStay) {
  const RunResult result = inFixProject(
      "echo 'int table[sizeof(struct stats) == 16 ? 1 : -1];' >>src/serve.c; fix --apply -q; "
      "cat src/complain.c; check");
  EXPECT_THAT(result.out, HasSubstr("  long errors_sum = 0;\n"
                                    "  for (long i = 0; i < 1000000; i++)\n"
                                    "    errors_sum++;\n"
                                    "  if (errors_sum != 0)\n"
                                    "    stats.errors += errors_sum;\n"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
}

TEST(Fix, LeavesAloneWhatCountsOnTheRecordsSizeInAnyUnit) {
  for (const std::string use : {"int table[sizeof(struct stats) == 16 ? 1 : -1];",
                                "long write(int, const void *, unsigned long); void f(void) { "
                                "write(1, &stats, sizeof stats); }",
                                "void *shm(void); struct stats *map(void) { return shm(); }"}) {
    const RunResult result =
        inFixProject(kNoSums + ("echo '" + use + "' >>src/serve.c; fix; check -v"));
    EXPECT_THAT(result.err, HasSubstr("1 finding, none with an edit that is safe")) << use;
    EXPECT_THAT(result.out, HasSubstr("no edit, for ")) << use;
  }
}

TEST(Fix, WritesInTheLanguageOfTheUnitsThatReadTheFile) {
  const std::string both = "database -std=c11 \", $(entry t.cpp -O2)\"; ";
  EXPECT_THAT(inFixProject(both + "echo 'int t;' >src/t.cpp; fix").out, HasSubstr("_Alignas(64)"))
      << "a header of C beside units of C++";
  const std::string includes = both + "echo '#include \"stats.h\"' >src/t.cpp; ";
  EXPECT_THAT(inFixProject(includes + "fix").out,
              HasSubstr("+  APART __attribute__((aligned(64))) long errors;\n"));
  EXPECT_THAT(inFixProject(includes + "printf '#ifdef _MSC_VER\\n#endif\\n' >>src/stats.h; "
                                      "fix; check -v")
                  .out,
              HasSubstr("by padding, for it is part of C and of C++ sources"));
}

TEST(Fix, LeavesAloneWhatItCannotWriteOrHasNotRead) {
  const RunResult stale = inFixProject("check --facts-out all.facts >/dev/null; sleep 0.02;"
                                       "echo >>src/stats.h; fix --facts-in all.facts --apply");
  EXPECT_EQ(stale.exit_code, 0);
  EXPECT_THAT(stale.err, HasSubstr("src/stats.h: has changed since it was read"));
  EXPECT_EQ(inFixProject("fix --format=json").exit_code, 2);
  const RunResult old =
      inFixProject("check --facts-out all.facts >/dev/null; sed -i 1i// src/stats.h;"
                   "touch -d '1 hour ago' src/stats.h; fix --facts-in all.facts");
  EXPECT_EQ(old.out, "") << "whatever its time says";
  EXPECT_THAT(old.err, HasSubstr("src/stats.h: has changed since it was read"));
  const RunResult none = inFixProject("fix -p nowhere");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, Not(IsEmpty()));
}

TEST(Fix, TakesAFileOnceByWhateverPathsItIsIncluded) {
  const RunResult result = inFixProject(
      "cat src/stats.h src/serve.c src/complain.c src/main.c | grep -v include >whole.h;"
      "sed -i '1i#include <pthread.h>' whole.h; ln -s whole.h link.h;"
      "echo '#include \"whole.h\"' >a.c; echo '#include \"link.h\"' >b.c;"
      "fix --apply a.c b.c -- -std=c11; grep -c _Alignas whole.h; readlink link.h;"
      "check a.c b.c -- -std=c11 | tail -1");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("1 edit written in 1 file ends 2 of 2 findings"));
  EXPECT_THAT(result.out, HasSubstr("1\nwhole.h\n")) << result.err;
  EXPECT_THAT(result.out, HasSubstr("No findings in 2 units"));
}

TEST(Fix, DoesNotPartHardLinks) {
  const RunResult result =
      inFixProject("ln src/stats.h kept.h; fix --apply; stat -c %h src/stats.h");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_THAT(result.err, HasSubstr("src/stats.h: has several hard links"));
}

TEST(Fix, SaysWhatFolderCannotBeWritten) {
  // Root may write everywhere by capabilities, which a command can be run without.
  const RunResult result = inFixProject(
      "plain=; [ $(id -u) != 0 ] || plain='setpriv --bounding-set=-dac_override,-dac_read_search'; "
      "$plain true || exit 9; fix() { $plain \"$FSFIND\" fix \"$@\"; }; "
      "chmod 555 src; fix --apply; s=$?; chmod 755 src; exit $s");
  if (result.exit_code == 9)
    GTEST_SKIP() << "root may write everywhere: " << result.err;
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("see that its folder can be written to"));
}

TEST(Fix, AsksBeforeItWritesWhatIsReadOnly) {
  const RunResult result = inFixProject(
      "chmod 444 src/stats.h; fix --apply; grep -c _Alignas src/stats.h; fix --apply --force; grep "
      "-c _Alignas src/stats.h; stat -c %a src/stats.h");
  EXPECT_EQ(result.out, "0\n1\n444\n");
  EXPECT_THAT(
      result.err,
      testing::EndsWith("warning: src/stats.h: is read-only and not written; --force writes it\n"
                        "fsfind: 1 finding, none with an edit that can be taken\n"
                        "fsfind: 1 edit written in 1 file ends 1 of 1 finding\n"));
}

TEST(Fix, AsksBeforeItWritesOutsideTheProject) {
  const RunResult result = inFixProject(
      "mkdir ../other ../else; mv src/stats.h ../other; ln -s ../../other/stats.h src/stats.h;"
      "fix --apply; cd ../else; fix -p ../work/build --apply; cd ../other; fix -p ../work/build "
      "--apply; grep -c _Alignas stats.h");
  const std::string refusal = "stats.h: is outside the project and not written; --force writes it";
  EXPECT_THAT(result.err, HasSubstr("/other/" + refusal));
  EXPECT_THAT(result.err, testing::EndsWith("1 edit written in 1 file ends 1 of 1 finding\n"))
      << "the current folder counts, whatever the database names";
  EXPECT_EQ(result.out, "1\n");
}

TEST(Fix, TakesNoFileForTheProjectsThatTheDatabaseNames) {
  // A checkout whose database names another project's units, with absolute or relative paths.
  for (const std::string names :
       {"cat", "sed -E 's|\"directory\": \"[^\"]*\"|\"directory\": \"'$T/../stranger'\"|g; "
               "s/(\"file\": \"|-c )/\\1..\\/work\\/src\\//g'"}) {
    const RunResult result = inFixProject(
        "mkdir -p ../stranger/.git ../stranger/build; " + names +
        " <build/compile_commands.json >../stranger/build/compile_commands.json; cd ../stranger; "
        "fix --apply; echo code $?; grep -c _Alignas ../work/src/stats.h; fix --apply --force; "
        "grep -c _Alignas ../work/src/stats.h");
    EXPECT_EQ(result.out, "code 0\n0\n1\n") << result.err;
    EXPECT_THAT(result.err, HasSubstr("src/stats.h: is outside the project"));
  }
}

TEST(Fix, GoesOnWithNoProofThatIsCommitted) {
  if (run("git --version").exit_code != 0)
    GTEST_SKIP() << "there is no git";
  const RunResult result = inFixProject(
      "git init -q .; proof() { fix --prove 'echo built >>$T/log; exit 3' --run ./bench "
      "--prove-dir kept/proof; echo $?; wc -l <$T/log; }; proof; proof; git add -f "
      "kept/proof/*/lock; proof");
  EXPECT_EQ(result.out, "2\n1\n2\n2\n2\n2\n") << result.err;
}

TEST(Fix, SaysWhyItCannotProveByDoing) {
  EXPECT_THAT(inFixProject("fix --run ./bench").err, HasSubstr("--run: is given alone"));
  EXPECT_THAT(inFixProject("fix --prove make --run ./bench --runs 3").err, HasSubstr("--runs"));
  const RunResult unbuilt =
      inFixProject("fix --prove 'echo no rule; exit 3' --run ./bench; echo $?; ls");
  EXPECT_EQ(unbuilt.out, "2\nbuild\ncache\nsrc\n");
  EXPECT_THAT(unbuilt.err, HasSubstr("  no rule\n"));
  EXPECT_THAT(unbuilt.err, HasSubstr("the build fails with exit code 3 in a copy of the project"));
  const RunResult unfound = inFixProject("fix --prove true --run ./bench; echo $?");
  EXPECT_EQ(unfound.out, "2\n");
  EXPECT_THAT(unfound.err, HasSubstr("./bench: ends with exit code 127 before any edit"));
}

} // namespace fsfind::test

// `fsfind check --since`: findings of a change, by git.
#include "tests/cli/GitRepository.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(CheckSince, ShowsWhatAFileBroughtThatGitDoesNotKnowYet) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository("check -q --since main old.c new.c"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:")),
                                HasSubstr("1 not of the change")));
}

TEST(CheckSince, CountsFilesOfASubmoduleAsChangedIfItsCommitIsAnother) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string nested =
      "git add . && git commit -qm two && cd .. && git init -q -b main super && cd super && git "
      "config user.email a@b && git config user.name n && git -c protocol.file.allow=always "
      "submodule -q add -b main $T/w sub && git commit -qm one && git checkout -qb change && ";
  const std::string check = "check -q --since main sub/old.c";
  const auto in_super = [&](const std::string &words) {
    return run("mkdir w && cd w && { " + inRepository(nested + words + "; }"));
  };
  const RunResult same = in_super("echo >>sub/old.c && " + check);
  EXPECT_THAT(same.out, HasSubstr("1 not of the change")) << same.err;
  for (const std::string &asked : {check, std::string("check -q --staged sub/old.c")}) {
    const RunResult other = in_super("git -C sub -c user.name=n -c user.email=a@b commit -q "
                                     "--allow-empty -m s && git add sub && " +
                                     asked);
    EXPECT_THAT(other.out, HasSubstr("old.c:")) << other.err;
  }
}

TEST(CheckSince, ComparesWithTheCommonCommit) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // What main has done since is not of this change.
  const RunResult result = run(inRepository(
      "git add . && git commit -qm two && git checkout -q main && unit other && git add . "
      "&& git commit -qm three && git checkout -q change && check -q --since main *.c"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:"))));
}

TEST(CheckSince, ShowsAnOldFindingWhoseMemberIsTouched) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(
      inRepository("sed -i 's/long hits;/long hits; long more;/' old.c && check -q --since main "
                   "old.c && echo >> old.c && git checkout -q old.c && echo >> old.c && check -q "
                   "--since main old.c"));
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("old.c:"), HasSubstr("No findings in 1 unit; 1 not of the change")));
}

TEST(CheckSince, ShowsWhatAChangeOfAHeaderBringsElsewhere) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository(
      "rm new.c && sed -i 's/^struct old .*/#include \"old.h\"/' old.c && echo 'struct old { "
      "_Alignas(64) long hits; };' > old.h && git add . && git commit -qm aligned && git branch -f "
      "main && echo 'struct old { long hits; };' > old.h && check -q --since main old.c"));
  EXPECT_THAT(result.out, HasSubstr("old.c:")) << result.err;
}

TEST(CheckSince, ShowsWhatAHeaderOfMacrosBrings) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository(
      "rm new.c && sed -i '1i #include \"pad.h\"' old.c && sed -i 's/{ long hits/{ _Alignas(PAD) "
      "long "
      "hits/' old.c && echo '#define PAD 64' > pad.h && git add . && git commit -qm aligned && git "
      "branch -f main && echo '#define PAD 8' > pad.h && check -q --since main old.c"));
  EXPECT_THAT(result.out, HasSubstr("old.c:")) << result.err;
}

TEST(CheckSince, OfWhatIsStagedShowsNothingElse) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // new.c is not known to git, other.c is staged, and a line of old.c is changed but not staged.
  const std::string changes = "unit other && git add other.c && sed -i 's/long hits;/long hits; "
                              "long more;/' old.c && ";
  const RunResult staged = run(inRepository(changes + "check -q --staged *.c"));
  EXPECT_EQ(staged.exit_code, 0) << staged.err;
  EXPECT_THAT(staged.out, AllOf(HasSubstr("other.c:"), Not(HasSubstr("new.c:")),
                                Not(HasSubstr("old.c:")), HasSubstr("2 not of the change")));
  EXPECT_THAT(run(inRepository(changes + "check -q --since HEAD *.c")).out,
              AllOf(HasSubstr("other.c:"), HasSubstr("new.c:"), HasSubstr("old.c:")));
}

TEST(CheckSince, OfWhatIsStagedForAFirstCommitShowsIt) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(
      inRepository("rm -rf .git && git init -q && git add new.c && check -q --staged old.c new.c"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:")))) << result.err;
}

TEST(CheckSince, OfWhatIsStagedShowsWhatAHeaderBringsElsewhere) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string project = inRepository(
      "rm new.c && sed -i 's/^struct old .*/#include \"old.h\"/' old.c && echo 'struct "
      "old { _Alignas(64) long hits; };' > old.h && git add . && git commit -qm aligned "
      "&& echo 'struct old { long hits; };' > old.h && ");
  EXPECT_THAT(run(project + "git add . && check -q --staged old.c").out, HasSubstr("old.c:"));
  EXPECT_THAT(run(project + "check -q --staged old.c").out, Not(HasSubstr("old.c:")))
      << "nothing is staged";
}

TEST(CheckSince, OfWhatIsStagedReadsNothingElse) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string apart = "sed -i 's/{ long hits/{ _Alignas(64) long hits/' old.c && ",
                    begin = "rm new.c && " + apart + "git commit -qam apart && ",
                    together = "sed -i 's/_Alignas(64) //' old.c && ",
                    checked = "check -q --fail-on any --staged old.c";
  const RunResult beside =
      run(inRepository(begin + "echo '/* x */' >>old.c && git add . && " + together + checked));
  EXPECT_EQ(beside.exit_code, 0) << "the comment brings nothing\n" << beside.out << beside.err;
  EXPECT_THAT(beside.out, HasSubstr("No findings in 1 unit"));
  const RunResult mended = run(inRepository(begin + together + "git add . && " + apart + checked));
  EXPECT_EQ(mended.exit_code, 1) << "what is staged is false sharing\n" << mended.err;
  EXPECT_THAT(mended.out, HasSubstr("old.c:2:"));
  const RunResult removed = run(
      inRepository(begin +
                   "echo 'struct old { long hits; };' >old.h && sed -i 's/^struct old .*/#include "
                   "\"old.h\"/' old.c && git add . && rm old.h && " +
                   checked));
  EXPECT_EQ(removed.exit_code, 1) << "the header is staged\n" << removed.err;
}

TEST(CheckSince, OfWhatIsStagedGoesByItsOwnLines) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // Lines before the finding that are not staged move it, its comment and its text.
  const RunResult result =
      run(inRepository("rm new.c && sed -i '3s/$/ \\/\\/ one/' old.c && git add "
                       ". && sed -i '1i int x; // NOLINT\\n' "
                       "old.c && check -q --staged old.c"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("old.c:3:"), HasSubstr("// one"))) << result.err;
  const RunResult silent =
      run(inRepository("rm new.c && sed -i '2,3s/$/ \\/\\/ NOLINT/' old.c && git "
                       "add . && sed -i 's/ .. NOLINT//' old.c "
                       "&& check -q --staged old.c"));
  EXPECT_THAT(silent.out, AllOf(HasSubstr("No findings"), HasSubstr("1 suppressed by NOLINT")))
      << silent.err;
}

TEST(CheckSince, GoesByNoSettingsOfTheUser) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // Both neighbours of the finding's lines are changed.
  const RunResult result = run(inRepository(
      "rm new.c && git config diff.interHunkContext 10 && sed -i -e '1s/$/ \\/\\/ a/' -e '$s/$/ "
      "\\/\\/ b/' old.c && check -q --since main old.c"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 1 unit; 1 not of the change")) << result.err;
}

TEST(CheckSince, RefusesWhatItCannotCompareWith) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult unknown = run(inRepository("check --since nowhere old.c"));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("nowhere: is no revision of "));
  const RunResult option = run(inRepository("check --since=--output=x old.c; ls x"));
  EXPECT_THAT(option.err, HasSubstr("--output=x: is no revision of "));
  const RunResult both = run(inRepository("check --staged --since HEAD old.c"));
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("--since"));
  const RunResult outside =
      run("echo 'int x;' > a.c && GIT_CEILING_DIRECTORIES=/ \"$FSFIND\" check --since main a.c --");
  EXPECT_EQ(outside.exit_code, 2);
  EXPECT_THAT(outside.err, HasSubstr("git finds no repository"));
  const RunResult absent = run("echo 'int x;' > a.c && PATH=/nowhere \"$FSFIND\" check --since "
                               "main a.c --");
  EXPECT_THAT(absent.err, HasSubstr("git is not installed"));
}

} // namespace fsfind::test

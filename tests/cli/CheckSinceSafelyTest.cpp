// `fsfind check --since` and `--staged` in a stranger's checkout: nothing runs that its repository
// names, and in all forms that a repository has, the answer is the same.
#include "tests/cli/GitRepository.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Names a program in the configuration for everything that git runs programs for. Each tells that
/// it ran. The files differ from the index, so that git has to look at them.
constexpr const char *kSnares = R"(
snare() { printf '#!/bin/sh\necho %s >>"%s/ran"\nexit 1\n' "$1" "$T" >"$T/.git/$1" && chmod +x "$T/.git/$1"; }
set_snare() { snare "$1" && git config "$2" "$T/.git/$1"; }
printf '*.c filter=one diff=one\n*.h filter=two diff=two\n' >.gitattributes &&
echo 'int h;' >a.h && git init -q sub && git -C sub config user.email a@b && git -C sub config user.name n &&
git -C sub commit -q --allow-empty -m s && echo s >sub/s && git -C sub add s && git -C sub commit -qm s2 &&
git add -A 2>/dev/null && git commit -qm two && echo 'int i;' >>a.h && echo 't' >>sub/s &&
sed -i 's/long hits;/long hits; long more;/' old.c && git add old.c && echo 'int j;' >>old.c &&
set_snare clean filter.one.clean && set_snare smudge filter.one.smudge && set_snare process filter.two.process &&
set_snare textconv diff.one.textconv && set_snare command diff.two.command && set_snare external diff.external &&
set_snare pager core.pager && git config pager.rev-parse true && git config pager.diff true &&
set_snare ssh core.sshCommand && set_snare askpass core.askPass && set_snare gpg gpg.program &&
snare helper && git config credential.helper "!'$T/.git/helper'" &&
snare alias && git config alias.rev-parse "!'$T/.git/alias'" && git config alias.merge-base "!'$T/.git/alias'" &&
mkdir -p .git/snares && snare hook && cp .git/hook .git/snares/post-index-change &&
cp .git/hook .git/snares/reference-transaction && git config core.hooksPath "$T/.git/snares" &&
snare monitor && printf '[core]\n\tfsmonitor = %s\n' "$T/.git/monitor" >.git/more && git config include.path more &&
printf '[core]\n\tfsmonitor = %s\n' "$T/.git/monitor" >>sub/.git/config &&
git config core.repositoryformatversion 1 && git config extensions.partialClone origin &&
git config remote.origin.promisor true && git config remote.origin.url ssh://nowhere/x && rm -f ran;
)";

} // namespace

TEST(CheckSinceSafely, RunsNothingThatTheRepositoryNames) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult since =
      run(inRepository(kSnares) + "check -q --since main *.c && test ! -e ran && check -q --staged "
                                  "*.c; test ! -e ran || cat ran >&2");
  EXPECT_THAT(since.out, AllOf(HasSubstr("new.c:"), HasSubstr("old.c:")));
  EXPECT_EQ(since.err, "");
  EXPECT_EQ(since.exit_code, 0);
  const RunResult lacking =
      run(inRepository(kSnares) +
          "check --since 1111111111111111111111111111111111111111 *.c; echo code "
          "$?; cat ran");
  EXPECT_EQ(lacking.out, "code 2\n") << "a commit that a partial clone lacks";
  // Some revisions are looked up in the index.
  const RunResult index =
      run(inRepository(kSnares) + "check --since :old.c *.c; echo code $?; cat ran");
  EXPECT_EQ(index.out, "code 2\n");
  // One file at a time: git may end as the filter of one ends.
  const RunResult git =
      run(inRepository(kSnares) + "for f in a.h old.c; do git diff --no-textconv --no-ext-diff $f "
                                  ">/dev/null 2>&1; done; cat ran");
  EXPECT_THAT(git.out, AllOf(HasSubstr("monitor"), HasSubstr("clean"), HasSubstr("process")))
      << "else this test would show nothing";
}

TEST(CheckSinceSafely, KnowsARepositoryInAllItsForms) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string asked = "check -q --since main *.c";
  for (const std::string form :
       {"git worktree add -qf linked change && cp new.c linked && cd linked && ",
        "git init -q --separate-git-dir elsewhere && rm -f x && ",
        "git add new.c && git update-index --split-index && ",
        "git clone -q --depth 1 file://$PWD shallow && cp new.c shallow && cd shallow && git "
        "branch main && ",
        "git init -q --object-format=sha256 other && cp *.c other && cd other && git config "
        "user.email a@b && git config user.name n && git add old.c && git commit -qm one && git "
        "branch -f main && "}) {
    const RunResult result = run(inRepository(form + asked));
    EXPECT_THAT(result.out, AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:"))))
        << form << result.err;
  }
}

TEST(CheckSinceSafely, KnowsHowTheRepositoryEndsLines) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository("rm new.c && git config core.autocrlf true && sed -i "
                                            "'s/$/\\r/' old.c && check -q --since main old.c"));
  EXPECT_THAT(result.out, HasSubstr("No findings in 1 unit; 1 not of the change")) << result.err;
}

TEST(CheckSinceSafely, IsToldOfTheIndexByAHook) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // To commit some of the files, git has an index of its own for the hook.
  const RunResult result = run(inRepository(
      "printf '#!/bin/sh\\nexec \"%s\" check --no-cache -q --staged --fail-on any old.c "
      "new.c -- -std=c11\\n' \"$FSFIND\" >.git/hooks/pre-commit && chmod +x "
      ".git/hooks/pre-commit && git add -N new.c && git commit -qm new new.c; echo code "
      "$?; git log --format=%s -1"));
  EXPECT_THAT(result.out + result.err,
              AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:")), HasSubstr("code 1\none\n")));
}

TEST(CheckSinceSafely, LeavesItToGitWhichRepositoriesItTrusts) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository(
      "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 HOME=$T check --since main *.c; echo code $?"));
  EXPECT_EQ(result.out, "code 2\n") << result.err;
}

} // namespace fsfind::test

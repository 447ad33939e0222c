// `fsfind check --since` and `--staged` in a stranger's checkout: nothing runs that its repository
// names, and in all forms that a repository has, the answer is the same.
#include "tests/cli/GitRepository.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace checkSinceSafelyTest {

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

/// Asks in a stranger's checkout `evil`, whose old.c reads a file that it does not have, and shows
/// the code. `$V` is a private repository that has a word in the file of that name.
std::string inEvil(const std::string &made) {
  return inRepository(
      "mkdir private && git init -q private && V=$PWD/private && mkdir private/cfg evil && "
      "echo 'hunter2;' >private/cfg/db.c && chmod 600 private/cfg/db.c && "
      "git -C private add . && git -C private -c user.name=n -c user.email=a@b commit -qm p && "
      "cp -r old.c evil && cd evil && mkdir cfg && touch cfg/db.c && echo '#include "
      "\"cfg/db.c\"' >>old.c && " +
      made + " check --staged old.c; echo code $?");
}

/// What a checkout is asked that has something in it on which git hangs. It ends by SIGKILL if
/// fsfind does not end.
constexpr const char *kEndsWithin =
    "ask() { timeout -s KILL 60 \"$FSFIND\" check --no-cache -q \"$@\" "
    "old.c -- -std=c11 >>out 2>>err; code=$?; test $code = 2 || echo "
    "\"$case $*: $code\"; }; ";

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

TEST(CheckSinceSafely, TellsNothingOfARepositoryToWhichAnotherLeads) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string own = "git init -q . && ";
  for (const std::string &made : {
           std::string("echo \"gitdir: $V/.git\" >.git;"),
           std::string("ln -s $V/.git .git;"),
           own + "rm -rf .git/objects .git/refs && for i in objects refs index; do ln -s "
                 "$V/.git/$i .git/$i; done;",
           own + "rm -rf .git/objects && ln -s ../../private/.git/objects .git/objects && cp "
                 "$V/.git/index .git;",
           own + "mkdir -p .git/hooks && ln -s $V/.git .git/hooks/x && rm -rf .git/objects && "
                 "ln -s hooks/x/objects .git/objects && cp $V/.git/index .git;",
           own + "mkdir -p .git/hooks && ln -s $V/.git .git/hooks/x && ln -s . .git/y && rm -rf "
                 ".git/objects && ln -s y/hooks/x/objects .git/objects && cp $V/.git/index .git;",
           own + "echo $V/.git >.git/commondir && cp $V/.git/index .git;",
           own + "git config core.worktree $T && echo ../../private/.git >.git/commondir && cp "
                 "$V/.git/index .git;",
           own + "git config core.worktree $V && cp $V/.git/index .git;",
           own + "echo $V/.git/objects >.git/objects/info/alternates && cp $V/.git/index .git;",
           own +
               "mkdir -p lent/info && echo ../../../private/.git/objects >lent/info/alternates && "
               "echo ../../lent >.git/objects/info/alternates && cp $V/.git/index .git;",
           std::string(
               "mkdir -p git/worktrees/x && cp -r $V/.git/. git && cd git && rm -rf objects "
               "&& ln -s $V/.git/objects objects && cd .. && echo 'gitdir: git' >.git;"),
       }) {
    const RunResult result = run(inEvil(made));
    EXPECT_THAT(result.out + result.err, Not(HasSubstr("hunter2"))) << made;
    EXPECT_EQ(result.out, "code 2\n") << made << result.err;
  }
  const RunResult named = run(inEvil("ln -s $V/.git .git; export GIT_DIR=$V/.git;"));
  EXPECT_THAT(named.out, HasSubstr("code 0")) << "what the user names" << named.err;
}

TEST(CheckSinceSafely, KnowsWhatBelongsToACheckout) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  for (const std::string form :
       {"git init -q --separate-git-dir ../elsewhere && git config core.worktree $PWD && ",
        "cd .. && git init -q super && cd super && git -c protocol.file.allow=always submodule -q "
        "add -b change $T/w sub && cp $T/w/new.c sub && cd sub && git branch -f main && ",
        "git clone -q --reference $PWD $PWD ../borrowing && cp new.c ../borrowing && cd "
        "../borrowing && git branch main && GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD ",
        "mv .git/objects .git/lent && mkdir -p .git/objects/info && echo ../lent "
        ">.git/objects/info/alternates && ",
        "echo true >tool && rm -f .git/hooks/* && mkdir -p .git/hooks && ln -s ../../tool "
        ".git/hooks/pre-commit && ",
        "rm .git/HEAD && ln -s refs/heads/change .git/HEAD && ",
        "GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD "}) {
    const RunResult result =
        run("mkdir w && cd w && { " + inRepository(form + "check -q --since main *.c; }"));
    EXPECT_THAT(result.out, AllOf(HasSubstr("new.c:"), Not(HasSubstr("old.c:"))))
        << form << result.err;
  }
}

TEST(CheckSinceSafely, DoesNotHangOnPipes) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository(
      std::string(kEndsWithin) +
      "git pack-refs --all && git repack -qad && git config include.path more && mkdir -p "
      "inner/.git/refs inner/.git/objects sub/x && echo 'ref: refs/heads/x' >inner/.git/HEAD && "
      "for case in .git/HEAD .git/index .git/config .git/config.worktree "
      ".git/more .git/shallow "
      ".git/packed-refs .git/commondir .git/refs/heads/change .git/info/exclude "
      ".git/info/attributes .git/objects/info/alternates .git/objects/pack/pack-1.idx "
      "$(ls .git/objects/pack/*.idx) .gitattributes .gitignore .gitmodules sub/x/.gitignore "
      "sub/.gitattributes inner/.git/HEAD inner/.git/packed-refs inner/.git/refs/heads/x; do "
      "mkdir -p $(dirname $case); mv $case $case.was 2>/dev/null; mkfifo $case; ask --staged; "
      "ask --since main; rm $case; mv $case.was $case 2>/dev/null; done; test "
      "! -s out"));
  EXPECT_EQ(result.out, "") << result.err;
  EXPECT_EQ(result.exit_code, 0);
}

TEST(CheckSinceSafely, DoesNotReadDevices) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const RunResult result = run(inRepository(
      std::string(kEndsWithin) +
      "ulimit -v 4000000; for case in .git/refs/heads/change .git/HEAD .git/index "
      ".git/packed-refs .git/commondir .git/info/exclude .git/shallow .gitignore "
      ".git/objects/info/alternates .git/objects/info/commit-graph; do mv $case $case.was "
      "2>/dev/null; ln -s /dev/zero $case; ask --staged; ask --since main; rm $case; mv "
      "$case.was $case 2>/dev/null; done; test ! -s out"));
  EXPECT_EQ(result.out, "") << result.err;
  EXPECT_EQ(result.exit_code, 0);
}

TEST(CheckSinceSafely, EndsWithGitWhenItIsAskedTo) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // A git that hangs, and heeds no SIGTERM, when it is asked for one of its commands.
  for (const std::string command : {"config", "--show-toplevel", "diff", "cat-file"}) {
    const RunResult result = run(inRepository(
        "git add new.c; echo '// more' >>new.c; mkdir bin; printf '#!/bin/sh\ncase \"$*\" in *" +
        command +
        "*) trap \"\" TERM; touch \"%s/hangs\"; while :; do sleep 1; done;; esac\nexec \"%s\" "
        "\"$@\"\n' $T $(command -v git) >bin/git; chmod +x bin/git; PATH=$T/bin:$PATH \"$FSFIND\" "
        "check --no-cache -q --staged old.c new.c -- -std=c11 & p=$!; until test -e hangs || ! "
        "kill "
        "-0 $p; do sleep 0.1; done; kill -TERM $p; for i in $(seq 600); do kill -0 $p 2>/dev/null "
        "|| "
        "break; sleep 0.1; done; kill -KILL $p 2>/dev/null; wait $p 2>/dev/null; echo code $?"));
    EXPECT_EQ(result.out, "code 143\n") << command << result.err;
  }
}

} // namespace checkSinceSafelyTest

} // namespace fsfind::test

// The cache of fsfind check: who may have it, and what is done without one.
#include "tests/cli/CheckProject.h"
#include "tests/cli/GitRepository.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

TEST(CheckCache, RunsThatShareANewCacheBothEnd) {
  const RunResult result = inProject("check -q --cache-dir new/cache >one & check -q --cache-dir "
                                     "new/cache >two; echo $?; wait $!; echo $?; ls; ls new/cache");
  EXPECT_THAT(result.out, testing::StartsWith("0\n0\n")) << result.err;
  EXPECT_THAT(result.out, HasSubstr(".facts\n"));
}

TEST(CheckCache, GoesOnWithoutACacheThatCannotBeMade) {
  for (const std::string where :
       {"check --cache-dir /dev/null/x", "unset XDG_CACHE_HOME; HOME=/proc check",
        "touch file; XDG_CACHE_HOME=$T/file check"}) {
    const RunResult result = inProject(where);
    EXPECT_EQ(result.exit_code, 0) << where << result.err;
    EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units")) << where;
    EXPECT_THAT(result.err, HasSubstr("nothing is kept for the next run")) << where;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  for (const std::string where :
       {"unset XDG_CACHE_HOME HOME; check", "XDG_CACHE_HOME=x HOME= check"})
    EXPECT_EQ(inProject(where + "; ls -d x 2>/dev/null").err, "") << where;
}

TEST(CheckCache, ReadsUnitsAnewWhenAHeaderAppears) {
  const RunResult result = inProject(
      "sed -i '1i#if __has_include(\"made.h\")\\n#include \"made.h\"\\n#endif' src/stats.h;"
      "sed -i '1i#include \"gen.h\"' src/serve.c; database '-O2 -I../gen'; check -q; mkdir gen;"
      "echo >gen/gen.h; check -q; check -q | tail -1; echo '#error' >src/made.h; check -q");
  EXPECT_THAT(result.out, testing::ContainsRegex("in 3 units; 1 with errors\n(.|\n)*"
                                                 "in 3 units; 2 from the cache\n"
                                                 "1 finding \\(1 high\\) in 3 units; 3 from the "
                                                 "cache\n(.|\n)*in 3 units; 3 with errors\n"))
      << result.out;
}

// In a block of XXH3, words can be exchanged whose halves are those of its secret; here they decide
// what is a comment.
TEST(CheckCache, TellsFilesApartThatStrangersMadeAlike) {
  const RunResult result = inProject(
      "made() { printf '/*%62s\\174\\001\\201\\054%b\\n#error no\\n/*%43s\\336\\324\\155\\351%b/* "
      "*/\\nint x;\\n%300s' '' \"$1\" '' \"$2\" '' >a.c; check -q a.c --; }; made '    ' '*/\\n '; "
      "made '*/\\n ' '    '");
  EXPECT_THAT(result.out, testing::EndsWith("in 1 unit\nNo findings in 1 unit; 1 with errors\n"))
      << result.err;
}

TEST(CheckCache, KeepsNoNamesWithoutEndThatAUnitAsksFor) {
  // Each of 3,000 headers could appear in each of 60 folders.
  const RunResult result = inProject(
      "for i in $(seq 3000); do echo \"#if __has_include(<no$i.h>)\"; echo '#error'; echo "
      "'#endif'; "
      "done >>src/stats.h; database \"$(printf -- '-Iwhere/%s ' $(seq 60))\"; check -q | tail -1;"
      "find cache -name '*.unit' -size +4M; mkdir -p src/where/60; echo >src/where/60/no3000.h; "
      "check -q | tail -1");
  EXPECT_THAT(result.out, testing::ContainsRegex("^1 finding \\(1 high\\) in 3 units\n1 finding "
                                                 "\\(1 high\\) in 3 units; 3 with errors\n$"))
      << result.out << result.err;
}

TEST(CheckCache, KeepsItsCacheForTheUserAlone) {
  const RunResult result = inProject("umask 0; check -q >/dev/null; stat -c %a cache/fsfind; find "
                                     "cache/fsfind -type f -perm /077");
  EXPECT_EQ(result.out, "700\n") << result.err;
}

TEST(CheckCache, UsesNoCacheThatOthersCanWriteTo) {
  const RunResult result =
      inProject("check -q >/dev/null; for mode in 777 770 755; do chmod $mode cache/fsfind; check "
                "| tail -n 1; done");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n1 finding (1 high) in 3 units\n"
                        "1 finding (1 high) in 3 units; 3 from the cache\n");
  EXPECT_THAT(result.err, HasSubstr("warning: the cache "));
}

// `cached` makes the cache and uses it, `commit` commits it, `again` must not use it.
TEST(CheckCache, UsesNoCacheThatIsCommitted) {
  if (!hasGit())
    GTEST_SKIP() << "there is no git";
  const auto expectUnused = [](const std::string &cached, const std::string &commit,
                               const std::string &again) {
    const RunResult result =
        inProject("export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=n "
                  "GIT_CONFIG_KEY_1=user.email GIT_CONFIG_VALUE_1=a@b; git init -q .; last() { (cd "
                  "\"${in:-.}\"; check -p $T/build \"$@\" | tail -n 1); }; " +
                  cached + " >first; " + cached + "; " + commit + "; " + again);
    EXPECT_EQ(result.out, "1 finding (1 high) in 3 units; 3 from the cache\n"
                          "1 finding (1 high) in 3 units\n")
        << again << result.err;
    EXPECT_THAT(result.err, HasSubstr("warning: the cache ")) << again;
  };
  const std::string named = "last --cache-dir $T/kept";
  expectUnused(named, "git add -f kept", named);
  expectUnused("last", "git add -f cache", "last");
  expectUnused(named, "git add -f kept", "in=/ " + named);
  expectUnused(named, "git add -f kept; git init -q src", "in=src " + named);
  // As of a submodule, with and without its own data; the folder may be one itself.
  const std::string inner = "git init -q inner; git -C inner commit -q --allow-empty -m none; "
                            "git add -f inner 2>hints";
  const std::string in_inner = "last --cache-dir inner/kept";
  expectUnused(in_inner, "git init -q inner; git -C inner add -f kept", in_inner);
  expectUnused(in_inner, inner + "; rm -rf inner/.git", in_inner);
  expectUnused("last --cache-dir inner", inner, "last --cache-dir inner");
}

// One that is not committed, beside files that are, in a hook, and above a repository.
TEST(CheckCache, UsesItsCacheInACheckout) {
  if (!hasGit())
    GTEST_SKIP() << "there is no git";
  const RunResult result = inProject(
      "git init -q .; check -q >first; git add -f src build; check | tail -n 1; echo '*' "
      ">.gitignore; check | tail -n 1; (export GIT_DIR=.git GIT_INDEX_FILE=$T/.git/index; check | "
      "tail -n 1); mkdir -p cache/own; (cd cache/own; git init -q .; cp -r $T/build .; check -p "
      "build | tail -n 1)");
  const std::string cached = "1 finding (1 high) in 3 units; 3 from the cache\n";
  EXPECT_EQ(result.out, cached + cached + cached + cached) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(CheckCache, UsesNoCacheThatIsALink) {
  const RunResult result = inProject("mkdir victim; ln -s victim cache-link; "
                                     "check --cache-dir cache-link | tail -n 1; ls victim");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n");
  EXPECT_THAT(result.err, HasSubstr("warning: the cache "));
}

TEST(CheckCache, UsesNoCacheThatOthersCanPutElsewhere) {
  const RunResult behind = inProject("O=$(mktemp -d); mkdir .git; ln -s \"$O\" way; check "
                                     "--cache-dir way/cache | tail -n 1; ls \"$O\"; rm -r \"$O\"");
  EXPECT_EQ(behind.out, "1 finding (1 high) in 3 units\n");
  EXPECT_THAT(behind.err, HasSubstr("warning: the cache "));
  const RunResult open = inProject("mkdir -m 777 open; check --cache-dir open/cache | tail -n 1");
  EXPECT_THAT(open.err, HasSubstr("warning: the cache "));
}

// A write to a pipe that nobody reads would not end.
TEST(CheckCache, ReplacesWhateverLiesInTheCache) {
  const RunResult result =
      inProject("check -q >/dev/null; for file in cache/fsfind/*; do rm $file; mkfifo $file; done; "
                "check | tail -n 1; check | tail -n 1");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n"
                        "1 finding (1 high) in 3 units; 3 from the cache\n");
}

TEST(CheckCache, UsesNoCacheOfAnotherUser) {
  if (run("test $(id -u) = 0").exit_code != 0)
    GTEST_SKIP() << "only the superuser can give files away";
  const RunResult result =
      inProject("check -q >/dev/null; chown 65534 cache/fsfind; check | tail -n 1");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n");
  EXPECT_THAT(result.err, HasSubstr("warning: the cache "));
}

// A full disk cannot be had everywhere. In a folder whose path is as long as the kernel takes
// (PATH_MAX of linux/limits.h, 4096), workers start, but no facts can be written either.
TEST(CheckCache, ReadsElsewhereWhatTheCacheHasNoRoomFor) {
  const RunResult result =
      inProject("c=$T; part=$(printf '%0200d' 0)\n"
                "while [ ${#c} -lt $((4078 - 202)) ]; do c=$c/$part; done\n"
                "c=$c/$(printf \"%0$((4078 - ${#c} - 1))d\" 0); mkdir -p $c || exit 9\n"
                "check -p build --cache-dir $c | tail -1; ls -A $c");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\nhashes\n") << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("warning: the cache /"),
                                HasSubstr("is not kept for the next run; make room")));
}

TEST(CheckCache, SaysWhereThereIsNoRoom) {
  // No file may grow, as on a full disk; the cache has no room, or there is none.
  for (const char *options : {"", "--no-cache"}) {
    const RunResult result = inProject("mkdir tmp; export TMPDIR=$T/tmp; (ulimit -f 0; check " +
                                       std::string(options) + " 2>&1; echo code $?) | cat; ls tmp");
    EXPECT_THAT(result.out, AllOf(HasSubstr("/tmp: "), HasSubstr("TMPDIR"), HasSubstr("code 2\n"),
                                  Not(HasSubstr("the worker"))));
  }
}

} // namespace fsfind::test

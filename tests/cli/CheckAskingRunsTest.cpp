// fsfind check --run and --profile: what a run answers to findings and suspects of sources.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unistd.h>

namespace fsfind::test {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace checkAskingRunsTest {

/// Sources suspect `flags`, over which threads fight; `tags`, of which each thread has its own; and
/// `spare`, which no thread uses without an argument. They tell of `tally`, in which threads have
/// elements side by side only with an argument.
const std::string kProgram = R"(cat >main.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static _Atomic int begun[32] __attribute__((aligned(128))); /* both threads run when they begin, even on a busy machine */
#define REPEAT(what) ++begun[0]; while (begun[0] % 2); for (int i = 0; i < 60000; ++i) what; return own
struct flags { volatile unsigned char left, right; };
static void *set_left(void *own) { struct flags *mine = own; REPEAT(mine->left = (unsigned char)(mine->left + i)); }
static void *set_right(void *own) { struct flags *mine = own; REPEAT(mine->right = (unsigned char)(mine->right + i)); }
struct spare { volatile unsigned char one, other; };
static struct spare spare;
static void *use_one(void *own) { REPEAT(spare.one = (unsigned char)i); }
static void *use_other(void *own) { REPEAT(spare.other = (unsigned char)i); }
static volatile long tally[64];
static void *add(void *own) { long id = (long)own; REPEAT(tally[id]++); }
struct tags { volatile unsigned char front, back; };
static void *set_front(void *own) { struct tags *mine = own; REPEAT(mine->front = (unsigned char)i); }
static void *set_back(void *own) { struct tags *mine = own; REPEAT(mine->back = (unsigned char)i); }
static void both(void *(*one)(void *), void *mine, void *(*other)(void *), void *yours) {
  pthread_t a, b;
  pthread_create(&a, 0, one, mine);
  pthread_create(&b, 0, other, yours);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
static void *apart(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }
int main(int count, char **words) {
  (void)words;
  void *flags = apart(sizeof(struct flags));
  both(set_left, flags, set_right, flags);
  pthread_t adders[2];
  for (long i = 0, step = count > 1 ? 1 : 16; i < 2; ++i)
    pthread_create(&adders[i], 0, add, (void *)(i * step));
  for (int i = 0; i < 2; ++i)
    pthread_join(adders[i], 0);
  both(set_front, apart(sizeof(struct tags)), set_back, apart(sizeof(struct tags)));
  if (count > 1)
    both(use_one, 0, use_other, 0);
  return count > 2 ? 3 : 0;
}
END
export XDG_CACHE_HOME="$T/cache" FSFIND_PAGER=cat
check() { "$FSFIND" check "$@" main.c -- -std=c11; }
)";

class AskingRuns : public testing::Test {
protected:
  void SetUp() override {
    for (const std::string &why : {missingCompiler(), missingEmulator()})
      if (!why.empty())
        GTEST_SKIP() << why;
  }

  static RunResult inProgram(const std::string &commands) {
    return run(kProgram + "cc -O1 -g -pthread main.c -o program && " + commands);
  }
};

/// The finding in a JSON report that tells of a member; null if there is none.
nlohmann::json about(const RunResult &result, const std::string &member) {
  const auto json = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_TRUE(json.is_object()) << result.out << result.err;
  if (json.is_object())
    for (const nlohmann::json &finding : json.at("findings"))
      if (finding.at("message").get<std::string>().find(member) != std::string::npos)
        return finding;
  return nullptr;
}

std::string answer(const nlohmann::json &finding) {
  return finding.is_null() || finding.at("run").is_null()
             ? "none"
             : finding.at("run").at("answer").get<std::string>();
}

bool isSuspected(const nlohmann::json &finding) {
  return !finding.is_null() && !finding.at("missing").empty();
}

TEST_F(AskingRuns, AnswerFindingsAndSuspects) {
  const RunResult before = inProgram("check --suspects --format=json");
  EXPECT_TRUE(isSuspected(about(before, "'left'")));
  EXPECT_TRUE(isSuspected(about(before, "'front'")));
  EXPECT_TRUE(isSuspected(about(before, "'one'")));
  EXPECT_FALSE(isSuspected(about(before, "'tally'")));
  EXPECT_EQ(answer(about(before, "'left'")), "none");

  const RunResult result =
      inProgram("check --suspects --format=json --run ./program --fail-on high");
  EXPECT_EQ(result.exit_code, 1) << "what is confirmed counts: " << result.err;
  const nlohmann::json flags = about(result, "'left'");
  EXPECT_EQ(answer(flags), "confirmed");
  EXPECT_EQ(flags.at("verdict"), "confirmed");
  EXPECT_FALSE(isSuspected(flags));
  EXPECT_GT(flags.at("run").at("contended"), 0);
  EXPECT_EQ(flags.at("run").at("threads"), 2);

  const nlohmann::json tags = about(result, "'front'");
  EXPECT_EQ(answer(tags), "not-so");
  EXPECT_TRUE(isSuspected(tags));
  EXPECT_GE(tags.at("run").at("accesses"), 30);

  EXPECT_EQ(answer(about(result, "'one'")), "not-reached");

  const nlohmann::json tally = about(result, "'tally'");
  EXPECT_EQ(answer(tally), "not-so");
  EXPECT_TRUE(isSuspected(tally)) << "withdrawn";
  EXPECT_EQ(tally.at("missing").back().at("link"), "run");
}

TEST_F(AskingRuns, LeaveOutWhatTheyWithdraw) {
  const RunResult result = inProgram("check --run ./program");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("'left'"));
  EXPECT_THAT(result.out, Not(HasSubstr("'tally'")));
  EXPECT_THAT(result.out, HasSubstr(" confirmed by the run"));
  EXPECT_THAT(result.out, HasSubstr("1 withdrawn by the run"));
  EXPECT_THAT(result.out, HasSubstr(" not reached by the run"));
}

TEST_F(AskingRuns, ReachWhatTheCommandRuns) {
  const RunResult result =
      inProgram("check --format=json --run 'echo first; ./program more; echo last'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(answer(about(result, "'one'")), "confirmed") << "in a process that the shell starts";
}

TEST_F(AskingRuns, TellThatTheCommandFails) {
  const RunResult result = inProgram("check --format=json --run './program a b'");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("exit code 3"));
  EXPECT_EQ(answer(about(result, "'left'")), "confirmed");
}

TEST_F(AskingRuns, FailIfTheCommandCannotBeRun) {
  const RunResult missing = inProgram("check --run ./gone");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("./gone"), HasSubstr("127")));
  EXPECT_EQ(missing.out, "");
  const RunResult forbidden = inProgram("check --run ./main.c");
  EXPECT_EQ(forbidden.exit_code, 2);
  EXPECT_THAT(forbidden.err, HasSubstr("126"));
}

TEST_F(AskingRuns, LeaveNothingBehind) {
  const RunResult result =
      inProgram("mkdir temporary && TMPDIR=$PWD/temporary check --run ./program >/dev/null 2>&1; "
                "ls temporary perf.data 2>/dev/null");
  EXPECT_THAT(result.out, Not(HasSubstr("perf.data")));
  EXPECT_THAT(result.out, Not(HasSubstr("fsfind")));
}

TEST_F(AskingRuns, HeedPathsAndComments) {
  const RunResult elsewhere = inProgram("check --exclude 'ma*.c' --facts-out f 2>/dev/null; "
                                        "\"$FSFIND\" check --facts-out f -q main.c -- -std=c11 "
                                        ">/dev/null; mkdir other; \"$FSFIND\" check --facts f "
                                        "--run ./program other");
  EXPECT_THAT(elsewhere.out, Not(HasSubstr("'left'"))) << elsewhere.err;
  const RunResult silenced =
      inProgram("sed -i 's,volatile unsigned char left.*,& // NOLINT,' main.c && check --run "
                "./program");
  EXPECT_THAT(silenced.out, Not(HasSubstr("'left'"))) << silenced.err;
  EXPECT_THAT(silenced.out, HasSubstr("1 suppressed by NOLINT"));
}

// Recordings that were made before.

constexpr const char *kRing = "\"$FSFIND\" check --no-cache --no-pager -p \"$F\" ";

TEST(AskedProfile, ConfirmsLikeARun) {
  const RunResult result = run(std::string(kRing) + "--profile \"$F/ring_queue/perf.data\" "
                                                    "--format=json \"$F/ring_queue\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(answer(about(result, "head_")), "confirmed");
  const auto json = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_EQ(json.at("source").at("simulated"), true);
  for (const nlohmann::json &finding : json.at("findings"))
    EXPECT_NE(finding.at("verdict"), "measured") << "sources have no part in it";
}

TEST(AskedProfile, MayBeAReport) {
  const RunResult result =
      run("\"$FSFIND\" report --no-sources --format=json \"$F/ring_queue/perf.data\" >r.json; " +
          std::string(kRing) + "--profile r.json --format=json \"$F/ring_queue\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(answer(about(result, "head_")), "confirmed");
}

TEST(AskedProfile, MayBeSeveral) {
  const RunResult once = run(std::string(kRing) + "--profile \"$F/ring_queue/perf.data\" "
                                                  "--format=json \"$F/ring_queue\"");
  const RunResult twice = run(std::string(kRing) + "--profile \"$F/ring_queue/perf.data\" "
                                                   "--profile \"$F/ring_queue/perf.data\" "
                                                   "--format=json \"$F/ring_queue\"");
  const nlohmann::json one = about(once, "head_"), two = about(twice, "head_");
  ASSERT_TRUE(one.is_object() && two.is_object()) << twice.err;
  EXPECT_EQ(two.at("cost").at("hitm"), 2 * one.at("cost").at("hitm").get<int>());
  EXPECT_NEAR(two.at("cost").at("latency_share"), one.at("cost").at("latency_share").get<double>(),
              1e-9);
}

TEST(AskedProfile, OfAnotherProgramSaysNothing) {
  const RunResult result = run(std::string(kRing) + "--profile \"$F/shard_stats/perf.data\" "
                                                    "--format=json \"$F/ring_queue\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(AskedProfile, MustBeOne) {
  const auto refused = [](const std::string &make, const std::string &file) {
    const RunResult result =
        run("export HOME=$T; " + make + std::string(kRing) + "--profile " + file);
    EXPECT_EQ(result.exit_code, 2) << make;
    EXPECT_EQ(result.out, "") << make;
    EXPECT_THAT(ofTheProgram(result.err), HasSubstr(file)) << make;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  };
  refused("", "gone");
  refused("echo nonsense >file; ", "file");
  refused(": >file; ", "file");
  refused("head -c 4000 /dev/zero >file; ", "file");
  refused("echo '{\"schema\": 1, \"findings\": 3}' >file; ", "file");
  refused("echo '{}' >file; ", "file");
  refused("mkdir file; ", "file");
  refused("\"$FSFIND\" check --no-cache --format=json -p \"$F\" >file 2>/dev/null; ", "file");
  if (geteuid() != 0)
    refused("cp \"$F/ring_queue/perf.data\" file; chmod 0 file; ", "file");
}

TEST(AskedProfile, IsNotOverwritten) {
  const RunResult result = run("cp \"$F/ring_queue/perf.data\" own; " + std::string(kRing) +
                               "--profile own -o own; cmp own \"$F/ring_queue/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << "the file is as it was";
  EXPECT_THAT(result.err, HasSubstr("own"));
}

// A stranger's configuration can neither start a command nor have a file read.
TEST(AskedProfile, IsNoMatterOfConfiguration) {
  for (const char *key : {"run: touch ran", "profile: perf.data", "check:\n  run: touch ran",
                          "check:\n  profile: perf.data"}) {
    const RunResult result = run("printf '" + std::string(key) +
                                 "\\n' >.fsfind.yaml; echo 'int x;' >a.c; "
                                 "\"$FSFIND\" check --no-cache a.c -- ; echo $?; ls");
    EXPECT_THAT(result.out, HasSubstr("2\n")) << key;
    EXPECT_THAT(result.out, Not(HasSubstr("ran"))) << key;
    EXPECT_THAT(result.err, HasSubstr("unknown")) << key;
  }
}

TEST(AskedProfile, DoesNotGoWithAChange) {
  for (const char *option : {"--run true --since HEAD", "--profile x --staged"})
    EXPECT_EQ(run(std::string(kRing) + option).exit_code, 2) << option;
}

} // namespace checkAskingRunsTest
} // namespace fsfind::test

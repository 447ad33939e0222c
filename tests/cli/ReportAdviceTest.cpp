// What fsfind report advises by a recording alone, in the language of the program.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace reportAdviceTest {

/// In ASCII.
std::string report(const std::string &arguments) {
  const RunResult result = run("export LC_ALL=C; \"$FSFIND\" report " + arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

TEST(ReportAdvice, DrawsTheLayoutThatDebugInfoTells) {
  if (const std::string missing = missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(
      "cat >s.c <<'END'\n"
      "#include <pthread.h>\n"
      "static struct sides { volatile long left, right; } sides;\n"
      "static void *left(void *p) { for (long i = 0; i < 20000; ++i) ++sides.left; return p; }\n"
      "static void *right(void *p) { for (long i = 0; i < 20000; ++i) ++sides.right; return p; }\n"
      "int main(void) {\n"
      "  pthread_t a, b;\n"
      "  pthread_create(&a, 0, left, 0);\n"
      "  pthread_create(&b, 0, right, 0);\n"
      "  return pthread_join(a, 0) + pthread_join(b, 0);\n"
      "}\n"
      "END\n"
      "cc -g -O1 -pthread s.c -o s && \"$FSFIND\" record -q --engine=simulate ./s && "
      "LC_ALL=C \"$FSFIND\" report --no-sources");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("[align-members]\n"));
  EXPECT_THAT(result.out, HasSubstr("|      8  right  8 bytes  <- right"));
  EXPECT_THAT(result.out, HasSubstr("64  right  8 bytes  <- right"));
  EXPECT_THAT(result.out, HasSubstr("| _Alignas(64) volatile long right;\n"));
}

TEST(ReportAdvice, SpeaksTheProgramsLanguage) {
  const std::string rust = report("\"$F/atomic_shards/perf.data\"");
  EXPECT_THAT(rust, HasSubstr("16 -> 64 bytes [align-type]"));
  EXPECT_THAT(rust, HasSubstr("| #[repr(align(64))]\n      | struct ShardCounters "));
  const std::string c = report("\"$F/shard_stats/perf.data\"");
  EXPECT_THAT(c, HasSubstr("| struct shard_stats { _Alignas(64) "));
  EXPECT_THAT(report("\"$F/hot_flag/perf.data\""),
              HasSubstr("| _Alignas(64) atomic_int tracing_enabled;\n"));
}

TEST(ReportAdvice, TellsTheBestAndOnRequestAll) {
  const std::string recording = "\"$F/shard_stats/perf.data\"";
  EXPECT_THAT(report(recording), Not(HasSubstr("[accumulate-locally]")));
  EXPECT_THAT(report("-v " + recording), Not(HasSubstr("[accumulate-locally]")))
      << "not shown to be a sum";
  EXPECT_THAT(report("--format=json " + recording), HasSubstr("\"remedy\":\"align-type\""));
}

TEST(ReportAdvice, NoCopiesForEachCpuOfWhatOneThreadWrites) {
  EXPECT_THAT(report("-v \"$F/ring_queue/perf.data\""), Not(HasSubstr("[shard-per-cpu]")));
}

TEST(ReportAdvice, TellsFromTheMachineCodeWhatStoresDo) {
  EXPECT_THAT(report("\"$F/ring_queue/skylake.perf.data\""),
              HasSubstr("cached_tail_ = tail_.load(std::memory_order_acquire);"))
      << "each of the two only stores the number";
}

TEST(ReportAdvice, JobsCanFailForWhatIsConfirmed) {
  const std::string joined = "export XDG_CACHE_HOME=\"$T/cache\"; \"$FSFIND\" report "
                             "\"$F/ring_queue/perf.data\" --fail-on confirmed -o r.txt ";
  EXPECT_EQ(run(joined).exit_code, 0);
  EXPECT_EQ(run(joined + "-p \"$F\" \"$F/ring_queue\"").exit_code, 1);
}

} // namespace reportAdviceTest

} // namespace fsfind::test

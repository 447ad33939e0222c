// `fsfind layout`: a type of a program, and who uses its members in a recording.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

namespace fsfind::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Layout, ShowsWhoUsesWhichMemberOfARecording) {
  const RunResult result = run("\"$FSFIND\" layout RingQueue \"$F/ring_queue/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(
      result.out,
      AllOf(StartsWith("fsfind layout: class (anonymous namespace)::RingQueue\n"),
            HasSubstr("SIMULATED"), HasSubstr("(hole)"),
            HasSubstr("members on line 0 are not all written by the same threads: head_, tail_")));
}

TEST(Layout, OfAProgramHasNoSamples) {
  const RunResult result = run("\"$FSFIND\" layout shard_stats \"$F/shard_stats/shard_stats\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("requests  long"), Not(HasSubstr("stores"))));
}

TEST(Layout, JsonHasTheSame) {
  const RunResult result =
      run("\"$FSFIND\" layout shard_stats \"$F/shard_stats/perf.data\" --format=json | python3 -c "
          "'import json, sys\n"
          "t = json.load(sys.stdin)[\"types\"][0]\n"
          "print(t[\"size\"], *[(m[\"path\"], m[\"offset\"], len(m[\"writers\"])) for m in "
          "t[\"members\"]])'");
  EXPECT_EQ(result.out, "16 ('requests', 0, 8) ('bytes', 8, 8)\n") << result.err;
}

/// What `fsfind layout WORDS --format=json` says, by a Python expression of its first type, `t`.
std::string typeBy(const std::string &words, const std::string &expression,
                   const std::string &options = "") {
  return "\"$FSFIND\" layout " + words + " --no-cache --format=json " + options +
         " | python3 -c 'import json, sys\nt = json.load(sys.stdin)[\"types\"][0]\nprint(" +
         expression + ")'";
}

TEST(Layout, OfASourceFileTellsWhichCodeUsesWhichMember) {
  const RunResult result =
      run(typeBy("RingQueue \"$F/ring_queue/ring_queue.cpp\"",
                 "t[\"size\"], *[(m[\"path\"], u[\"threads\"]) for m in t[\"members\"] for u in "
                 "m[\"code\"] if u[\"writes\"]]",
                 "-- -std=c++20"));
  EXPECT_EQ(result.out, "32896 ('head_', 'consume') ('tail_', 'produce') "
                        "('slots_', 'produce') ('level_.now.lanes', 'reportLevel')\n")
      << result.err;
}

TEST(Layout, OfACompileDatabaseOrFacts) {
  const std::string make =
      "cp \"$F/shard_stats/shard_stats.c\" . && mkdir -p build && printf "
      "'[{\"directory\": \"%s\", \"file\": \"shard_stats.c\", \"command\": \"cc -std=c11 "
      "shard_stats.c\"}]' \"$PWD\" > build/compile_commands.json && \"$FSFIND\" check -q "
      "--no-cache -p build --facts-out all.facts -o found";
  const std::string what = "t[\"size\"], [m[\"path\"] for m in t[\"members\"] if m[\"code\"]]";
  const RunResult result = run(make + " && " + typeBy("shard_stats -p build", what) + " && " +
                               typeBy("\"struct shard_stats\" --facts-in all.facts", what) +
                               " && \"$FSFIND\" layout shard_stats --facts-in all.facts");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string same = "16 ['requests', 'bytes']\n";
  EXPECT_THAT(result.out, AllOf(StartsWith(same + same), HasSubstr("count_request"),
                                HasSubstr("in a loop"), HasSubstr("all.facts")));
}

TEST(Layout, RefusesWhatItCannotAnswer) {
  const auto refuses = [](const std::string &words, const std::string &message) {
    const RunResult result = run("\"$FSFIND\" layout " + words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(message)) << words;
    EXPECT_THAT(result.out, IsEmpty());
  };
  refuses("", "type");
  refuses("shard_stat \"$F/shard_stats/shard_stats\"", "did you mean shard_stats?");
  refuses("stats /nowhere", "/nowhere");
  refuses("stats", "perf.data");
  refuses("stats /etc/hostname", "/etc/hostname");
  refuses("stats /bin/true", "no debug info");
  refuses("stats \"$F/shard_stats/perf.data\" --facts-in x", "beside a project's sources");
  refuses("stats -p /nowhere", "/nowhere");
  refuses("shard_stat \"$F/shard_stats/shard_stats.c\" -- -std=c11", "did you mean shard_stats?");
  refuses("stats \"$F/shard_stats/perf.data\" -- -std=c11", "no C or C++ source");
}

TEST(Layout, SaysWhatItTakesOfAFileThatIsNothingOfIt) {
  const std::string taken = "; name an ELF file with debug info, a recording, or a C or C++ source "
                            "(a header as FILE -- -xc or -xc++)\n";
  for (const auto &[make, file, what] : std::vector<std::array<std::string, 3>>{
           {"echo 'struct stats { int a; };' >q.h", "q.h",
            "is neither a recording nor an ELF file"},
           {"head -c 40 \"$FSFIND\" >begun", "begun",
            "is an ELF file that is cut short or damaged"},
           {"printf 'MZ\\220' >w.exe", "w.exe", "is neither a recording nor an ELF file"},
           {": >empty", "empty", "is empty"},
           {"mkdir sub", "sub", "is a folder without a recording"},
           {"mkfifo pipe", "pipe", "is no regular file"},
           {"true", "gone", "no such file"},
           {"true", "", "no such file"}}) {
    const RunResult result = run(make + " && \"$FSFIND\" layout stats " + file);
    const std::string name = file.empty() ? "perf.data" : file;
    EXPECT_EQ(result.exit_code, 2) << file;
    EXPECT_EQ(result.err, "fsfind: " + name + ": " + what + taken);
    EXPECT_THAT(result.out, IsEmpty());
  }
  const RunResult header =
      run("echo 'struct stats { int a; };' >q.h && \"$FSFIND\" layout stats q.h -- -xc");
  EXPECT_EQ(header.exit_code, 0) << header.err;
}

TEST(Layout, IsThatOfTheRecordedProgramWhereverItLies) {
  if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  const auto program = [](const std::string &members) {
    return "#include <pthread.h>\nstatic struct pair { volatile long " + members +
           "; } pair;\n"
           "static void *add(void *at) { for (int i = 0; i < 20000; ++i) ++*(volatile long *)at; "
           "return 0; }\n"
           "int main(void) { pthread_t t; pthread_create(&t, 0, add, (void *)&pair.left); "
           "add((void *)&pair.right); pthread_join(t, 0); return 0; }\n";
  };
  const RunResult result =
      run(compiled("work", program("left, right").c_str(), "-O1") +
          "unset HOME XDG_CACHE_HOME; mkdir kept; \"$FSFIND\" record --engine=simulate -q -o "
          "kept/perf.data ./work; "
          "cp work kept; " +
          compiled("work", program("spare[4], right, left").c_str(), "-O1") +
          "\"$FSFIND\" layout pair kept/perf.data; echo code $?; rm kept/work; "
          "\"$FSFIND\" layout pair kept/perf.data >/dev/null; echo code $?");
  EXPECT_THAT(result.out, HasSubstr("16 bytes, aligned to 8"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("spare")));
  EXPECT_THAT(result.out, testing::EndsWith("code 0\ncode 2\n")) << result.err;
}

TEST(Layout, SaysThatAProgramIsCutShort) {
  const RunResult result = run("head -c 9000 \"$FSFIND\" >begun; \"$FSFIND\" layout stats begun");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "fsfind: begun: is an ELF file that is cut short; copy or build it again\n");
}

TEST(Layout, SaysOnceWhatAnArrayAndItsElementsAre) {
  if (const std::string missing = missingCompiler("gcc"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(
      "echo 'struct S { volatile long a[4]; const char *const b; const int c[2]; } s = {{0}, 0, "
      "{1}}; int main(void) { return s.c[0]; }' > q.c && gcc -g q.c -o q && " +
      typeBy("S q", "*[m[\"type\"] for m in t[\"members\"]], sep=\", \""));
  EXPECT_EQ(result.out, "volatile long [4], const char *const, const int [2]\n") << result.err;
}

TEST(Layout, SeveralTypesOfOneNameNeedAWholeOne) {
  if (const std::string missing = missingCompiler("g++"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result =
      run("echo 'namespace a { struct S { int x; } s; } namespace b { struct S { long x; } s; } "
          "int main() { return a::s.x; }' > m.cpp && g++ -g m.cpp -o m && \"$FSFIND\" layout S m");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("S is the name of 2 types: a::S, b::S; give the whole name"));
}

} // namespace fsfind::test

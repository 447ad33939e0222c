// `fsfind watch` as a user types it: on folders of recordings, since few machines sample memory.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

namespace watchCommandTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Makes the folder `runs` of three steps: quiet, contended, contended.
constexpr const char *kRuns = "mkdir runs && cp \"$F/hot_flag/hot_flag\" runs && "
                              "cp \"$F/hot_flag/padded.perf.data\" runs/1.data && "
                              "cp \"$F/hot_flag/perf.data\" runs/2.data && "
                              "cp \"$F/hot_flag/perf.data\" runs/3.data && ";
constexpr const char *kWatch = "\"$FSFIND\" watch --replay runs ";

RunResult watch(const std::string &options, const std::string &before = "") {
  return run(kRuns + before + kWatch + options);
}

TEST(Watch, ABlockForEachStepInAPipe) {
  const RunResult result = watch("--alarm none");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("fsfind watch: replay of runs, step 1\n"));
  EXPECT_THAT(result.out, HasSubstr("step 3\n  recording   runs/3.data\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("\033"))) << "no colour, no screen";
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Watch, EachLineOfJsonIsWhatItsSchemaSays) {
  const RunResult result = watch("--format=json --alarm hitm=1% --for 1 >lines; "
                                 "split -l 1 lines step. && for step in step.*; do python3 "
                                 "\"$F/../tests/cli/validate_schema.py\" "
                                 "\"$F/../docs/watch.schema.json\" $step || exit; done",
                                 "cp \"$F/shard_stats/truncated.perf.data\" runs/0.data && ");
  if (result.exit_code == 77)
    GTEST_SKIP() << "skipped: " << result.out;
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Watch, NamesObjects) {
  const RunResult result =
      watch("--format=json --count 2 | python3 -c 'import json, sys\n"
            "first, second = map(json.loads, sys.stdin)\n"
            "rows = second[\"window\"][\"objects\"]\n"
            "named = [r for r in rows if r[\"object\"] == \"tracing_enabled\"]\n"
            "assert named and named[0][\"per_second\"] > 0, rows\n"
            "assert first[\"step\"][\"share_of_loads\"] < second[\"step\"][\"share_of_loads\"]\n"
            "print(\"sound\")'");
  EXPECT_EQ(result.out, "sound\n") << result.err;
}

TEST(Watch, AlarmsAreToldAndFailTheRun) {
  const RunResult result = watch("--alarm hitm=1% --for 2 --on-alarm 'printf \"%s %s %s\\n\" "
                                 "\"$FSFIND_ALARM\" \"$FSFIND_STATE\" \"$FSFIND_LIMIT\" >told'; "
                                 "echo $?; cat told");
  EXPECT_THAT(result.err, HasSubstr("alarm hitm raised: contended loads are "));
  EXPECT_THAT(result.out, HasSubstr("\n1\nhitm raised 0.01\n"));
  EXPECT_EQ(watch("--alarm hitm=1% --for 3 >/dev/null").exit_code, 0) << "two steps are not three";
}

TEST(Watch, NewObjectsAreThoseThatTheReportLacks) {
  const std::string report = "\"$FSFIND\" report --format=json runs/2.data -o known.json && ";
  EXPECT_EQ(watch("--alarm new --baseline known.json --for 1", report).exit_code, 0);
  const RunResult other = watch("--alarm new --baseline known.json --for 1",
                                "\"$FSFIND\" report --format=json runs/1.data -o known.json && ");
  EXPECT_EQ(other.exit_code, 1) << other.err;
  EXPECT_THAT(other.err, HasSubstr("is contended, and not in the baseline"));
}

TEST(Watch, ACommandThatHangsIsEnded) {
  const RunResult result =
      watch("--alarm hitm=1% --for 1 --on-alarm 'trap \"\" TERM; sleep 1000 & wait' >/dev/null");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("--on-alarm: the command still ran after"));
}

TEST(Watch, MetricsAreWrittenWholeAndServed) {
  const RunResult file = watch("--quiet --metrics m.prom >/dev/null; grep -c ^fsfind_ m.prom; "
                               "grep fsfind_watch_steps_total m.prom | tail -1; ls -A | grep prom");
  EXPECT_THAT(file.out, HasSubstr("\nfsfind_watch_steps_total 3\nm.prom\n")) << file.err;
  const RunResult served =
      run(std::string(kRuns) + "true; " + kWatch +
          "--interval 60 --listen 0 >out 2>err & until [ -s out ]; do sleep 0.05; done; "
          "python3 -c 'import re, urllib.request\n"
          "url = re.search(\"http://127.0.0.1:[0-9]+/metrics\", open(\"err\").read())[0]\n"
          "print(urllib.request.urlopen(url).read().decode())'; kill $!; wait $!; echo $?");
  EXPECT_THAT(served.out, HasSubstr("\nfsfind_watch_steps_total 1\n")) << served.err;
  EXPECT_THAT(served.out, testing::EndsWith("\n0\n"));
}

TEST(Watch, TornRecordingsAreErrorsOfTheirSteps) {
  const RunResult result =
      watch("--alarm none -v", "cp \"$F/shard_stats/truncated.perf.data\" runs/1a.data && ");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("step failed: runs/1a.data:"));
  EXPECT_THAT(result.err, HasSubstr("3 steps, 1 error; the watch itself took"));
  const RunResult all = run("mkdir runs && : >runs/1.data && \"$FSFIND\" watch --replay runs");
  EXPECT_EQ(all.exit_code, 2) << "nothing was ever seen";
}

TEST(Watch, EndsWithWhoReadsIt) {
  const RunResult result = run(std::string(kRuns) + "timeout 20 " + kWatch +
                               "--interval 60 | head -1; "
                               "echo \"${PIPESTATUS[0]}\"");
  EXPECT_THAT(result.out, testing::EndsWith("\n0\n"));
}

TEST(Watch, EndsBySignalWithWhatItKnows) {
  const RunResult result = run(std::string(kRuns) + "true; " + kWatch +
                               "--interval 60 -v >out & until [ -s out ]; do sleep 0.05; done; "
                               "kill -TERM $!; wait $!; echo $?");
  EXPECT_EQ(result.out, "0\n");
  EXPECT_THAT(result.err, HasSubstr("1 step, 0 errors;"));
}

/// A program in Python that runs fsfind on a terminal of 24 lines, and what it does then with the
/// terminal `fd` and the process `pid`. Prints what the terminal got.
std::string onTerminal(const std::string &steps) {
  return "python3 - <<'END'\n"
         "import fcntl, os, pty, select, signal, struct, sys, termios, time\n"
         "pid, fd = pty.fork()\n"
         "if pid == 0:\n"
         "  os.environ['TERM'] = 'xterm'\n"
         "  os.execv(os.environ['FSFIND'], ['fsfind', 'watch', '--replay', 'runs', "
         "'--interval', '60'])\n"
         "fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))\n"
         "seen = b''\n"
         "def until(text):\n"
         "  global seen\n"
         "  while text not in seen:\n"
         "    seen += os.read(fd, 65536)\n"
         "until(b'samples')\n" +
         steps +
         "try:\n"
         "  while True: seen += os.read(fd, 65536)\n"
         "except OSError: pass\n"
         "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
         "print(seen.decode().replace('\\033', '<ESC>'))\n"
         "END\n";
}

TEST(Watch, ScreenIsLeftByQ) {
  const RunResult result =
      run(std::string(kRuns) + "export FSFIND; " + onTerminal("os.write(fd, b'q')\n"));
  EXPECT_THAT(result.out, StartsWith("0\n")) << result.err;
  EXPECT_THAT(result.out, HasSubstr("<ESC>[?1049h"));
  EXPECT_THAT(result.out, HasSubstr("<ESC>[H"));
  EXPECT_THAT(result.out, Not(HasSubstr("<ESC>[2J<ESC>[H<ESC>[2J"))) << "cleared only once";
  EXPECT_THAT(result.out, HasSubstr("<ESC>[?25h<ESC>[?1049l<ESC>[1mfsfind watch"))
      << "the last state stays";
}

TEST(Watch, ScreenIsRestoredHoweverItEnds) {
  for (const std::string signal : {"SIGINT", "SIGTERM", "SIGSEGV", "SIGALRM", "SIGSYS"}) {
    const RunResult result = run(std::string(kRuns) + "export FSFIND; ulimit -c 0; " +
                                 onTerminal("os.kill(pid, signal." + signal + ")\n"));
    EXPECT_THAT(result.out, HasSubstr("<ESC>[?1049l")) << signal << result.err;
    const bool asks_to_end = signal == "SIGINT" || signal == "SIGTERM";
    EXPECT_THAT(result.out, StartsWith(asks_to_end ? "0\n" : "-")) << signal;
  }
}

TEST(Watch, ScreenIsLeftForAStopAndEnteredAfterIt) {
  // The system does not stop who leads a session; the signal is met all the same.
  const RunResult result = run(std::string(kRuns) + "export FSFIND; " +
                               onTerminal("os.kill(pid, signal.SIGTSTP)\n"
                                          "seen = b''\n"
                                          "until(b'?1049l')\n"
                                          "until(b'?1049h')\n"
                                          "os.write(fd, b'q')\n"));
  EXPECT_THAT(result.out, StartsWith("0\n")) << result.err;
}

TEST(Watch, EndsThoughItsReaderStalls) {
  const RunResult result = run(std::string(kRuns) +
                               "mkfifo pipe; exec 9<>pipe; python3 -c 'import fcntl, os\n"
                               "fcntl.fcntl(9, fcntl.F_SETPIPE_SZ, 4096)\n"
                               "os.write(9, bytes(4096))'; " + // it is full
                               kWatch +
                               // the shell, too, blocks signals until it has become fsfind
                               "--alarm none >&9 & until grep -q fsfind /proc/$!/comm && "
                               "grep -q 'SigBlk:.*400.$' /proc/$!/status; "
                               "do sleep 0.05; done; kill -TERM $!; wait $!; echo $?");
  EXPECT_EQ(result.out, "0\n") << result.err;
}

TEST(Watch, ScreenFollowsTheTerminalsSize) {
  const RunResult result =
      run(std::string(kRuns) + "export FSFIND; " +
          onTerminal("seen = b''\n"
                     "fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 5, 80, 0, 0))\n"
                     "until(b'\\033[J')\n"
                     "assert seen.count(b'\\n') == 4, seen\n"
                     "os.write(fd, b'q')\n"));
  EXPECT_THAT(result.out, StartsWith("0\n")) << result.err;
}

TEST(Watch, SaysWhatIsWrongWithItsArguments) {
  const std::pair<const char *, const char *> wrong[] = {
      {"", "nothing to watch"},
      {"--replay nowhere", "nowhere: cannot be read"},
      {"--replay .", "has no recordings"},
      {"--replay . -a", "give one of them"},
      {"-p 67108863", ""},
      {"-p x", "x is not a process id"},
      {"-a --interval 1 --sample 2", "longer than its interval"},
      {"--replay . --alarm fire", "there is no alarm fire"},
      {"--replay . --alarm hitm=5", "hitm=5%"},
      {"--replay . --alarm hitm --alarm hitm=2%", "given twice"},
      {"--replay . --alarm none --alarm hitm", "goes with no other alarm"},
      {"--replay . --alarm new", "--baseline"},
      {"--replay . --alarm new --baseline nowhere.json", "nowhere.json"},
      {"--replay . --baseline x.json", "--alarm new"},
      {"--replay $F/hot_flag --metrics m.txt", ".prom"},
      {"--replay $F/hot_flag --metrics nowhere/m.prom", "nowhere/m.prom"},
      {"--replay $F/hot_flag --listen 1.2.3", "is no address and port"},
      {"--replay . --window 0", "--window"},
      {"--replay . --once --count 2", "--count"},
      {"--replay . extra", "extra"},
      {"-- ", "nothing to watch"}};
  for (const auto &[arguments, message] : wrong) {
    const RunResult result = run(std::string("\"$FSFIND\" watch ") + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

} // namespace watchCommandTest

} // namespace fsfind::test

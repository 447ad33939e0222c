// What every command makes of files that are not what they should be. A new input is a row of
// kInputs, a new kind of file one of kForms.
#include "tests/cli/CheckProject.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::test {
namespace inputsTest {

/// Makes a file and sets I to its path.
struct Form {
  const char *name;
  const char *make;
};

constexpr Form kForms[] = {
    {"missing", "I=$T/none"},
    {"empty", ": >empty; I=$T/empty"},
    {"folder", "mkdir folder; I=$T/folder"},
    {"fifo", "mkfifo fifo; I=$T/fifo"},
    {"zero", "I=/dev/zero"},
    {"full", "I=/dev/full"},
    {"unreadable", "echo x >unreadable; chmod 000 unreadable; I=$T/unreadable"},
    {"sparse", "truncate -s 1G sparse; I=$T/sparse"},
    {"endless", "exec 9< <(yes); I=/dev/fd/9"},
    {"nested", "head -c 3000000 /dev/zero | tr '\\0' '[' >nested; I=$T/nested"},
    {"huge", "printf '{\"schema\":1e999,\"findings\":[],\"known\":[]}' >huge; I=$T/huge"},
};

struct Input {
  const char *name;
  const char *command; ///< `run` is fsfind with limits
  /// Forms that it may take: these need not fail, but end.
  std::string_view takes = "";
  bool by_fifo = false; ///< it waits for who writes; see WaitingForAPipeCanBeInterrupted
};

constexpr Input kInputs[] = {
    {"ReportRecording", "run report $I", "", true},
    {"ReportStandardInput", "run report - <$I", "missing", true},
    {"ReportBaseline", "run report $R --baseline $I"},
    {"ReportSuppressions", "run report $R --suppressions $I", "empty"},
    {"ReportMachine", "run report $R --machine $I"},
    {"ReportBuild", "run report $R -p $I"},
    {"ReportFacts", "run report $R --facts $I"},
    {"ReportKnowledge", "run report $R --facts one.facts --knowledge $I", "empty"},
    {"CheckBuild", "run check -p $I"},
    {"CheckFacts", "run check --facts-in $I"},
    {"CheckBaseline", "run check --facts-in one.facts --baseline $I"},
    {"CheckSuppressions", "run check --facts-in one.facts --suppressions $I", "empty"},
    {"CheckKnowledge", "run check -p build --knowledge $I", "empty"},
    {"CheckConfig", "run check --facts-in one.facts --config $I", "empty"},
    {"FixBuild", "run fix -p $I"},
    {"FixBaseline", "run fix -p build --baseline $I"},
    {"FixRecording", "run fix -p build $I", "folder fifo zero full sparse endless nested huge"},
    {"DiffBefore", "run diff $I report.json", "", true},
    {"DiffAfter", "run diff report.json $I", "", true},
    {"Explain", "run explain 1 $I"},
    {"MergeFacts", "run merge $I one.facts -o merged"},
    {"MergeProfile", "ln -sf $I p.ndjson.zst; run merge p.ndjson.zst -o merged"},
    {"LayoutFile", "run layout stats $I"},
    {"LayoutBuild", "run layout stats -p $I"},
    {"LayoutFacts", "run layout stats --facts $I"},
    {"Machine", "run machine $I"},
    {"WatchBaseline", "run watch --replay . --baseline $I --steps 1"},
    {"Placement", "run placement --recording $I -p 1"},
    {"KeyBuild", "echo \"build: $I\" >.fsfind.yaml; run check"},
    {"KeyKnowledge", "echo \"knowledge: $I\" >.fsfind.yaml; run check -p build", "empty"},
    {"KeyBaseline", "echo \"baseline: $I\" >.fsfind.yaml; run check --facts-in one.facts"},
    {"KeySuppressions", "echo \"suppressions: $I\" >.fsfind.yaml; run check --facts-in one.facts",
     "empty"},
    {"KeyMachine", "echo \"machine: $I\" >.fsfind.yaml; run report $R"},
};

/// `run` may neither hang nor take more than two gigabytes, and reads as nobody special does: root
/// reads what is forbidden.
constexpr const char *kRun = R"sh(
R="$F/shard_stats/perf.data"
check -q -p build --facts-out one.facts >checked
"$FSFIND" report -q "$R" --format json -o report.json
drop=
[ "$(id -u)" != 0 ] || drop="setpriv --bounding-set=-dac_override,-dac_read_search"
run() { ( [ -z "$LIMIT" ] || ulimit -v "$LIMIT"; exec timeout -s KILL 120 $drop "$FSFIND" "$@" ); }
)sh";

class BadInputs : public testing::TestWithParam<Input> {};

TEST_P(BadInputs, WhatIsNoneIsOneClearError) {
  const Input &input = GetParam();
  std::string script = std::string(FSFIND_SANITIZED ? "LIMIT=;" : "LIMIT=6000000;") + kRun;
  for (const Form &form : kForms)
    if (!input.by_fifo || form.name != std::string_view("fifo"))
      script += std::string("(") + form.make + "\n(" + input.command +
                ") >shown 2>said; C=$?\necho " + form.name +
                " $C $(grep -c '' said) $(grep -c 'internal error\\|not enough memory' said); "
                "cat said >&2)\n";
  const RunResult result = inProject(script);
  std::istringstream lines(result.out);
  std::size_t tried = 0;
  int code = 0, told = 0, wrong = 0;
  for (std::string form; lines >> form >> code >> told >> wrong; ++tried) {
    EXPECT_NE(code, 128 + 9) << form << " hangs, or takes all memory";
    EXPECT_EQ(wrong, 0) << form;
    if (input.takes.find(form) != std::string_view::npos)
      continue;
    EXPECT_EQ(code, 2) << form;
    EXPECT_EQ(told, 1) << form;
  }
  EXPECT_EQ(tried, std::size(kForms) - (input.by_fifo ? 1 : 0)) << result.out;
  if (HasFailure())
    ADD_FAILURE() << result.err;
}

INSTANTIATE_TEST_SUITE_P(Files, BadInputs, testing::ValuesIn(kInputs),
                         [](const auto &input) { return std::string(input.param.name); });

/// Nobody writes to the pipe. `env` undoes that shells start background commands with SIGINT
/// ignored.
TEST(Inputs, WaitingForAPipeCanBeInterrupted) {
  constexpr const char *kWait = R"sh(
mkfifo fifo; exec 8< <(exec sleep 300); writer=$!
for s in INT:130 TERM:143 HUP:129; do
  env --default-signal=INT,TERM,HUP "$FSFIND" $command <&8 >shown 2>said & reader=$!
  (sleep 60; kill -KILL $reader) & guard=$!
  sleep 0.5; kill -${s%:*} $reader; wait $reader; ended=$?; kill $guard
  [ $ended = ${s#*:} ] || { echo "$command, SIG${s%:*}: $ended"; cat said; }
done
kill $writer
)sh";
  for (const char *command :
       {"report -q fifo", "report -q -", "check -q -p /dev/stdin", "check -q --facts-in /dev/stdin",
        "check -q --facts-in one.facts --baseline /dev/stdin",
        "check -q --facts-in one.facts --suppressions /dev/stdin",
        "fix -q -p build --baseline /dev/stdin", "machine /dev/stdin"}) {
    const RunResult result =
        inProject(std::string("LIMIT=;") + kRun + "command='" + command + "'" + kWait);
    EXPECT_EQ(result.out, "");
  }
}

/// The last line of a check says how long it took.
TEST(Inputs, PipesOfAShellAreRead) {
  const RunResult result = inProject(std::string("LIMIT=;") + kRun + R"sh(
csv() { run report -q --format csv "$@" | cut -d, -f1-12; }
checked() { run check -q "$@" | sed '$d'; }
cmp <(csv - <"$R") <(csv "$R"); cmp <(csv <(cat "$R")) <(csv "$R")
sed '$d' checked >all
checked -p <(cat build/compile_commands.json) | cmp - all
checked --facts-in <(cat one.facts) --suppressions /dev/null --baseline <(echo '{"schema":2,"known":[]}') | cmp - all
checked --facts-in one.facts --suppressions <(echo '* src/stats.h *') | cmp -s - all && echo "not suppressed"
)sh");
  EXPECT_EQ(result.out + result.err, "");
}

/// More is written than the pipe takes, and nobody reads it; what the last runs left is removed.
TEST(Inputs, WhoWaitsForAReaderOfTheResultCanBeInterrupted) {
  const RunResult result = inProject(R"sh(
exec 2>/dev/null
for i in $(seq 200); do
  echo "struct S$i { long a$i, b$i; } g$i; void *a$i(void *p) { for (;;) g$i.a$i++; return p; }"
  echo "void *b$i(void *p) { for (;;) g$i.b$i++; return p; }"
  starts="$starts pthread_create(&t, 0, a$i, 0); pthread_create(&t, 0, b$i, 0);"
done >many.c
{ cat many.c; echo "int main(void) { pthread_t t; $starts return 0; }"; } >all.c
sed -i '1i #include <pthread.h>' all.c
mkfifo fifo; exec 7<>fifo
for s in INT:130 TERM:143 HUP:129; do
  env --default-signal=INT,TERM,HUP "$FSFIND" check -q --no-cache --format json all.c -- -std=c11 >fifo & checker=$!
  (sleep 60; kill -KILL $checker) & guard=$!
  sleep 0.2; read -r -N 1 first <fifo; kill -${s%:*} $checker; wait $checker; ended=$?; kill $guard
  [ $ended = ${s#*:} ] || echo "SIG${s%:*}: $ended"
done
)sh");
  EXPECT_EQ(result.out, "");
}

/// Nobody has opened the pipe that the result goes to.
TEST(Inputs, WhoWaitsForAReaderToComeCanBeInterrupted) {
  constexpr const char *kWait = R"sh(
mkfifo fifo fifo.prom; mkdir runs; cp "$R" runs/1.data
for s in INT:130 TERM:143 HUP:129; do
  env --default-signal=INT,TERM,HUP "$FSFIND" $command >shown 2>said & writer=$!
  (sleep 60; kill -KILL $writer) & guard=$!
  sleep 1; kill -${s%:*} $writer; wait $writer; ended=$?; kill $guard
  [ $ended = ${code:-${s#*:}} ] || { echo "$command, SIG${s%:*}: $ended"; cat said; }
done
)sh";
  for (const char *command :
       {"check -q -p build -o fifo", "check -q -p build --facts-out fifo",
        "check -q -p build --facts-out f.facts --depfile fifo",
        "check -q -p build --write-baseline fifo", "merge one.facts -o fifo",
        "report -q $R -o fifo", "watch --replay runs --alarm none --metrics fifo.prom"}) {
    const RunResult result =
        inProject(std::string("LIMIT=;") + kRun + "command=\"" + command + "\"; " +
                  (std::string(command).starts_with("watch") ? "code=0" : "code=") + kWait);
    EXPECT_EQ(result.out, "");
  }
}

TEST(Inputs, AFolderThatIsGoneIsInNobodysWay) {
  const std::string gone = std::string("LIMIT=;") + kRun + "mkdir gone; cd gone; rmdir ../gone; ";
  for (const char *command :
       {"report -q \"$R\"", "check -q --facts-in \"$T/one.facts\"", "explain", "--version",
        "layout -q stats --facts \"$T/one.facts\"", "diff -q \"$T/report.json\" \"$T/report.json\"",
        "check -q -p \"$T/build\"", "merge \"$T/one.facts\" -o \"$T/merged\""}) {
    const RunResult result = inProject(gone + "run " + command + " >\"$T/shown\"");
    EXPECT_EQ(result.exit_code, 0) << command << ": " << result.err;
  }
  for (const char *command : {"check", "report", "record -q --engine=simulate true"}) {
    const RunResult needed = inProject(gone + "run " + command);
    EXPECT_EQ(needed.exit_code, 2) << command;
    EXPECT_EQ(needed.err.find("internal error"), std::string::npos) << needed.err;
    EXPECT_EQ(std::count(needed.err.begin(), needed.err.end(), '\n'), 1) << needed.err;
  }
}

/// A program whose debug info is 400 kB in the file and would be 400 MB unpacked.
TEST(Inputs, DebugInfoThatWouldGrowWithoutMeasureIsLeftOut) {
  const std::string most =
      FSFIND_SANITIZED ? "MOST=100000" : "MOST=300"; // the sanitizer takes its own
  const RunResult result = run(most + R"sh( python3 - <<'END'
import os, resource, struct, subprocess, zlib
SIZE = 400 << 20
packer = zlib.compressobj(1)
packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(SIZE >> 20)) + packer.flush()
def elf(name, flags, body):
    names = b"\0" + name + b"\0.shstrtab\0"
    at = 64
    rows = [(0,) * 10, (1, 1, flags, 0, at, len(body), 0, 0, 1, 0),
            (len(name) + 2, 3, 0, 0, at + len(body), len(names), 0, 0, 1, 0)]
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", 2, 62, 1, 0, 0, at + len(body) + len(names), 0, 64, 0, 0, 64, 3, 2)
    return head + body + names + b"".join(struct.pack("<IIQQQQIIQQ", *row) for row in rows)
files = {"gabi": elf(b".debug_info", 0x800, struct.pack("<IIQQ", 1, 0, SIZE, 1) + packed),
         "gnu": elf(b".zdebug_info", 0, b"ZLIB" + struct.pack(">Q", SIZE) + packed)}
for name, content in files.items():
    open(name, "wb").write(content)
    end = subprocess.run([os.environ["FSFIND"], "layout", "stats", name], capture_output=True, text=True)
    print(name, end.returncode, end.stderr.count("left out"))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10 < int(os.environ["MOST"]))
END
)sh");
  EXPECT_EQ(result.out, "gabi 2 1\ngnu 2 1\nTrue\n") << result.err;
}

} // namespace inputsTest
} // namespace fsfind::test

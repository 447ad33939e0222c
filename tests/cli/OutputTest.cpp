// Where output goes: files whole or not at all, pipes without colour.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace outputTest {

const std::string kReport = "\"$FSFIND\" report \"$F/shard_stats/perf.data\" ";

TEST(Output, FullDiskIsAnError) {
  for (const std::string where : {"-o /dev/full", ">/dev/full", "--format json >/dev/full"}) {
    const RunResult result = run(kReport + where);
    EXPECT_EQ(result.exit_code, 2) << where;
    EXPECT_THAT(result.err, HasSubstr("No space left on device")) << where;
  }
}

TEST(Output, AMessageThatNobodyCanHearEndsNothing) {
  for (const std::string where : {"2>&-", "2>/dev/full"})
    for (const std::string what : {"report missing", "check --bogus", "fix missing.c --"}) {
      const RunResult result = run("\"$FSFIND\" " + what + " " + where);
      EXPECT_EQ(result.exit_code, 2) << what << " " << where;
    }
}

TEST(Output, AClosedStreamIsNotTakenForAFile) {
  const RunResult result = run(kReport + "-o r.txt 2>&-; " + kReport + "-o s.txt; cmp r.txt s.txt");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(run(kReport + ">&-").exit_code, 2);
}

TEST(Output, FileAppearsWholeAndAlone) {
  const RunResult result = run("umask 022; " + kReport + "-o r.txt; ls; stat -c %a r.txt; " +
                               kReport + ">direct.txt; cmp r.txt direct.txt");
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  EXPECT_EQ(result.out, "r.txt\n644\n");
}

TEST(Output, FailedRunLeavesTheOldFile) {
  const RunResult result =
      run("echo old >r.txt; \"$FSFIND\" report missing -o r.txt; cat r.txt; ls");
  EXPECT_EQ(result.out, "old\nr.txt\n");
}

TEST(Output, FolderThatIsMissingIsAnError) {
  EXPECT_EQ(run(kReport + "-o missing/r.txt").exit_code, 2);
}

TEST(Output, NeverReplacesTheRecording) {
  const std::string start =
      "cp \"$F/shard_stats/perf.data\" p.data; ln -s p.data link; ln p.data hard; ";
  const std::string check = "; echo $?; cmp p.data \"$F/shard_stats/perf.data\" && echo whole";
  for (const std::string how : {"p.data -o p.data", "p.data -o ./p.data", "p.data -o link",
                                "link -o p.data", "hard -o p.data", "- -o p.data <p.data"}) {
    const RunResult result = run(start + "\"$FSFIND\" report --stats " + how + check);
    EXPECT_EQ(result.out, "2\nwhole\n") << how;
    EXPECT_THAT(result.err, HasSubstr("would be overwritten")) << how;
  }
}

TEST(Output, NeverReplacesWhatElseIsRead) {
  const std::string start = "cp \"$F/shard_stats/perf.data\" a.data; cp a.data b.data; "
                            "cp \"$F/machines/epyc-2.json\" m.json; ";
  for (const std::string how :
       {"diff a.data b.data -o a.data", "diff a.data b.data -o b.data", "machine m.json -o m.json",
        "report --machine m.json -o m.json a.data"}) {
    const RunResult result =
        run(start + "\"$FSFIND\" " + how +
            "; echo $?; cmp a.data b.data && cmp m.json \"$F/machines/epyc-2.json\" && echo whole");
    EXPECT_EQ(result.out, "2\nwhole\n") << how;
    EXPECT_THAT(result.err, HasSubstr("would be overwritten")) << how;
  }
}

TEST(Output, NeverReplacesASource) {
  const std::string start = R"sh(
echo 'struct s { long a; } s;' >s.h; echo '#include "s.h"' >a.c; ln a.c link
echo "[{\"directory\":\"$PWD\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"}]" >c.json
"$FSFIND" check -q a.c --facts-out f -- >out; mkdir kept; cp a.c s.h c.json f kept
)sh";
  for (const std::string how :
       {"check -q -p c.json -o a.c", "check -q -p c.json -o s.h", "check -q -p c.json -o c.json",
        "check -q -p c.json -o link", "check -q -p c.json --facts-out a.c",
        "check -q -p c.json --facts-out g --depfile a.c", "check -q -p c.json --write-baseline a.c",
        "check -q --facts-in f -o f", "fix -q -p c.json -o a.c", "layout s -p c.json -o s.h"}) {
    const RunResult result =
        run(start + "\"$FSFIND\" " + how +
            "; echo $?; for i in a.c s.h c.json f; do cmp $i kept/$i || exit; done; echo whole");
    EXPECT_EQ(result.out, "2\nwhole\n") << how;
    EXPECT_THAT(result.err, HasSubstr("would be overwritten")) << how;
  }
  EXPECT_EQ(run(start + "\"$FSFIND\" check -q --facts-in f --facts-out f >out").exit_code, 0);
}

TEST(Output, DashIsStandardOutputAndNothingIsAnError) {
  EXPECT_EQ(run(kReport + "-o -; ls").out, run(kReport).out);
  EXPECT_EQ(run(kReport + "-o ''").exit_code, 2);
}

TEST(Output, ReplacesTheTargetOfALink) {
  const RunResult result = run("echo old >real; ln -s real link; " + kReport +
                               "-o link; readlink link; grep -c host real");
  EXPECT_EQ(result.out, "real\n1\n");
}

TEST(Output, FollowsNoLinkThatLeadsElsewhere) {
  const RunResult result = run("mkdir other here; echo old >other/real; cd here; "
                               "ln -s ../other/real link; ln -s ../other/none dangling; " +
                               kReport + "-o link; echo $?; cat ../other/real; " + kReport +
                               "-o dangling; ls ../other; grep -c host dangling");
  EXPECT_EQ(result.out, "2\nold\nreal\n1\n");
  EXPECT_THAT(result.err, HasSubstr("other/real"));
}

TEST(Output, FollowsNoFolderThatLeadsOutOfTheCheckout) {
  const std::string start = "mkdir -p outside code/build; cd code; ln -s ../outside out; "
                            "ln -s build same; ";
  const std::string look = "; echo $?; ls ../outside build";
  EXPECT_EQ(run(start + "mkdir .git; " + kReport + "-o out/r.txt" + look).out,
            "2\n../outside:\n\nbuild:\n");
  EXPECT_EQ(run(start + "mkdir .git; " + kReport + "-o same/r.txt" + look).out,
            "0\n../outside:\n\nbuild:\nr.txt\n");
  EXPECT_EQ(run(start + kReport + "-o out/r.txt" + look).out, "0\n../outside:\nr.txt\n\nbuild:\n")
      << "no stranger's checkout";
}

TEST(Output, WritesFactsThroughNoLinkThatLeadsElsewhere) {
  const std::string check = "\"$FSFIND\" check -q --no-cache a.c --facts-out ",
                    words = " --; echo $?; ";
  const RunResult result = run(
      "mkdir -p outside code/build code/.git; echo old >outside/x; cd code; echo 'int x;' >a.c; "
      "ln -s ../outside out; ln -s ../outside/x link; echo old >build/x; ln -s build/x same; { " +
      check + "out/f.facts" + words + check + "link" + words + check + "same" + words +
      "\"$FSFIND\" merge build/x -o out/f.facts; echo $?; \"$FSFIND\" merge build/x -o link; "
      "echo $?; \"$FSFIND\" merge same -o build/y; echo $?; } | grep -v find; ls ../outside "
      "build; cat ../outside/x; readlink link same");
  EXPECT_EQ(result.out,
            "2\n2\n0\n2\n2\n0\n../outside:\nx\n\nbuild:\nx\ny\nold\n../outside/x\nbuild/x\n")
      << result.err;
}

TEST(Output, RecordsThroughNoLinkThatLeadsElsewhere) {
  const RunResult result = run("mkdir other here; echo old >other/real; cd here; "
                               "ln -s ../other/real perf.data; \"$FSFIND\" record "
                               "--engine=simulate true; echo $?; cat ../other/real");
  EXPECT_EQ(result.out, "2\nold\n");
}

TEST(Output, ReaderThatLeavesIsNoError) {
  const RunResult result =
      run("set -o pipefail; " + kReport + "--format csv | head -n 1 >/dev/null");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(Output, NoColourIntoAPipe) {
  EXPECT_THAT(run(kReport).out, Not(HasSubstr("\033")));
}

TEST(Output, ColourWhereAskedFor) {
  EXPECT_THAT(run(kReport + "--color always").out, HasSubstr("\033["));
  EXPECT_THAT(run("export CLICOLOR_FORCE=1; " + kReport).out, HasSubstr("\033["));
  EXPECT_THAT(run("export CLICOLOR_FORCE=1; " + kReport + "--color never").out,
              Not(HasSubstr("\033")));
}

TEST(Output, ObeysTheTerminalAndNoColor) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  const std::string start = "export TERM=xterm; ";
  const std::string terminal =
      "script -qec '\"$FSFIND\" report --no-pager \"$F/shard_stats/perf.data\"' /dev/null";
  EXPECT_THAT(run(start + terminal).out, HasSubstr("\033["));
  EXPECT_THAT(run(start + "export NO_COLOR=1; " + terminal).out, Not(HasSubstr("\033[")));
  EXPECT_THAT(run("export TERM=dumb; " + terminal).out, Not(HasSubstr("\033[")));
}

TEST(Output, PagesOnATerminalOnly) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  const std::string start = "export TERM=xterm FSFIND_PAGER='sed s/^/paged:/'; ";
  const std::string terminal = "script -qec 'stty rows 10; \"$FSFIND\" report "
                               "\"$F/shard_stats/perf.data\" $OPTION' /dev/null";
  EXPECT_THAT(run(start + terminal).out, HasSubstr("paged:"));
  EXPECT_THAT(run(start + "export OPTION=--stdio; " + terminal).out, Not(HasSubstr("paged:")));
  EXPECT_THAT(run(start + kReport).out, Not(HasSubstr("paged:")));
}

TEST(Output, PagerThatFailsDoesNotSwallowTheReport) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  const std::string terminal = "script -qec 'stty rows 10; \"$FSFIND\" report "
                               "\"$F/shard_stats/perf.data\"' /dev/null";
  for (const std::string pager : {"/no/such/pager", "'echo Missing filename >&2; exit 1'",
                                  "'cat >/dev/null; exit 2'", "'kill -SEGV $$'"})
    EXPECT_THAT(run("export TERM=xterm FSFIND_PAGER=" + pager + "; " + terminal).out,
                HasSubstr("Contended cachelines"))
        << pager;
}

TEST(Output, PagerThatIsMissingIsToldInWords) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  const std::string terminal = "script -qec 'stty rows 10; \"$FSFIND\" report "
                               "\"$F/shard_stats/perf.data\"' /dev/null";
  for (const std::string pager : {"/no/such/pager", "nosuchpager"}) {
    const RunResult result = run("export TERM=xterm PAGER=" + pager + "; " + terminal);
    EXPECT_THAT(result.out, HasSubstr("warning: there is no pager " + pager + "; see FSFIND_"));
    EXPECT_THAT(result.out, Not(HasSubstr("not found"))) << "the shell's own words";
  }
}

TEST(Output, PagerHasTheReportWhereStandardInputIsClosed) {
  if (run("command -v script").exit_code != 0)
    GTEST_SKIP() << "script(1), which gives a terminal, is not installed";
  EXPECT_THAT(run("export TERM=xterm NO_COLOR=1 FSFIND_PAGER='sed s/^/paged:/'; "
                  "script -qec 'stty rows 10; \"$FSFIND\" report "
                  "\"$F/shard_stats/perf.data\" <&-' /dev/null")
                  .out,
              HasSubstr("paged:Contended cachelines"));
}

TEST(Output, AsciiWhereTheLocaleIsNot) {
  const std::string text = run("export LC_ALL=C; " + kReport).out;
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; }));
}

} // namespace outputTest

} // namespace fsfind::test

// What is left of paths and texts when they leave the machine.
#include "rules/privacy/Redaction.h"

#include "rules/measured/findings/Judge.h"
#include "rules/privacy/Redact.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace redactionTest {

Redaction redaction(const KeptSecrets &kept = {}) {
  return {kept, {"/srv/alice/server", "/srv/alice/server/vendor/"}, [](const std::string &file) {
            return file.starts_with("/data/tree/") ? std::string("/data/tree") : std::string();
          }};
}

TEST(Redaction, KeepsOfFilesWhatTheProjectKnows) {
  Redaction redact = redaction();
  EXPECT_EQ(redact.file("/srv/alice/server/src/queue.c"), "src/queue.c");
  EXPECT_EQ(redact.file("/srv/alice/server/src/../queue.c"), "queue.c");
  EXPECT_EQ(redact.file("/srv/alice/server/vendor/zip.c"), "zip.c"); // the longest that fits
  EXPECT_EQ(redact.file("/srv/alice/server2/queue.c"), "queue.c");
  EXPECT_EQ(redact.file("/srv/alice/server/../notes/queue.c"), "queue.c");
  EXPECT_EQ(redact.file("/data/tree/lib/pool.c"), "lib/pool.c");
  EXPECT_EQ(redact.file("src/queue.c"), "src/queue.c");
  EXPECT_EQ(redact.file("../../alice/queue.c"), "queue.c");
  EXPECT_EQ(redact.file("/usr/include/c++/12/atomic"), "/usr/include/c++/12/atomic");
  EXPECT_EQ(redact.file(""), "");
  EXPECT_EQ(redact.file("//srv/alice/server/src/queue.c"), "src/queue.c");
  EXPECT_EQ(redact.file("///srv/alice/secret/queue.c"), "queue.c");
  EXPECT_EQ(redact.file("//usr/include/../../srv/alice/queue.c"), "queue.c");
}

TEST(Redaction, KeepsOfModulesTheName) {
  EXPECT_EQ(redaction().module("/srv/alice/server/build/server"), "server");
  EXPECT_EQ(redaction().module("[heap]"), "[heap]");
  EXPECT_EQ(redaction().module("//anon"), "//anon");
  EXPECT_EQ(redaction().module("//srv/alice/perf.data"), "perf.data");
  EXPECT_EQ(redaction().module("[secret]/build/server"), "server");
}

TEST(Redaction, FindsPathsInTexts) {
  Redaction redact = redaction();
  EXPECT_EQ(redact.text("pool<(lambda at /srv/alice/server/src/a.cc:3:5)>"),
            "pool<(lambda at src/a.cc:3:5)>");
  EXPECT_EQ(redact.text("cannot open '/srv/alice/.cache/x': denied"), "cannot open 'x': denied");
  EXPECT_EQ(redact.text("low/high, a / b, n/a, 3/4"), "low/high, a / b, n/a, 3/4");
}

TEST(Redaction, TakesTheWholePlaceOfATypeWithoutName) {
  Redaction redact = redaction();
  EXPECT_EQ(redact.text("Slot<(lambda at /srv/John Doe/secret/lam.cpp:4:11)>"),
            "Slot<(lambda at lam.cpp:4:11)>");
  EXPECT_EQ(redact.text("A<(lambda at /srv/alice/server/a b.cc:3:5), (unnamed struct at "
                        "/h/x(1:2)/y.h:7:1)>::run"),
            "A<(lambda at a b.cc:3:5), (unnamed struct at y.h:7:1)>::run");
  EXPECT_EQ(redact.text("(anonymous union at ../nospace/../../priv/lam.cpp:4:11)"),
            "(anonymous union at lam.cpp:4:11)");
  EXPECT_EQ(redact.text("(lambda at near/../../priv/lam.cpp:4:11)"), "(lambda at lam.cpp:4:11)");
  EXPECT_EQ(redact.text("(lambda at src/lam.cpp:4:11)"), "(lambda at src/lam.cpp:4:11)");
  EXPECT_EQ(redact.text("(lambda at /srv/alice/secret, or so/lam"), "(lambda at lam");
  EXPECT_EQ(redact.text("(anonymous namespace)::a/b"), "(anonymous namespace)::a/b");
}

TEST(Redaction, FindsPathsWhateverFoldersAreCalled) {
  Redaction redact = redaction();
  EXPECT_EQ(redact.text("/srv/jdoe(1)/secret/a.c"), "a.c");
  EXPECT_EQ(redact.text("/srv/Doe, John/x:y/a.c:3: wrong"), "a.c:3: wrong");
  EXPECT_EQ(redact.text("cannot open /srv/John van Doe/secret/a.c: denied, n/a"),
            "cannot open a.c: denied, n/a");
  EXPECT_EQ(redact.text("'/srv/O'Neil/secret files/a.c' and low/high"), "'a.c' and low/high");
  EXPECT_EQ(redact.text("between /srv/alice/a.c:3 and /srv/bob/b.c:4 of n/a"),
            "between a.c:3 and b.c:4 of n/a");
}

TEST(Redaction, FindsPathsAfterWhateverStandsBefore) {
  Redaction redact = redaction();
  EXPECT_EQ(redact.text("-I/srv/alice/inc -I../alice/inc -DX=/srv/alice/y"), "-Iinc -Iinc -DX=y");
  EXPECT_EQ(redact.text("file:///srv/alice/a.c"), "file:a.c");
  EXPECT_EQ(redact.text("&/srv/alice/a.c, +/srv/alice/b.c"), "&a.c, +b.c");
  EXPECT_EQ(redact.text("in ../alice/secret/a.c:3"), "in a.c:3");
  EXPECT_EQ(redact.text("in near/../../alice/a.c:3"), "in a.c:3");
  EXPECT_EQ(redact.text("//srv/alice/secret/a.c"), "a.c");
  EXPECT_EQ(redact.text("see https://docs.kernel.org/a/b.html"),
            "see https://docs.kernel.org/a/b.html");
}

TEST(Redaction, GoesByThePathsThatAreKnown) {
  Redaction redact = redaction();
  redact.know("/srv/Doe: John; dept. 3/secret/a.c");
  redact.know("/opt/demo/server");
  redact.know("../O'Neil (old)/b.c");
  // A folder with ends of clauses in its name, which was taken for the end of the path.
  EXPECT_EQ(redact.text("/srv/Doe: John; dept. 3/secret/a.c:7: wrong"), "a.c:7: wrong");
  EXPECT_EQ(redact.text("cannot read '/srv/Doe: John; dept. 3/secret/new.h'"),
            "cannot read 'new.h'");
  EXPECT_EQ(redact.text("see /srv/Doe: John; dept. 3/other files/c.c: wrong"), "see c.c: wrong");
  EXPECT_EQ(redact.text("in ../O'Neil (old)/b.c; and 3/4"), "in b.c; and 3/4");
  // Words behind a path, which were taken for a part of it.
  EXPECT_EQ(redact.text("/opt/demo/server has no names"), "server has no names");
  EXPECT_EQ(redact.text("(/opt/demo/server has no names), n/a"), "(server has no names), n/a");
  EXPECT_EQ(redact.text("in /opt/demo/server. The read/write ratio"),
            "in server. The read/write ratio");
  // What only begins as a known path does.
  EXPECT_EQ(redact.text("/opt/demo/server-2/jdoe/x.c"), "x.c");
  EXPECT_EQ(redact.text("/opt/demo/servers/jdoe/x.c"), "x.c");
  EXPECT_EQ(redact.text("/opt/demo/server/jdoe/x.c"), "x.c");
}

TEST(Redaction, TakesAPathForAnotherOneThatItBegins) {
  Redaction redact({}, {"/opt/acme/"}, {});
  redact.knowModule("/opt/acme/server");
  redact.knowModule("jdoe/server");
  redact.know("/usr/include/a.h");
  EXPECT_EQ(redact.text("/opt/acme/server data/customer/x.so"), "x.so");
  EXPECT_EQ(redact.text("in /opt/acme/server, old (1)/customer/x.so: none"), "in x.so: none");
  EXPECT_EQ(redact.text("'/opt/acme/server (Client Corp)/x.so' is"), "'x.so' is");
  EXPECT_EQ(redact.text("'/opt/acme/server: a; b. c/x.so' is"), "'x.so' is");
  EXPECT_EQ(redact.text("not at jdoe/server data/customer/x.so"), "not at x.so");
  EXPECT_EQ(redact.text("/usr/include/a.h,/srv/jdoe/secret/b.h"), "b.h");
  // What follows is certainly not of the same path.
  EXPECT_EQ(redact.text("/opt/acme/server and /opt/acme/b/c"), "server and b/c");
  EXPECT_EQ(redact.text("/opt/acme/server: n/a"), "server: n/a");
  EXPECT_EQ(redact.text("'/opt/acme/server' reads n/a"), "'server' reads n/a");
}

TEST(Redaction, TellsOfWhatLiesBelowGivenFoldersOnlyNames) {
  Redaction redact({}, {"/srv"}, {});
  for (const char *folder : {"bob/hidden/root", "debug/", "/srv/roots/", "/", ".", ""})
    redact.knowFolder(folder);
  EXPECT_EQ(redact.text("not at bob/hidden/root/opt/demo/app, ./bob/hidden/root/a"),
            "not at app, a");
  EXPECT_EQ(redact.text("not at bob/hidden/root/opt/b, debug/x/b; copy it"),
            "not at b, b; copy it");
  EXPECT_EQ(redact.text("debug/.build-id/ab/cdef is damaged"), "cdef is damaged");
  EXPECT_EQ(redact.text("/srv/roots/opt/demo/app"), "app") << "although in a project";
  EXPECT_EQ(redact.text("in bob/a and ./b/c"), "in bob/a and ./b/c");
}

TEST(Redaction, KnowsPathsHoweverTheyAreSpelled) {
  Redaction redact = redaction();
  redact.knowModule("alice/secret/../secret/perf.data");
  redact.knowModule("./bob//run/perf.data");
  redact.know("/opt/a b: c/./x/a.c");
  EXPECT_EQ(redact.text("not at alice/secret/server"), "not at server");
  EXPECT_EQ(redact.text("not at alice/secret/../secret/server"), "not at server");
  EXPECT_EQ(redact.text("not at ./alice/./secret/server"), "not at server");
  EXPECT_EQ(redact.text("bob/run/server, bob//run/./server"), "server, server");
  EXPECT_EQ(redact.text("/opt/../opt/a b: c/x/a.c: n/a"), "a.c: n/a");
}

TEST(Redaction, TellsOfWhatLiesBesideModulesOnlyNames) {
  Redaction redact = redaction();
  redact.knowModule("jdoe/run 3/perf.data");
  redact.knowModule("/opt/demo/server");
  redact.know("jdoe/run 3/gen/a.c");
  EXPECT_EQ(redact.text("/opt/demo/server: not at /opt/demo/server, jdoe/run 3/server; copy it"),
            "server: not at server, server; copy it");
  EXPECT_EQ(redact.text("jdoe/run 3/perf.data holds all"), "perf.data holds all");
  EXPECT_EQ(redact.text("in jdoe/run 3/gen/a.c:3"), "in jdoe/run 3/gen/a.c:3") << "a source file";
  EXPECT_EQ(redact.text("in ajdoe/run 3/x"), "in ajdoe/run 3/x") << "another folder";
}

TEST(Redaction, TextsOfAProfileAndReportAreReadByTheirPaths) {
  ProfileBuilder builder;
  const TargetIndex a = builder.global("a", "long", 0x1000, 8);
  const TargetIndex b = builder.global("b", "long", 0x1008, 8);
  builder.line(0x1000).store(1, a, 50).load(1, a, 40, 30).store(2, b, 50).load(2, b, 20, 10);
  Profile profile = builder.build();
  const std::string module = "/srv/Doe: John/server";
  profile.notes.resize(1);
  profile.notes.back().text = module + ": no debug info, so reads/writes have no names";
  profile.sites.back().module = module; // behind the texts of the sites before it
  profile.sites.front().symbol = "run<(" + module + ")>";
  Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  report.findings[0].message = "in " + module + " or so";
  report.findings[0].module = "alice/secret/app";
  profile.notes.push_back({});
  profile.notes.back().text = "not at alice/secret/app";
  Redaction redact({}, {}, {});
  fsfind::redact(profile, report, redact);
  EXPECT_EQ(profile.notes.front().text, "server: no debug info, so reads/writes have no names");
  EXPECT_EQ(profile.notes.back().text, "not at app") << "only the report names that module";
  EXPECT_EQ(profile.sites.front().symbol, "run<(server)>");
  EXPECT_EQ(report.findings[0].message, "in server or so");
}

TEST(Redaction, LeavesAloneWhatIsToBeKept) {
  Redaction redact = redaction({.paths = true});
  EXPECT_EQ(redact.file("/srv/alice/x.c"), "/srv/alice/x.c");
  EXPECT_EQ(redact.text("at /srv/alice/x.c"), "at /srv/alice/x.c");
}

TEST(Redaction, ProfileAndReportLoseHostCommandAndFolders) {
  ProfileBuilder builder;
  const TargetIndex a = builder.global("a", "long", 0x1000, 8);
  const TargetIndex b = builder.global("b", "long", 0x1008, 8);
  builder.line(0x1000).store(1, a, 50).load(1, a, 40, 30).store(2, b, 50).load(2, b, 20, 10);
  Profile profile = builder.build();
  profile.source.hostname = "secret-host";
  profile.source.command_line = {"./worker", "--password=hunter2"};
  profile.source.path = "/srv/alice/perf.data";
  Report report = judge(profile, {});
  ASSERT_FALSE(report.findings.empty());
  Redaction redact({}, {}, {});
  fsfind::redact(profile, report, redact);
  EXPECT_EQ(profile.source.hostname, "");
  EXPECT_TRUE(profile.source.command_line.empty());
  EXPECT_EQ(profile.source.path, "perf.data");
  EXPECT_EQ(profile.sites[0].module, "worker");
  EXPECT_EQ(profile.sites[0].frames[0].place.file, "worker.cpp");
  EXPECT_EQ(report.findings[0].location.file, "worker.cpp");
  EXPECT_EQ(report.lines[0].line, profile.lines.data()); // still of this profile
}

} // namespace redactionTest
} // namespace fsfind::test

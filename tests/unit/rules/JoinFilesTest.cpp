// Which file of a measurement is which of the sources.
#include "rules/join/FileMatch.h"

#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fsfind::test {

TEST(JoinFiles, AreOneByPath) {
  const FileMatch files({"/src/a.h", "src/./x/../b.h"}, {"/src/a.h", "src/b.h", "/other/a.h"});
  EXPECT_EQ(files.sourceOf("/src/a.h"), "/src/a.h");
  EXPECT_EQ(files.sourceOf("src/./x/../b.h"), "src/b.h");
  EXPECT_EQ(files.sourceOf("src/c.h"), "");
  EXPECT_EQ(files.sourceOf(""), "");
}

TEST(JoinFiles, AreOneByTheLongestEndWhereTheBuildMachineHadThemElsewhere) {
  const FileMatch files({"/ci/build/42/lib/queue.h", "./lib/pool.h", "main.c"},
                        {"/srv/code/lib/queue.h", "/srv/code/test/queue.h", "/srv/code/lib/pool.h",
                         "/srv/code/main.c"});
  EXPECT_EQ(files.sourceOf("/ci/build/42/lib/queue.h"), "/srv/code/lib/queue.h");
  EXPECT_EQ(files.sourceOf("./lib/pool.h"), "/srv/code/lib/pool.h");
  EXPECT_EQ(files.sourceOf("main.c"), "/srv/code/main.c");
}

TEST(JoinFiles, AreNoneWhereSeveralCouldBeMeant) {
  EXPECT_EQ(FileMatch({"queue.h"}, {"/a/queue.h", "/b/queue.h"}).sourceOf("queue.h"), "");
  const FileMatch files({"/ci/one/queue.h", "/ci/two/queue.h"}, {"/srv/queue.h"});
  EXPECT_EQ(files.sourceOf("/ci/one/queue.h"), "");
  EXPECT_EQ(files.sourceOf("/ci/two/queue.h"), "");
}

TEST(JoinFiles, KeepTheCloserOfTwo) {
  const FileMatch files({"/ci/lib/queue.h", "/ci/queue.h"}, {"/srv/lib/queue.h"});
  EXPECT_EQ(files.sourceOf("/ci/lib/queue.h"), "/srv/lib/queue.h");
  EXPECT_EQ(files.sourceOf("/ci/queue.h"), "");
}

TEST(JoinFiles, OfTwoCheckoutsAreDifferentOnes) {
  const TemporaryFolder folder;
  const std::string one = folder.pathOf("one.c"), two = folder.pathOf("two/one.c");
  std::filesystem::create_directory(folder.pathOf("two"));
  for (const std::string &path : {one, two})
    std::ofstream(path) << "int x;\n";
  const FileMatch files({one, "/gone/one.c"}, {two});
  EXPECT_EQ(files.sourceOf(one), "");
  EXPECT_EQ(files.otherThan(one), "") << "which of the two measured ones it is, is not known";
  const FileMatch alone({one}, {two});
  EXPECT_EQ(alone.sourceOf(one), "");
  EXPECT_EQ(alone.otherThan(one), two);
  EXPECT_EQ(alone.otherThan(two), "");
}

TEST(JoinFiles, MayHaveAShorterNameInSomeUnits) {
  const FileMatch files({"/ci/lib/queue.h", "lib/queue.h"}, {"/srv/lib/queue.h"});
  EXPECT_EQ(files.sourceOf("/ci/lib/queue.h"), "/srv/lib/queue.h");
  EXPECT_EQ(files.sourceOf("lib/queue.h"), "/srv/lib/queue.h");
}

} // namespace fsfind::test

#include "cli/check/Depfile.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace fsfind::check {
namespace depfileTest {

using testing::HasSubstr;

TEST(Depfile, EscapesWhatIsSpecialToMake) {
  EXPECT_EQ(escapedForMake("src/a.c"), "src/a.c");
  EXPECT_EQ(escapedForMake("a b#c$d"), "a\\ b\\#c$$d");
  EXPECT_EQ(escapedForMake("a\\b"), "a\\b");
  EXPECT_EQ(escapedForMake("a\\ b"), "a\\\\\\ b");
}

TEST(Depfile, NamesTheTargetAndItsFiles) {
  const test::TemporaryFolder folder;
  const std::string path = folder.pathOf("x.d");
  ASSERT_TRUE(writeDepfile(path, "x.facts", {"/src/a.c", "/src/a b.h"}));
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}),
            "x.facts: \\\n  /src/a.c \\\n  /src/a\\ b.h\n");
}

TEST(Depfile, NamesWhatIsNotThereSoThatMakeGoesOn) {
  const test::TemporaryFolder folder;
  const std::string path = folder.pathOf("x.d");
  ASSERT_TRUE(writeDepfile(path, "x.facts", {"/src/a.c"}, {"/src/g one.h"}));
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}),
            "x.facts: \\\n  /src/a.c \\\n  /src/g\\ one.h\n/src/g\\ one.h:\n");
}

TEST(Depfile, RefusesAPathThatTheFormCannotHold) {
  const test::TemporaryFolder folder;
  const auto written = writeDepfile(folder.pathOf("x.d"), "x.facts", {"/src/a\nb.h"});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message(), HasSubstr("line break"));
}

/// To make, what is behind a semicolon is a command of the target.
TEST(Depfile, RefusesAPathThatMakeWouldTakeForMore) {
  const test::TemporaryFolder folder;
  const std::string path = folder.pathOf("x.d");
  for (const char *name : {"/src/z.h;touch${IFS}x;.h", "/src/a\\#b.h", "/src/a\rb.h"}) {
    EXPECT_FALSE(writeDepfile(path, "x.facts", {"/src/a.c", name})) << name;
    EXPECT_FALSE(writeDepfile(path, "x.facts", {"/src/a.c"}, {name})) << name;
    EXPECT_FALSE(writeDepfile(path, name, {"/src/a.c"})) << name;
    EXPECT_FALSE(std::ifstream(path).is_open());
  }
}

} // namespace depfileTest
} // namespace fsfind::check

#include "cli/check/PathMap.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace fsfind::check {
namespace pathMapTest {

using testing::ElementsAre;

TEST(PathMap, TakesTheOldFolderFromTheCurrentOne) {
  const auto here = pathMapOf("./=/proc/self/cwd/");
  ASSERT_TRUE(here);
  EXPECT_EQ(here->from, std::filesystem::current_path().string());
  EXPECT_EQ(here->to, "/proc/self/cwd");
}

TEST(PathMap, RefusesWhatIsNoPair) {
  for (const char *text : {"", "a", "=b", "a="})
    EXPECT_FALSE(pathMapOf(text)) << text;
}

TEST(PathMap, ChangesWholeFoldersAllOverTheFacts) {
  Facts facts;
  facts.units.resize(1);
  facts.units.front().file = "/a/b/x.c";
  facts.files = {{"/a/b/x.c", 1}, {"/a/bb/y.h", 2}, {"/usr/z.h", 3}};
  facts.c_files = {"/a/b/x.c", "/a/bb/y.h"};
  mapPaths(facts, {{"/a/b", "/w"}, {"/a", "/v"}});
  EXPECT_EQ(facts.units.front().file, "/w/x.c");
  EXPECT_THAT(facts.paths(), ElementsAre("/usr/z.h", "/v/bb/y.h", "/w/x.c"));
  EXPECT_THAT(facts.c_files, ElementsAre("/v/bb/y.h", "/w/x.c"));
}

} // namespace pathMapTest
} // namespace fsfind::check

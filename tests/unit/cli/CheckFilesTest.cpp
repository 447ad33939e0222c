#include "cli/check/CompileDatabase.h"
#include "cli/check/Files.h"
#include "cli/check/Selection.h"

#include <gmock/gmock.h>

#include <fstream>

namespace fsfind::check {
namespace checkFilesTest {

/// What reading a compile database of that text says; empty if it can be read.
std::string problemOf(const std::string &text) {
  const std::string path = testing::TempDir() + "fsfind-check-files.json";
  std::ofstream(path) << text;
  const auto commands = readCompileDatabase(path);
  return commands ? "" : commands.error().what;
}

TEST(ShortenPaths, CallsCodeBelowTheFolderByItsPlaceThere) {
  Site site;
  for (const char *file : {"/srv/work/pool.cpp", "/srv/work/src/q.h", "/srv/other/x.c", "libc.c"})
    site.frames.push_back({"f", {file, 7, 3}});
  std::vector<Site> sites = {site, site};
  shortenPaths(sites, "/srv/work");
  for (const Site &one : sites) {
    std::vector<std::string> files;
    for (const Frame &frame : one.frames)
      files.push_back(frame.place.file);
    EXPECT_THAT(files, testing::ElementsAre("pool.cpp", "src/q.h", "/srv/other/x.c", "libc.c"));
  }
}

TEST(CompileDatabase, SaysWhereItIsDamaged) {
  const std::string no = "is no compile database: ";
  EXPECT_EQ(problemOf("[]"), "");
  EXPECT_EQ(problemOf(" \n"), no + "it is not whole JSON: it is empty");
  EXPECT_EQ(problemOf("{}"), no + "not a JSON array");
  EXPECT_EQ(problemOf("[\n  {,}\n]"), no + "it is not whole JSON: line 2, column 4");
  EXPECT_EQ(problemOf("nil"), no + "it is not whole JSON: line 1, column 2");
  EXPECT_EQ(problemOf("[3]"), no + "entry 1 is not an object");
  EXPECT_EQ(problemOf(R"([{"directory": "/", "file": 1, "command": "cc"}])"),
            no + "entry 1 has no \"file\"");
  EXPECT_EQ(problemOf(R"([{"directory": "/", "file": "a.c"}])"),
            no + "entry 1 has no \"command\" or \"arguments\"");
  EXPECT_EQ(problemOf(R"([{"directory": "/", "file": "a.c", "arguments": ["cc", 1]}])"),
            no + "entry 1 has no \"command\" or \"arguments\"");
}

TEST(CompileDatabase, TakesTheLanguageFromTheCommand) {
  EXPECT_TRUE(namesLanguage({"cc", "-x", "c++"}));
  EXPECT_TRUE(namesLanguage({"-xc"}));
  EXPECT_FALSE(namesLanguage({"cc", "-x", "assembler"}));
  EXPECT_FALSE(namesLanguage({"cc", "-x"}));
}

TEST(CompileDatabase, TellsWhatItLeavesOut) {
  const std::string path = testing::TempDir() + "fsfind-check-files.json";
  std::ofstream(path) << R"([{"directory": "/p", "file": "a.c", "command": "cc -c a.c"},
                             {"directory": "/p", "file": "k.cu", "command": "nvcc -c k.cu"},
                             {"directory": "/p", "file": "k.cu", "command": "nvcc -G -c k.cu"}])";
  const auto database = readCompileDatabase(path);
  ASSERT_TRUE(database);
  EXPECT_EQ(database->commands.size(), 1U);
  EXPECT_THAT(database->left_out, testing::ElementsAre("/p/k.cu"));
}

TEST(CheckFiles, PathsOfWhatIsYetToBeMadeAreAbsoluteToo) {
  EXPECT_EQ(absolutePath("not/made/yet"), absolutePath(".") + "/not/made/yet");
}

TEST(CheckFiles, ShowsPathsAsSeenFromTheFolder) {
  EXPECT_EQ(shownText("/p/src/a.h:2: missing", "/p"), "src/a.h:2: missing");
  EXPECT_EQ(shownText("file '/p/a.h', in /q/p/b.h", "/p"), "file 'a.h', in /q/p/b.h");
  EXPECT_EQ(shownText("/project/a.h", "/p"), "/project/a.h");
  EXPECT_EQ(shownText("/p/a.h", "/"), "/p/a.h");
}

} // namespace checkFilesTest

} // namespace fsfind::check

// Copies of projects, in which edits are tried.
#include "cli/prove/WorkingCopy.h"
#include "cli/check/Files.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fsfind::prove {

namespace workingCopyTest {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kPlenty = 1U << 20U;

class WorkingCopyTest : public testing::Test {
protected:
  WorkingCopyTest() { fs::create_directories(root()); }
  [[nodiscard]] std::string root() const { return folder.path() + "/project"; }
  void write(const std::string &path, const std::string &text) const {
    fs::create_directories(fs::path(root() + "/" + path).parent_path());
    std::ofstream(root() + "/" + path) << text;
  }
  [[nodiscard]] Expected<ProjectFiles> files(std::uint64_t most = kPlenty) const {
    return projectFiles(root(), {most, {root() + "/cache"}}, shell_);
  }
  [[nodiscard]] Expected<WorkingCopy> copied() const {
    return WorkingCopy::of(files().value(), folder.path() + "/copy", shell_);
  }
  [[nodiscard]] std::string inCopy(const std::string &path) const {
    return check::readFile(folder.path() + "/copy/" + path).value_or("none");
  }
  bool shell(const std::string &commands) const {
    return std::system(("cd '" + root() + "' && { " + commands + "; } >/dev/null 2>&1").c_str()) ==
           0;
  }

  test::TemporaryFolder folder;
  mutable Shell shell_;
};

TEST_F(WorkingCopyTest, CopiesFilesWithTheirModesAndTimes) {
  write("src/a.c", "int a;\n");
  write("build.sh", "#!/bin/sh\n");
  fs::permissions(root() + "/build.sh", fs::perms::owner_all);
  const auto time = fs::last_write_time(root() + "/src/a.c") - std::chrono::hours(5);
  fs::last_write_time(root() + "/src/a.c", time);
  ASSERT_TRUE(copied());
  EXPECT_EQ(inCopy("src/a.c"), "int a;\n");
  EXPECT_EQ(fs::last_write_time(folder.path() + "/copy/src/a.c"), time);
  EXPECT_EQ(fs::status(folder.path() + "/copy/build.sh").permissions(), fs::perms::owner_all);
}

TEST_F(WorkingCopyTest, LinksLeadIntoTheCopy) {
  write("a.h", "old");
  fs::create_symlink(root() + "/a.h", root() + "/by_path.h");
  fs::create_symlink("a.h", root() + "/by_name.h");
  const auto copy = copied();
  ASSERT_TRUE(copy);
  ASSERT_TRUE(copy->put({{"a.h", "new"}}));
  EXPECT_EQ(inCopy("by_path.h"), "new");
  EXPECT_EQ(inCopy("by_name.h"), "new");
  EXPECT_EQ(check::readFile(root() + "/a.h").value(), "old");
}

// Git makes no such entries, but an index may have them.
TEST_F(WorkingCopyTest, LeavesOutWhatAnIndexNamesElsewhere) {
  write("a.c", "int a;\n");
  write("deep/b.c", "int b;\n");
  std::ofstream(folder.path() + "/secret") << "secret";
  fs::create_symlink("deep", root() + "/link");
  ASSERT_TRUE(shell("git init -q . && git add a.c && blob=$(git hash-object -w a.c) && "
                    "for path in AA/secret link/b.c .gIt/hooks/x; do "
                    "git update-index --add --cacheinfo 100644,$blob,$path || "
                    "git update-index --add --cacheinfo 100644,$blob,$(echo $path | tr I J); done; "
                    "sed -i 's,AA/secret,../secret,; s,.gJt/hooks,.git/hooks,' .git/index; "
                    "python3 -c \"import hashlib; data = open('.git/index', 'rb').read()[:-20]; "
                    "open('.git/index', 'wb').write(data + hashlib.sha1(data).digest())\""));
  const auto found = files();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->repository);
  EXPECT_THAT(found->paths, ElementsAre("a.c", "deep/b.c", "link"));
}

TEST_F(WorkingCopyTest, LeavesOutWhatCMakeHasBoundToItsPlace) {
  write("a.c", "");
  write("build/CMakeCache.txt", "");
  write("build/sub/a.o", "");
  fs::create_directories(folder.path() + "/elsewhere");
  std::ofstream(folder.path() + "/elsewhere/CMakeCache.txt") << "";
  fs::create_symlink(folder.path() + "/elsewhere", root() + "/linked");
  EXPECT_THAT(files()->paths, ElementsAre("a.c"));
  write("CMakeCache.txt", "");
  EXPECT_FALSE(files()) << "a copy would build the project itself";
}

TEST_F(WorkingCopyTest, LeavesOutWhatCMakeHasBoundAndGitDoesNotIgnore) {
  write("a.c", "");
  write("build/CMakeCache.txt", "");
  write("build/sub/a.o", "");
  if (!shell("git init -q . && git add build/sub"))
    GTEST_SKIP() << "skipped: git is not installed";
  const auto found = files();
  EXPECT_TRUE(found->repository);
  EXPECT_THAT(found->paths, ElementsAre("a.c"));
}

TEST_F(WorkingCopyTest, SaysWhyGitIsNotAsked) {
  write("a.c", "");
  if (!shell("git init -q ../other && ln -s ../other/.git .git"))
    GTEST_SKIP() << "skipped: git is not installed";
  const auto found = files();
  EXPECT_FALSE(found->repository);
  EXPECT_THAT(found->refusal, HasSubstr("other"));
  EXPECT_THAT(found->paths, ElementsAre("a.c"));
}

TEST_F(WorkingCopyTest, LeavesOutCopiesInTheProjectItself) {
  write("a.c", "");
  write("cache/prove/old/a.c", "");
  write("cached.c", "");
  EXPECT_THAT(files()->paths, ElementsAre("a.c", "cached.c"));
}

TEST_F(WorkingCopyTest, HasWhatGitHasAsItIsInTheFolder) {
  write("a.c", "old");
  write(".gitignore", "*.o\n");
  if (!shell("git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm x && "
             "git tag v1"))
    GTEST_SKIP() << "skipped: git is not installed";
  write("a.c", "changed");
  write("new.c", "");
  write("a.o", "");
  EXPECT_THAT(files()->paths, ElementsAre(".gitignore", "a.c", "new.c"));
  ASSERT_TRUE(copied());
  EXPECT_EQ(inCopy("a.c"), "changed");
  EXPECT_TRUE(shell("cd ../copy && test \"$(git describe --tags --dirty)\" = v1-dirty"));
  EXPECT_TRUE(shell("test \"$(git worktree list | wc -l)\" = 1"));
}

TEST_F(WorkingCopyTest, RefusesWhatIsTooLarge) {
  write("a.bin", std::string(3000, 'x'));
  const auto result = files(2000);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message(), HasSubstr("--prove-size"));
}

TEST_F(WorkingCopyTest, WritesOnlyWhatChanges) {
  write("a.h", "same");
  const auto copy = copied();
  const std::string path = folder.path() + "/copy/a.h";
  const auto time = fs::last_write_time(path) - std::chrono::hours(1);
  fs::last_write_time(path, time);
  ASSERT_TRUE(copy->put({{"a.h", "same"}}));
  EXPECT_EQ(fs::last_write_time(path), time);
  ASSERT_TRUE(copy->put({{"a.h", "other"}}));
  EXPECT_EQ(inCopy("a.h"), "other");
}

TEST_F(WorkingCopyTest, IsMadeAnewIfItWasLeftUnfinished) {
  write("a.h", "text");
  const auto copy = copied();
  std::ofstream(folder.path() + "/copy/built") << "half";
  ASSERT_TRUE(copied());
  EXPECT_EQ(inCopy("built"), "half");
  copy->beginBuild();
  ASSERT_TRUE(copied());
  EXPECT_EQ(inCopy("built"), "none");
}

TEST_F(WorkingCopyTest, ContentTellsOfEveryChange) {
  write("a.h", "text");
  const std::string before = contentOf(*files());
  EXPECT_EQ(contentOf(*files()), before);
  write("a.h", "tex!");
  EXPECT_NE(contentOf(*files()), before);
}

} // namespace workingCopyTest
} // namespace fsfind::prove

// Folders that go with their owner, however it ends.
#include "c2c-ingest/base/TemporaryFolder.h"
#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind {

namespace fs = std::filesystem;

namespace temporaryFolderTest {

std::size_t entriesOf(const std::string &folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A process makes a folder with a file, and is killed.
void makeAndDie(const std::string &base) {
  const pid_t child = fork();
  if (child == 0) {
    const auto folder = TemporaryFolder::in(base);
    std::ofstream(folder->pathOf("file")) << "text";
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
}

TEST(TemporaryFolder, OfAKilledProcessIsRemovedByTheNext) {
  const test::TemporaryFolder base;
  makeAndDie(base.path());
  ASSERT_EQ(entriesOf(base.path()), 1U);
  {
    const auto one = TemporaryFolder::in(base.path());
    ASSERT_TRUE(one);
    EXPECT_EQ(entriesOf(base.path()), 1U) << "the other one is gone";
    const auto two = TemporaryFolder::in(base.path());
    EXPECT_TRUE(fs::exists(one->path())) << "its process lives";
  }
  EXPECT_EQ(entriesOf(base.path()), 0U);
}

TEST(TemporaryFolder, TakesNothingElseForAbandoned) {
  const test::TemporaryFolder base;
  const std::string mine = base.path() + "/mine";
  for (const char *name : {"mine", "fsfind-source", "fsfind-scratch-1234567"})
    fs::create_directory(base.path() + "/" + name);
  std::ofstream(mine + "/file") << "text";
  fs::create_directory_symlink(mine, base.path() + "/fsfind-scratch-abcdef");
  ASSERT_TRUE(TemporaryFolder::in(base.path()));
  EXPECT_TRUE(fs::exists(mine + "/file"));
  EXPECT_EQ(entriesOf(base.path()), 4U);
}

TEST(TemporaryFolder, IsTheUsersAlone) {
  const test::TemporaryFolder base;
  const auto folder = TemporaryFolder::in(base.path());
  ASSERT_TRUE(folder);
  struct stat status{};
  ASSERT_EQ(stat(folder->path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

} // namespace temporaryFolderTest
} // namespace fsfind

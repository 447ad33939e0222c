// What git is asked about a checkout.
#include "cli/git/Repository.h"
#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fsfind::git {

// By such patterns git compares each path in exponentially many ways.
TEST(GitRepository, GivesUpOnWhatTakesTooLong) {
  const test::TemporaryFolder folder;
  const std::string made = "cd '" + folder.path() +
                           "' && git init -q . && p=$(printf 'd/%.0s' $(seq 16)) && mkdir -p $p && "
                           "touch $p/f && printf '**/%.0s' $(seq 24) >.gitignore && echo 'z*' "
                           ">>.gitignore";
  if (std::system(("{ " + made + "; } >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "skipped: git is not installed";
  const auto git = Repository::of(folder.path(), Files::Read, std::chrono::seconds(1));
  ASSERT_TRUE(git) << git.error().message();
  EXPECT_TRUE(git->printed({"ls-files"}));
  EXPECT_FALSE(git->printed({"ls-files", "--others", "--exclude-standard"}));
}

} // namespace fsfind::git

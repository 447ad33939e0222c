// What /proc tells of processes, some of which end while it is read.

#include "c2c-ingest/record/ProcessTable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fsfind::record {
namespace processTableTest {

using testing::Contains;

/// Starts children that end at once, and waits for each.
void startAndEnd(int children) {
  for (int i = 0; i < children; ++i) {
    const pid_t child = fork();
    if (child == 0)
      _exit(0);
    waitpid(child, nullptr, 0);
  }
}

TEST(ProcessTable, TellsOfChildrenWhileOthersEnd) {
  const pid_t stays = fork();
  if (stays == 0) {
    pause();
    _exit(0);
  }
  constexpr int kChildren = 2000;
  std::atomic<bool> ended = false;
  std::thread starter([&] {
    startAndEnd(kChildren);
    ended = true;
  });
  while (!ended)
    EXPECT_THAT(processesBelow(getpid()), Contains(stays));
  starter.join();
  kill(stays, SIGKILL);
  waitpid(stays, nullptr, 0);
}

} // namespace processTableTest
} // namespace fsfind::record

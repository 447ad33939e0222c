#include "cli/terminal/EndAtOnce.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/EndableOutput.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/TornInput.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace fsfind::cli {
namespace signalsTest {

constexpr std::size_t kPage = 4096;

/// Reads a mapped file that was emptied meanwhile.
void readWhatIsGone() {
  tellOfTornInput(2);
  std::FILE *file = std::tmpfile();
  ASSERT_EQ(ftruncate(fileno(file), kPage), 0);
  const auto *bytes =
      static_cast<volatile char *>(mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE, fileno(file), 0));
  ASSERT_EQ(ftruncate(fileno(file), 0), 0);
  (void)bytes[0];
}

/// The interrupt comes when half of what is to be in the file is there.
void writeInterrupted(const std::string &path) {
  (void)writeFile(path, [](std::ostream &out) {
    out << "first, ";
    out.flush();
    std::raise(SIGINT);
    out << "second";
  });
  std::fputs("went on", stderr);
}

TEST(OutputDeathTest, AnInterruptLeavesNothingHalf) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "fsfind-interrupted";
  fs::create_directories(folder);
  const std::string path = (folder / "out.txt").string();
  EXPECT_EXIT(writeInterrupted(path), testing::KilledBySignal(SIGINT), "^$");
  EXPECT_EQ(fs::directory_iterator(folder), fs::directory_iterator());
  fs::remove_all(folder);
}

TEST(TornInputDeathTest, IsAnErrorAndNoCrash) {
  EXPECT_EXIT(readWhatIsGone(), testing::ExitedWithCode(2), "was cut short");
}

TEST(EndRequestsDeathTest, EndTheProgramOnceTheyAreNoLongerHeld) {
  const auto interrupted = [] {
    {
      const EndRequests held;
      std::raise(SIGINT);
      std::fputs("cleaned up", stderr);
    }
    std::fputs("went on", stderr);
  };
  EXPECT_EXIT(interrupted(), testing::KilledBySignal(SIGINT), "^cleaned up$");
}

TEST(EndAtOnceDeathTest, EndsLongWorkWithoutWhatWouldBeLeftBehind) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "fsfind-end-at-once";
  fs::create_directories(folder / "within");
  const auto ended = [&] {
    const EndRequests held;
    const EndAtOnce endable(folder);
    kill(getpid(), SIGTERM);
    for (;;)
      pause();
  };
  EXPECT_EXIT(ended(), testing::ExitedWithCode(128 + SIGTERM), "^$");
  EXPECT_FALSE(fs::exists(folder));
}

TEST(EndAtOnceDeathTest, LeavesARequestToWhoHoldsItLonger) {
  const auto ended = [&] {
    const EndRequests held;
    {
      const EndAtOnce endable("");
    }
    std::raise(SIGTERM);
    std::exit(held.take() == SIGTERM ? 0 : 1);
  };
  EXPECT_EXIT(ended(), testing::ExitedWithCode(0), "^$");
}

TEST(EndRequests, AreSettledByWhoTakesThem) {
  const EndRequests held;
  EXPECT_EQ(held.take(), 0);
  std::raise(SIGTERM);
  EXPECT_EQ(held.take(), SIGTERM);
  EXPECT_EQ(held.take(), 0);
}

TEST(EndableOutput, ARequestToEndEndsTheWaitForAReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const EndRequests held;
  std::raise(SIGTERM);
  const std::string text(1U << 20, 'x'); // more than a pipe holds
  EXPECT_TRUE(writeEndable(ends[1], "pipe", text));
  EXPECT_EQ(held.take(), SIGTERM) << "it is left to who waits for it";
  char first = 0;
  EXPECT_EQ(read(ends[0], &first, 1), 1) << "what the pipe took is there";
  close(ends[0]);
  close(ends[1]);
}

TEST(EndRequests, LeaveWhatIsIgnored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const EndRequests held;
  std::raise(SIGHUP);
  EXPECT_EQ(held.take(), 0);
  std::signal(SIGHUP, before);
}

} // namespace signalsTest

} // namespace fsfind::cli

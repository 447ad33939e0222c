#include "cli/terminal/EndRequests.h"
#include "cli/terminal/EndableOutput.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/TornInput.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace fsfind::cli {
namespace {

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

/// The interrupt comes when half of the file is written.
void writeInterrupted(const std::string &path) {
  (void)writeFile(path, [](std::ostream &out) {
    out << "first, ";
    out.flush();
    std::raise(SIGINT);
    out << "second";
  });
  std::fputs("went on", stderr);
}

} // namespace

TEST(OutputDeathTest, InterruptedFileIsWholeAndAlone) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "fsfind-interrupted";
  fs::create_directories(folder);
  const std::string path = (folder / "out.txt").string();
  EXPECT_EXIT(writeInterrupted(path), testing::KilledBySignal(SIGINT), "^$");
  std::string text;
  std::getline(std::ifstream(path), text);
  EXPECT_EQ(text, "first, second");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
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

} // namespace fsfind::cli

// Work that is shared out among threads, and what happens where one of them fails.
#include "c2c-ingest/base/Workers.h"
#include "c2c-ingest/base/Parallel.h"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>

namespace fsfind::ingest {
namespace workersTest {

TEST(Workers, RunEachOnce) {
  std::atomic<unsigned> sum = 0;
  Workers workers(1, 5, [&](unsigned worker) { sum += worker; });
  workers.join();
  EXPECT_EQ(sum, 1U + 2 + 3 + 4);
}

TEST(Workers, HandTheirExceptionToWhoeverWaits) {
  Workers workers(0, 3, [](unsigned) { throw std::runtime_error("out of something"); });
  EXPECT_THROW(workers.join(), std::runtime_error);
}

TEST(ParallelFor, VisitsEveryNumberOnce) {
  std::vector<std::atomic<int>> visits(1000);
  ingest::parallelFor(visits.size(), 4, [&](std::size_t i) { ++visits[i]; });
  for (const auto &count : visits)
    EXPECT_EQ(count, 1);
}

TEST(ParallelFor, ThrowsWhatTheWorkThrows) {
  const auto fail = [](std::size_t i) {
    if (i == 900)
      throw std::runtime_error("out of something");
  };
  EXPECT_THROW(ingest::parallelFor(1000, 4, fail), std::runtime_error);
}

} // namespace workersTest
} // namespace fsfind::ingest

#include "cli/commands/FixMeasured.h"
#include "tests/support/FindingBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

/// Debug info of Go has no places of variables and types.
TEST(FixMeasured, NamesWhatAFindingIsAboutWhereItsPlaceIsNotKnown) {
  Finding placed = test::measured("adjacent-fields").member("head", "/project/queue.c", 3);
  Finding unplaced = test::measured("per-thread-slots").member("jobs", "", 0);
  unplaced.object.name = "main.totals";
  Finding unnamed = test::measured("per-thread-slots");
  const std::vector<std::string> lines =
      cli::FixMeasured::reasons({placed, unplaced, unnamed}, "/project", false);
  EXPECT_THAT(lines, ElementsAre(StartsWith("queue.c:3: no edit: "),
                                 StartsWith("main.totals.jobs: no edit: "),
                                 StartsWith("data without a name: no edit: ")));
}

} // namespace
} // namespace fsfind

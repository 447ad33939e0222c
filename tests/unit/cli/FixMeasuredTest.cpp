#include "cli/commands/FixMeasured.h"
#include "tests/support/FindingBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace fixMeasuredTest {

using testing::ElementsAre;
using testing::HasSubstr;
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

TEST(FixMeasured, NamesTheAuthorsPlaceAndPlainNames) {
  Finding pair = test::measured("adjacent-fields").member("first", "/usr/include/c++/12/pair.h", 3);
  pair.related = {{{"/usr/include/c++/12/map.h", 5, 0}, "most stores come from here"},
                  {{"/project/words.cpp", 7, 0}, "node is declared here"}};
  pair.no_advice = "'std::__cxx11::basic_string<char, std::char_traits<char> >' is a whole record";
  const auto told = [&](bool all) { return cli::FixMeasured::reasons({pair}, "/project", all); };
  EXPECT_THAT(told(false), ElementsAre(StartsWith("words.cpp:7: no edit: 'std::string' is")));
  EXPECT_THAT(told(true), ElementsAre(HasSubstr("std::char_traits<char>")));
  pair.related.pop_back();
  EXPECT_THAT(told(false), ElementsAre(StartsWith("/usr/include/c++/12/pair.h:3: ")));
}

} // namespace fixMeasuredTest
} // namespace fsfind

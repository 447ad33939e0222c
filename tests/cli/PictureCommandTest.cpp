#include "tests/cli/Run.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace pictureCommandTest {

using test::run;
using testing::HasSubstr;
using testing::StartsWith;

test::RunResult picture(const std::string &arguments) {
  return run("\"$FSFIND\" report -q \"$F/ring_queue/perf.data\" " + arguments);
}

TEST(PictureCommand, WritesOneWellFormedDocument) {
  const test::RunResult result =
      run("for p in strip timeline layout map topology flame memory; do \"$FSFIND\" report -q "
          "--format=svg "
          "--picture $p -o $p.svg \"$F/shard_stats/perf.data\" && python3 -c 'import sys, "
          "xml.dom.minidom as xml; print(xml.parse(sys.argv[1]).documentElement.tagName)' $p.svg; "
          "done");
  EXPECT_EQ(result.out, "svg\nsvg\nsvg\nsvg\nsvg\nsvg\nsvg\n") << result.err;
}

TEST(PictureCommand, DrawsTheFindingAskedFor) {
  const test::RunResult first = picture("--format=svg");
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_THAT(first.out, HasSubstr("id='fsfind-strip-"));
  EXPECT_EQ(first.out, picture("--format=svg --picture strip --finding 1").out);
  EXPECT_THAT(picture("--format=svg --finding 3").out, HasSubstr("slots_["));
}

TEST(PictureCommand, SaysWhatIsWrongInOneLine) {
  const struct {
    const char *arguments, *message;
  } kWrong[] = {
      {"--format=svg --finding 9", "fsfind: --finding 9: is none of the 3 findings of the report"},
      {"--format=svg --finding 3 --picture layout",
       "fsfind: --picture layout: finding 3 has no advice that changes a layout"},
      {"--picture strip", "fsfind: --picture: chooses what --format=svg draws; add --format=svg"},
      {"--format=html --finding 1 -o x.html", "fsfind: --finding: chooses what --format=svg draws"},
  };
  for (const auto &[arguments, message] : kWrong) {
    const test::RunResult result = picture(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, StartsWith(message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  }
  EXPECT_EQ(picture("--format=svg --picture painting").exit_code, 2);
}

} // namespace pictureCommandTest
} // namespace fsfind

#include "cli/report/html/PagePictures.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace pagePicturesTest {

TEST(PagePictures, AreThoseOfTheFirstRanksWhereThereIsNoRoomForAll) {
  test::ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 20; ++i)
    builder.line(0x4000 + 64 * i).storeAt(11, 0, 90).loadAt(12, 8, 60, 50).storeAt(12, 8, 9);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  const report::PagePictures all(profile, report, {});
  EXPECT_EQ(all.leftOut(), 0U);
  EXPECT_EQ(all.json()["lines"].size(), 20U);
  EXPECT_EQ(all.json()["findings"].size(), report.findings.size());
  EXPECT_TRUE(all.json()["memory"].is_null());

  const report::PagePictures some(profile, report, {.picture_bytes = 60000});
  EXPECT_TRUE(some.json()["lines"].contains("1"));
  EXPECT_FALSE(some.json()["lines"].contains("20"));
  EXPECT_EQ(some.json()["lines"].size() + some.json()["findings"].size() + some.leftOut(),
            20 + report.findings.size());

  const report::PagePictures few(profile, report, {.lines = 3});
  EXPECT_EQ(few.json()["lines"].size(), 3U);
  EXPECT_EQ(few.leftOut(), 0U) << "lines that are not on the page have no pictures to miss";
}

} // namespace pagePicturesTest
} // namespace fsfind

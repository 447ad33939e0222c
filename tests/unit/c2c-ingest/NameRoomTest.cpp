#include "c2c-ingest/objects/NameRoom.h"

#include <gtest/gtest.h>

namespace fsfind::objects {
namespace nameRoomTest {

std::string name(std::size_t bytes) {
  return std::string(bytes, 'n');
}

Site siteOf(std::size_t frames, std::size_t bytes) {
  Site site;
  site.symbol = name(bytes);
  site.frames.assign(frames, {name(bytes), {name(bytes), 1, 1}});
  return site;
}

TEST(NameRoom, LeavesWhatRealProfilesHave) {
  NameRoom room;
  Profile profile;
  for (int i = 0; i < 1000; ++i) {
    Site site = siteOf(20, 200);
    room.fit(site);
    ASSERT_EQ(site.frames.size(), 20U);
    ASSERT_EQ(site.symbol.size(), 200U);
  }
  room.note(profile);
  EXPECT_TRUE(profile.notes.empty());
}

TEST(NameRoom, BoundsTheNamesOfManySitesAndObjects) {
  NameRoom room;
  Profile profile;
  std::size_t bytes = 0;
  constexpr std::size_t kEach = 5000;
  for (std::size_t i = 0; i < kEach; ++i) {
    Site site = siteOf(128, 4096);
    room.fit(site);
    Target target;
    target.object.name = target.object.type = target.member = name(4096);
    target.record = RecordInfo{name(4096), {}};
    room.fit(target);
    bytes += site.symbol.size() + target.object.name.size() + target.object.type.size() +
             target.member.size() + target.record->name.size();
    for (const Frame &frame : site.frames)
      bytes += frame.function.size() + frame.place.file.size();
  }
  EXPECT_LT(bytes, NameRoom::kBytes + 2 * kEach * 12 * NameRoom::kShortened);
  room.note(profile);
  EXPECT_EQ(profile.notes.size(), 1U);
}

} // namespace nameRoomTest
} // namespace fsfind::objects

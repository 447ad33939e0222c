#include "c2c-ingest/objects/PossibleViews.h"
#include "tests/support/FakeTypes.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>

namespace fsfind::objects {
namespace possibleViewsTest {

using typing::Hypothesis;

/// A server whose three counters are only ever touched by one out-of-line function.
class PossibleViewsTest : public testing::Test {
protected:
  static constexpr std::uint64_t kServer = 0x1000;

  SiteView view(std::uint32_t datum, std::int64_t offset) {
    Hypothesis &hypothesis = hypotheses_.emplace_back();
    hypothesis.offset = offset;
    return {datum, datum, 100, server_, &hypothesis, true};
  }
  /// An access to the datum, by a function whose callers pass these members.
  PossibleViews passed(std::uint64_t address, const std::vector<std::int64_t> &offsets,
                       bool complete = true) {
    const auto datum = static_cast<std::uint32_t>(data_.size());
    data_.push_back({address, 1, ObjectKind::Heap});
    PossibleViews possible{datum, {}, complete};
    for (const std::int64_t offset : offsets)
      possible.views.push_back(view(datum, offset));
    return possible;
  }
  /// Accesses to each eighth byte of a block, by branches that choose among these members.
  std::vector<std::int64_t> branched(std::uint64_t block, std::vector<std::uint64_t> addresses,
                                     const std::vector<std::int64_t> &offsets) {
    std::vector<PossibleViews> possible;
    for (const std::uint64_t address : addresses) {
      possible.push_back(passed(address, offsets));
      possible.back().branches = true;
      data_.back().block_begin = block;
    }
    return chosen(possible);
  }
  std::vector<std::int64_t> chosen(const std::vector<PossibleViews> &possible,
                                   const std::vector<SiteView> &certain = {}) {
    std::vector<std::int64_t> offsets;
    for (const SiteView &site_view : choosePossible(data_, certain, possible, types_))
      offsets.push_back(site_view.view->offset);
    return offsets;
  }

  test::FakeTypes types_;
  TypeNumber long_ = types_.scalar("long", 8);
  TypeNumber server_ = types_.record(
      "Server", 64, {{"received", 8, long_}, {"sent", 24, long_}, {"open", 40, long_}});
  std::vector<Datum> data_;
  std::deque<Hypothesis> hypotheses_;
};

TEST_F(PossibleViewsTest, DataThatAgreeOnOneObjectChooseIt) {
  const std::vector<std::int64_t> members = {8, 24, 40};
  const std::vector<PossibleViews> possible = {
      passed(kServer + 8, members), passed(kServer + 24, members), passed(kServer + 40, members)};
  EXPECT_EQ(chosen(possible), members);
}

TEST_F(PossibleViewsTest, OneDatumCannotTellWhichMemberItIs) {
  EXPECT_TRUE(chosen({passed(kServer + 8, {8, 24, 40})}).empty());
}

TEST_F(PossibleViewsTest, ACertainWitnessDecides) {
  const std::vector<PossibleViews> possible = {passed(kServer + 24, {8, 24, 40})};
  data_.push_back({kServer + 50, 1, ObjectKind::Heap});
  EXPECT_EQ(chosen(possible, {view(1, 50)}), std::vector<std::int64_t>{24});
}

TEST_F(PossibleViewsTest, TheOnlyCallersMemberIsTakenIfAllCallersAreKnown) {
  EXPECT_EQ(chosen({passed(kServer + 8, {8})}), std::vector<std::int64_t>{8});
  data_.clear();
  EXPECT_TRUE(chosen({passed(kServer + 8, {8}, false)}).empty());
}

TEST_F(PossibleViewsTest, ObjectsOfOneTypeDoNotOverlap) {
  const TypeNumber pair = types_.record("Pair", 16, {{"reads", 0, long_}, {"writes", 8, long_}});
  server_ = pair;
  std::vector<PossibleViews> possible;
  for (std::uint64_t i = 0; i < 6; ++i) // three elements of an array
    possible.push_back(passed(kServer + 8 * i, {0, 8}));
  std::map<std::uint32_t, std::int64_t> offsets;
  for (const SiteView &site_view : choosePossible(data_, {}, possible, types_))
    offsets[site_view.datum] = site_view.view->offset;
  EXPECT_EQ(offsets, (std::map<std::uint32_t, std::int64_t>{
                         {0, 0}, {1, 8}, {2, 0}, {3, 8}, {4, 0}, {5, 8}}));
}

TEST_F(PossibleViewsTest, BranchesChooseMembersOfElementsThatBeginWithTheBlock) {
  server_ = types_.record("Meter", 24, {{"a", 0, long_}, {"b", 8, long_}, {"c", 16, long_}});
  // The line that is shared begins with the first element's last member.
  EXPECT_EQ(branched(0x1000, {0x1010, 0x1018, 0x1020, 0x1028, 0x1030}, {0, 8, 16}),
            (std::vector<std::int64_t>{16, 0, 8, 16, 0}));
}

TEST_F(PossibleViewsTest, ElementsBehindAHeadBeginWhereAllDataFit) {
  server_ = types_.record("Lane", 24, {{"id", 0, long_}, {"hit", 8, long_}, {"miss", 16, long_}});
  // Behind two counts of 8 bytes.
  EXPECT_EQ(branched(0x1000, {0x1018, 0x1020, 0x1030, 0x1038}, {8, 16}),
            (std::vector<std::int64_t>{8, 16, 8, 16}));
}

} // namespace possibleViewsTest
} // namespace fsfind::objects

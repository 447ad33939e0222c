// Names of data that debug info does not name, from member expressions in the sources.
#include "rules/join/SourceNames.h"

#include "tests/support/FactsBuilder.h"
#include "tests/support/ProfileBuilder.h"

#include <gtest/gtest.h>

namespace fsfind::test {
namespace sourceNamesTest {

constexpr std::uint64_t kLine = 0x1000;

/// `static struct stats *totals`, whose members a function writes, and a line of its heap object.
class SourceNamesTest : public testing::Test {
protected:
  SourceNamesTest() { profile_.line(kLine); }

  /// A store of the function's code at the place of `access`.
  void storeAt(std::uint32_t offset, const FactAccess &access, std::uint8_t size = 8) {
    Site site;
    Place place = facts_.build().place(access.place);
    place.column = 0; // not every compiler writes columns
    site.frames = {{"serve", place}};
    sites_.push_back(site);
    profile_.storeAt(1, offset, 10, size);
    profile_.last().site = SiteIndex(sites_.size() - 1);
    // Each address has a target of its own.
    profile_.last().target = profile_.global("", "", kLine + offset, 0);
    profile_.target(profile_.last().target) = {};
  }
  Profile named() {
    Profile profile = profile_.build();
    profile.sites = sites_;
    nameFromSources(facts_.build(), profile);
    return profile;
  }
  const Target &first() {
    profile_done_ = named();
    return profile_done_.target(profile_done_.lines.front().accesses.front().target);
  }

  FactsBuilder facts_;
  ProfileBuilder profile_;
  std::vector<Site> sites_;
  Profile profile_done_;
  TypeIndex long_ = facts_.plain(8);
  TypeIndex stats_ = facts_.record("stats", {{"served", long_}, {"refused", long_}});
  VariableIndex totals_ = facts_.global("totals", facts_.pointer(stats_));
  FunctionIndex serve_ = facts_.function("serve");
};

TEST_F(SourceNamesTest, TheOnlyMemberOnTheLineNamesTheAddress) {
  storeAt(24, facts_.update(serve_, facts_.variable(totals_).deref().member("refused")));
  const Target &target = first();
  EXPECT_EQ(target.evidence, Evidence::Source);
  EXPECT_EQ(target.certainty, Certainty::Likely);
  EXPECT_EQ(target.object.type, "stats");
  EXPECT_EQ(target.member, "refused");
  EXPECT_EQ(target.object.address, kLine + 16);
  EXPECT_EQ(target.member_offset, 8U);
  ASSERT_TRUE(target.record.has_value());
  EXPECT_EQ(target.record->name, "stats");
}

TEST_F(SourceNamesTest, AMemberOfAVariableNamesTheVariable) {
  const VariableIndex whole = facts_.global("whole", stats_);
  storeAt(0, facts_.write(serve_, facts_.variable(whole).member("served")));
  EXPECT_EQ(first().object.name, "whole");
  EXPECT_EQ(first().object.kind, ObjectKind::Global);
}

TEST_F(SourceNamesTest, TwoMembersOnTheLineTellNothing) {
  const FactAccess access = facts_.write(serve_, facts_.variable(totals_).deref().member("served"));
  FactAccess &other = facts_.write(serve_, facts_.variable(totals_).deref().member("refused"));
  other.place = access.place;
  storeAt(0, access);
  EXPECT_EQ(first().evidence, Evidence::None);
}

TEST_F(SourceNamesTest, AccessesOfAnotherWidthOrDirectionTellNothing) {
  storeAt(0, facts_.write(serve_, facts_.variable(totals_).deref().member("served")), 4);
  EXPECT_EQ(first().evidence, Evidence::None);
  storeAt(8, facts_.read(serve_, facts_.variable(totals_).deref().member("served")));
  EXPECT_EQ(named().target(profile_.last().target).evidence, Evidence::None);
}

TEST_F(SourceNamesTest, ASymbolOfAPartOfASplitObjectIsReplaced) {
  storeAt(0, facts_.write(serve_, facts_.variable(totals_).deref().member("refused")));
  Target &target = profile_.target(profile_.last().target);
  target.evidence = Evidence::StaticData;
  target.object.name = "totals.body.1";
  EXPECT_EQ(first().object.type, "stats");
  EXPECT_EQ(first().member, "refused");
}

TEST_F(SourceNamesTest, WhatHasANameKeepsIt) {
  storeAt(0, facts_.write(serve_, facts_.variable(totals_).deref().member("served")));
  Target &target = profile_.target(profile_.last().target);
  target.evidence = Evidence::AccessSite;
  target.object.type = "cell";
  EXPECT_EQ(first().object.type, "cell");
}

/// `std::atomic<long> done` in a function whose lambdas capture it.
class NamesOfLocals : public SourceNamesTest {
protected:
  VariableIndex local(bool captured) {
    const VariableIndex done = facts_.local("done", long_, serve_);
    facts_.at(done).captured = captured;
    return done;
  }
  /// Memory of a stack, of a type of that size.
  void storeOnStack(const FactAccess &access, std::uint64_t size) {
    storeAt(0, access);
    Target &target = profile_.target(profile_.last().target);
    target.evidence = Evidence::AccessSite;
    target.object.kind = ObjectKind::Stack;
    target.object.type = "std::atomic<long>";
    target.object.size = size;
  }
};

TEST_F(NamesOfLocals, AreThoseThatTheCodeThereUses) {
  storeOnStack(facts_.update(serve_, facts_.variable(local(true))), 8);
  const Target &target = first();
  EXPECT_EQ(target.object.name, "done");
  EXPECT_EQ(target.object.function, "serve");
  EXPECT_EQ(target.object.type, "std::atomic<long>") << "as the recording has it";
  EXPECT_EQ(target.certainty, Certainty::Likely);
}

TEST_F(NamesOfLocals, AreNotThoseOfAnotherSize) {
  storeOnStack(facts_.update(serve_, facts_.variable(local(true))), 16);
  EXPECT_EQ(first().object.name, "");
}

TEST_F(NamesOfLocals, AreNotThoseOfOneThread) {
  storeOnStack(facts_.update(serve_, facts_.variable(local(false))), 8);
  EXPECT_EQ(first().object.name, "");
}

TEST_F(NamesOfLocals, AreNotGivenToElementsOfArrays) {
  storeOnStack(facts_.update(serve_, facts_.variable(local(true))), 8);
  profile_.target(profile_.last().target).object.of_array = true;
  EXPECT_EQ(first().object.name, "");
}

} // namespace sourceNamesTest
} // namespace fsfind::test

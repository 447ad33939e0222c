// Edits in Rust and Go of findings, by the sources in the folders that they point to.
#include "cli/fix/WrittenEdits.h"
#include "rules/model/ContentHash.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::fix {
namespace writtenEditsTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

constexpr const char *kLanes = "pub struct Lane {\n    sent: u64,\n    lost: u64,\n}\n";
constexpr std::uint32_t kLine = 64;

class WrittenEditsTest : public testing::Test {
protected:
  /// Elements of `Lane`, which a line of that file uses.
  [[nodiscard]] Finding lanesIn(const std::string &file) const {
    constexpr std::uint64_t kWord = 8;
    Finding finding;
    finding.object.kind = ObjectKind::Heap;
    finding.location = {file, 7, 1};
    const RecordMembers members = {{"sent", "u64", 0, kWord, kWord},
                                   {"lost", "u64", kWord, kWord, kWord}};
    finding.record =
        RecordInfo{"lanes::Lane", {}, 2 * kWord, 0, std::make_shared<const RecordMembers>(members)};
    Advice &advice = finding.advice.emplace_back();
    advice.remedy = Remedy::AlignType;
    advice.size_before = 2 * kWord;
    advice.size_after = kLine;
    advice.why = "lanes lie side by side";
    return finding;
  }
  [[nodiscard]] Finding edited(Finding finding) {
    std::vector<Finding> findings = {std::move(finding)};
    addWrittenEdits(findings, {kLine, "x86_64"}, contents);
    return findings.front();
  }

  test::TemporaryFolder folder;
  check::Contents contents;
};

TEST_F(WrittenEditsTest, AreMadeInTheFolderOfTheFilesThatAreNamed) {
  const std::string declared = folder.write("lane.rs", kLanes);
  const Finding finding = edited(lanesIn(folder.write("main.rs", "fn main() {}\n")));
  ASSERT_EQ(finding.edits().size(), 1U) << finding.advice.front().why;
  EXPECT_EQ(finding.edits().front().file, declared);
  EXPECT_EQ(finding.edits().front().text, "#[repr(align(64))]\n");
  EXPECT_THAT(contents, ElementsAre(Pair(declared, contentHash(kLanes))));
  EXPECT_TRUE(hasWrittenEdits(finding));
  EXPECT_EQ(finding.editing()->tried, EditTrial::None);
}

TEST_F(WrittenEditsTest, TakeTheNearestManifest) {
  const std::string text =
      "use crossbeam_utils::CachePadded;\npub struct Lane {\n    sent: AtomicU64,\n    lost: "
      "AtomicU64,\n}\nstatic LANE: Lane = Lane { sent: AtomicU64::new(0), lost: AtomicU64::new(0) "
      "};\n";
  Finding finding = lanesIn(folder.write("src/lane.rs", text));
  RecordMembers members = *finding.record->members;
  for (RecordMember &member : members)
    member.type = "core::sync::atomic::AtomicU64";
  finding.record->members = std::make_shared<const RecordMembers>(members);
  Advice &advice = finding.advice.front();
  advice.remedy = Remedy::AlignMembers;
  advice.before = {{"sent", 0, 8, {"1"}}, {"lost", 8, 8, {"2"}}};
  advice.after = {{"sent", 0, kLine, {"1"}}, {"lost", kLine, kLine, {"2"}}};
  EXPECT_THAT(edited(finding).edits(), IsEmpty());
  folder.write("Cargo.toml", "[dependencies]\ncrossbeam-utils = \"0.8\"\n");
  EXPECT_THAT(edited(finding).edits(), SizeIs(8));
  folder.write("src/Cargo.toml", "");
  EXPECT_THAT(edited(finding).edits(), IsEmpty());
}

TEST_F(WrittenEditsTest, AreNotMadeOfTwoDeclarations) {
  folder.write("lane.rs", kLanes);
  const Finding finding = edited(lanesIn(folder.write("main.rs", kLanes)));
  EXPECT_THAT(finding.edits(), IsEmpty());
  EXPECT_THAT(finding.advice.front().why, HasSubstr("; not written as an edit: "));
  EXPECT_THAT(contents, IsEmpty());
  EXPECT_FALSE(hasWrittenEdits(finding));
}

TEST_F(WrittenEditsTest, AreOnlyOfTheAuthorsFilesThatAreThere) {
  folder.write("lane.go", kLanes);
  for (const std::string &file :
       {folder.pathOf("main.c"), std::string("lane.rs"), folder.pathOf("gone/main.rs"),
        std::string("/rustc/1234/library/core/src/cell.rs")})
    EXPECT_THAT(edited(lanesIn(file)).edits(), IsEmpty()) << file;
  EXPECT_FALSE(isOfOtherLanguage(lanesIn(folder.pathOf("main.c"))));
  EXPECT_TRUE(isOfOtherLanguage(lanesIn(folder.pathOf("main.rs"))));
  EXPECT_THAT(contents, IsEmpty());
}

TEST_F(WrittenEditsTest, LeaveOtherEditsAlone) {
  folder.write("lane.rs", kLanes);
  Finding finding = lanesIn(folder.pathOf("lane.rs"));
  finding.advice.front().edits = {{"lane.c", 1, 1, 1, 1, "_Alignas(64) "}};
  EXPECT_EQ(edited(finding).edits(), finding.edits());
  EXPECT_FALSE(hasWrittenEdits(finding));
}

} // namespace writtenEditsTest
} // namespace fsfind::fix

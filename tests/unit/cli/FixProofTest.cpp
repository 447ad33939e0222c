#include "cli/check/Files.h"
#include "cli/fix/Proof.h"
#include "rules/model/ContentHash.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <unistd.h>

namespace fsfind::fix {
namespace fixProofTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A folder with a file of four letters a line; an edit marks a line.
class FixProof : public testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("fsfind-proof-" + std::to_string(::getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "a.c";
    std::ofstream(file_) << "one\ntwo\nsix\nten\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] Finding finding(std::uint32_t line, const std::string &text) const {
    Finding one;
    one.rule = "fsfind-adjacent-globals";
    one.location = {file_, line, 1};
    one.object.name = "object " + std::to_string(line);
    Advice advice;
    advice.edits = {{file_, line, 1, line, 1, text}};
    one.advice = {advice};
    return one;
  }

  Expected<ProvenPatch> prove(const Trial &trial) {
    before_.contents[file_] = contentHash(check::readFile(file_).value_or(""));
    return provenPatch(before_, trial);
  }

  [[nodiscard]] std::string edited(const ProvenPatch &proven) const {
    return proven.patch.files.empty() ? "" : proven.patch.files.front().after();
  }

  /// Lines that say BAD do not compile; what is not marked is still found.
  [[nodiscard]] Trial compiler() const {
    return [this](const analyzer::FileTexts &texts) -> Expected<Outcome> {
      ++trials_;
      Outcome after;
      const std::string &text = texts.at(file_);
      if (text.find("BAD") != std::string::npos)
        after.troubles = {"a.c: 1 error"};
      for (const Finding &finding : before_.findings)
        if (text.find("end" + std::to_string(finding.location.line)) == std::string::npos)
          after.findings.push_back(finding);
      return after;
    };
  }

  std::filesystem::path folder_;
  std::string file_;
  Outcome before_;
  mutable int trials_ = 0;
};

TEST_F(FixProof, OneTrialTellsThatAllIsWell) {
  before_.findings = {finding(1, "end1 "), finding(3, "end3 ")};
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\ntwo\nend3 six\nten\n");
  EXPECT_THAT(proven->patch.ended, SizeIs(2));
  EXPECT_THAT(proven->patch.remaining, IsEmpty());
  EXPECT_THAT(proven->patch.refused, IsEmpty());
  EXPECT_EQ(trials_, 1);
}

TEST_F(FixProof, OnlyTheEditThatDoesNotCompileIsRefused) {
  before_.findings = {finding(1, "end1 "), finding(2, "end2 BAD "), finding(3, "end3 "),
                      finding(4, "end4 ")};
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\ntwo\nend3 six\nend4 ten\n");
  EXPECT_THAT(proven->patch.refused,
              ElementsAre(file_ + ":2:1: the edit does not compile: a.c: 1 error"));
  ASSERT_THAT(proven->patch.remaining, SizeIs(1));
  EXPECT_EQ(proven->patch.remaining[0].location.line, 2U);
}

TEST_F(FixProof, TroubleThatWasThereBeforeIsNoReason) {
  before_.findings = {finding(1, "end1 BAD ")};
  before_.troubles = {"a.c: 1 error"};
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 BAD one\ntwo\nsix\nten\n");
}

TEST_F(FixProof, AnEditThatDoesNotEndItsFindingIsRefused) {
  before_.findings = {finding(1, "end1 "), finding(3, "useless ")};
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\ntwo\nsix\nten\n");
  EXPECT_THAT(proven->patch.refused,
              ElementsAre(HasSubstr(":3:1: the edit does not end the finding")));
  EXPECT_THAT(proven->patch.ended, SizeIs(1));
  EXPECT_THAT(proven->patch.remaining, SizeIs(1));
}

TEST_F(FixProof, WhatBreaksOnlyTogetherIsRefusedTogether) {
  before_.findings = {finding(1, "end1 "), finding(3, "end3 ")};
  const auto proven = prove([&](const analyzer::FileTexts &texts) -> Expected<Outcome> {
    Outcome after;
    const std::string &text = texts.at(file_);
    if (text.find("end1") != std::string::npos && text.find("end3") != std::string::npos)
      after.troubles = {"a.c: 1 error"};
    return after;
  });
  ASSERT_TRUE(proven);
  EXPECT_THAT(proven->patch.files, IsEmpty());
  EXPECT_THAT(proven->patch.refused, SizeIs(2));
}

TEST_F(FixProof, OtherFindingsThatEndAreCounted) {
  before_.findings = {finding(1, "end1 end2 ")};
  Finding without = finding(2, "");
  without.advice.clear();
  before_.findings.push_back(without);
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_THAT(proven->patch.ended, SizeIs(2));
  EXPECT_THAT(proven->patch.remaining, IsEmpty());
}

TEST_F(FixProof, AnEditThatMakesAFindingAsCertainIsRefused) {
  before_.findings = {finding(1, "end1 "), finding(3, "end3 ")};
  const auto proven = prove([&](const analyzer::FileTexts &texts) {
    auto after = compiler()(texts);
    if (texts.at(file_).find("end3") != std::string::npos) {
      after->findings.push_back(finding(4, ""));
      after->findings.back().message = "there is no room";
    }
    return after;
  });
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\ntwo\nsix\nten\n");
  EXPECT_THAT(proven->patch.refused,
              ElementsAre(file_ + ":3:1: the edit makes another finding: " + file_ +
                          ":4: there is no room [fsfind-adjacent-globals]"));
  EXPECT_THAT(proven->patch.ended, SizeIs(1));
  EXPECT_THAT(proven->patch.remaining, SizeIs(1));
  EXPECT_THAT(proven->patch.added, IsEmpty());
}

TEST_F(FixProof, AFindingThatIsLessCertainIsNoReasonAndIsCountedApart) {
  before_.findings = {finding(1, "end1 "), finding(2, "")};
  before_.findings[1].advice.clear();
  before_.findings[0].confidence = Confidence::High;
  before_.findings[1].message = "as before";
  const auto proven = prove([&](const analyzer::FileTexts &texts) {
    auto after = compiler()(texts);
    Finding added = finding(2, "");
    added.confidence = Confidence::Medium;
    after->findings.insert(after->findings.begin(), added);
    return after;
  });
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\ntwo\nsix\nten\n");
  EXPECT_THAT(proven->patch.ended, SizeIs(1));
  ASSERT_THAT(proven->patch.remaining, SizeIs(1));
  EXPECT_EQ(proven->patch.remaining[0].message, "as before");
  ASSERT_THAT(proven->patch.added, SizeIs(1));
  EXPECT_EQ(proven->patch.added[0].confidence, Confidence::Medium);
}

TEST_F(FixProof, TheNextBestEditIsTakenInsteadOfOneThatIsRefused) {
  before_.findings = {finding(1, "end1 BAD "), finding(2, "useless "), finding(3, "end3 ")};
  for (Finding *one : {&before_.findings[0], &before_.findings[1]})
    one->advice.push_back(
        finding(one->location.line, one == &before_.findings[0] ? "end1 " : "end2 ").advice[0]);
  const auto proven = prove(compiler());
  ASSERT_TRUE(proven);
  EXPECT_EQ(edited(*proven), "end1 one\nend2 two\nend3 six\nten\n");
  EXPECT_THAT(proven->patch.refused, IsEmpty());
  EXPECT_THAT(proven->patch.ended, SizeIs(3));
}

TEST_F(FixProof, OfEditsThatCollideThoseAreTakenThatEndMore) {
  before_.findings = {finding(1, "end1 "), finding(1, "end1 end2 end3 ")};
  before_.findings[1].location.line = 2;
  before_.findings[1].object.name = "object 2";
  before_.findings[1].advice[0].edits[0].end_column = 2; // replaces what the other inserts before
  const auto one_or_three = [&] {
    const auto proven = prove(compiler());
    EXPECT_TRUE(proven);
    return *proven;
  };
  EXPECT_EQ(edited(one_or_three()), "end1 end2 end3 ne\ntwo\nsix\nten\n");
  EXPECT_THAT(one_or_three().patch.ended, SizeIs(2));
  EXPECT_THAT(one_or_three().patch.refused, IsEmpty()) << "the other has ended, too";
  before_.findings[1].advice[0].edits[0].text = "end2 ";
  EXPECT_EQ(edited(one_or_three()), "end1 one\ntwo\nsix\nten\n") << "the first of equals";
  EXPECT_THAT(one_or_three().patch.refused,
              ElementsAre(HasSubstr("another finding's edit changes the same place")));
}

TEST_F(FixProof, ARecordWithoutANameIsTheSameOnAnotherLine) {
  before_.findings = {finding(1, "end1 "), finding(2, "")};
  before_.findings[1].advice.clear();
  before_.findings[1].object.name = "unnamed struct at a.c:2";
  const auto proven = prove([&](const analyzer::FileTexts &texts) {
    auto after = compiler()(texts);
    after->findings.back().object.name = "unnamed struct at a.c:5";
    return after;
  });
  ASSERT_TRUE(proven);
  EXPECT_THAT(proven->patch.refused, IsEmpty());
  EXPECT_THAT(proven->patch.ended, SizeIs(1));
}

TEST_F(FixProof, AnInterruptEndsIt) {
  before_.findings = {finding(1, "end1 ")};
  const auto proven = prove([](const analyzer::FileTexts &) -> Expected<Outcome> {
    Outcome after;
    after.interrupted = 2;
    return after;
  });
  ASSERT_TRUE(proven);
  EXPECT_EQ(proven->interrupted, 2);
  EXPECT_THAT(proven->patch.files, IsEmpty());
}

TEST_F(FixProof, AFailedTrialIsAnError) {
  before_.findings = {finding(1, "end1 ")};
  EXPECT_FALSE(prove([](const analyzer::FileTexts &) -> Expected<Outcome> {
    return failure({"x", {}, "cannot be read", ""});
  }));
}

} // namespace fixProofTest
} // namespace fsfind::fix

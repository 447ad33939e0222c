// The formats of services against reviewed outputs in tests/golden/review. After a change that is
// meant, run with FSFIND_UPDATE_GOLDENS=1 and read the difference before committing it.
#include "tests/support/ReviewFixture.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

namespace fsfind {
namespace reviewFormatsTest {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ReviewFormats : public test::ReviewFixture {};

TEST_F(ReviewFormats, AreAsReviewed) {
  const std::vector<Finding> findings = {ringFinding(), globalFinding(), strippedFinding()};
  for (const report::Format &format : report::reviewFormats()) {
    const std::string path = folder() + "/findings." + std::string(format.name);
    const std::string text = written(format.name, findings);
    if (std::getenv("FSFIND_UPDATE_GOLDENS") != nullptr)
      std::ofstream(path) << text;
    std::ostringstream golden;
    golden << std::ifstream(path).rdbuf();
    EXPECT_EQ(text, golden.str()) << "see the head of this file";
  }
}

TEST_F(ReviewFormats, CountColumnsAsTheirReadersDo) {
  const std::vector<Finding> findings = {ringFinding()};
  const json sarif = json::parse(written("sarif", findings))["runs"][0];
  EXPECT_EQ(sarif["columnKind"], "utf16CodeUnits");
  const json &fix = sarif["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
  EXPECT_EQ(fix["deletedRegion"]["startColumn"], 14);
  EXPECT_EQ(fix["deletedRegion"]["endColumn"], 14);
  const json &place = sarif["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["region"]["startColumn"], 19);
  const json rdjson = json::parse(written("rdjson", findings))["diagnostics"][0];
  EXPECT_EQ(rdjson["suggestions"][0]["range"]["start"]["column"], 17);
  EXPECT_THAT(written("github", findings), HasSubstr("line=3,col=19,"));
  const json gerrit = json::parse(written("gerrit", findings))["comments"]["src/ring.h"][0];
  EXPECT_EQ(
      gerrit["fix_suggestions"][0]["replacements"][0]["range"],
      (json{{"start_line", 3}, {"start_character", 13}, {"end_line", 3}, {"end_character", 13}}));
  const report::SourceTexts texts;
  const std::string_view bytes = texts.of("src/ring.h")->bytes();
  EXPECT_THAT(written("fixes", findings),
              HasSubstr("Offset: " + std::to_string(bytes.find("long tail")) + "\n"));
}

TEST_F(ReviewFormats, PointAtTheLineThatTheEditChanges) {
  Finding finding = ringFinding();
  finding.location = {"src/ring.h", 1, 8};
  const json rdjson = json::parse(written("rdjson", {finding}))["diagnostics"][0];
  EXPECT_EQ(rdjson["location"]["range"]["start"]["line"], 3);
  const json sarif = json::parse(written("sarif", {finding}))["runs"][0]["results"][0];
  EXPECT_EQ(sarif["locations"].size(), 1U);
  EXPECT_EQ(sarif["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
  EXPECT_EQ(sarif["relatedLocations"].size(), 2U) << "the other member and the access";
  EXPECT_EQ(json::parse(written("gitlab", {finding}))[0]["location"]["lines"]["begin"], 3);
  finding.advice[0].edits[0].file = "src/other.h";
  EXPECT_THAT(written("github", {finding}), HasSubstr("file=src/ring.h,line=1,"));
}

TEST_F(ReviewFormats, KeepWhatCannotBePlaced) {
  const std::vector<Finding> findings = {strippedFinding()};
  EXPECT_THAT(written("github", findings), testing::StartsWith("::notice title=fsfind-"));
  const json place = json::parse(
      written("sarif", findings))["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "perf.data");
  EXPECT_EQ(json::parse(written("gitlab", findings))[0]["location"]["path"], "perf.data");
  EXPECT_EQ(json::parse(written("rdjson", findings))["diagnostics"][0]["location"]["path"],
            "perf.data");
}

TEST_F(ReviewFormats, PutOnTheWholePatchSetWhatGerritHasNoFileFor) {
  Finding elsewhere = globalFinding();
  elsewhere.location.file = "/elsewhere/a.c";
  const json comments = json::parse(written("gerrit", {elsewhere, strippedFinding()}))["comments"];
  ASSERT_EQ(comments.size(), 1U) << "comments on files that are not of the change are refused";
  const json &whole = comments["/PATCHSET_LEVEL"];
  EXPECT_FALSE(whole[0].contains("line")) << "is refused, too";
  EXPECT_THAT(whole[0]["message"], testing::StartsWith("/elsewhere/a.c:15: variables"));
  EXPECT_THAT(whole[1]["message"], testing::StartsWith("perf.data: bytes 8-15"));
  EXPECT_EQ(whole[1]["unresolved"], false) << "of low confidence";
}

TEST_F(ReviewFormats, OfferGerritOnlyFixesThatFitWhole) {
  Finding finding = ringFinding();
  std::vector<Edit> &edits = finding.advice[0].edits;
  edits.push_back(edits.front());
  edits.push_back({"src/ring.h", 2, 1, 2, 1, "  "});
  const auto fix = [&] {
    return json::parse(written("gerrit", {finding}))["comments"]["src/ring.h"][0].value(
        "fix_suggestions", json::array());
  };
  EXPECT_EQ(fix()[0]["replacements"].size(), 2U) << "each edit once";
  edits.push_back({"src/ring.h", 900, 1, 900, 1, "x"});
  EXPECT_EQ(fix(), json::array()) << "a part of a fix is none";
  edits.back() = {"/usr/include/other.h", 1, 1, 1, 1, "x"};
  EXPECT_EQ(fix(), json::array()) << "not in the repository";
}

TEST_F(ReviewFormats, KeepCommentsBelowGerritsLimit) {
  constexpr std::size_t kLimit = 16384; // change.commentSizeLimit, bytes
  Finding finding = ringFinding();
  for (std::uint32_t line = 10; line < 1000; ++line)
    finding.related.push_back({{"src/push.c", line, 3}, "push writes it here: head"});
  const json comment = json::parse(written("gerrit", {finding}))["comments"]["src/ring.h"][0];
  EXPECT_LT(comment.dump().size(), kLimit);
  EXPECT_THAT(comment["message"], HasSubstr("- and "));
}

TEST_F(ReviewFormats, GiveAdviceWithoutEditsToo) {
  Finding finding = globalFinding();
  Advice &advice = finding.advice.emplace_back();
  advice.remedy = Remedy::PerThread;
  advice.why = "one counter a thread";
  for (const std::string_view format : {"sarif", "rdjson", "github", "gitlab", "gerrit"})
    EXPECT_THAT(written(format, {finding}),
                HasSubstr("300 HITM. Advice: one counter a thread (per-thread)"));
  EXPECT_THAT(written("markdown", {finding}), HasSubstr("**per-thread**: one counter a thread."));
}

/// Names of debug info and sources are what strangers write.
TEST_F(ReviewFormats, HaveNoControlCharactersOrCommandsOfNames) {
  const std::string hostile = "pushed\n::error::PWN\033]0;x\007 ##vso[x]";
  Finding finding = ringFinding();
  finding.message = hostile;
  finding.related.push_back({{"src/push.c", 9, 3}, hostile});
  finding.members.front().path = hostile;
  for (const std::string_view format : {"sarif", "rdjson", "gitlab", "gerrit"}) {
    const json document = json::parse(written(format, {finding}));
    const std::string text = document.dump();
    for (const std::string_view part : {"\\u001b", "\\u0007", "pushed\\n", "##vso["})
      EXPECT_THAT(text, Not(HasSubstr(std::string(part)))) << format;
  }
}

TEST_F(ReviewFormats, TellOfSimulation) {
  const Finding latent = ringFinding();
  Finding finding = latent;
  finding.verdict = Verdict::Measured;
  for (const report::Format &format : report::reviewFormats()) {
    EXPECT_THAT(written(format.name, {finding}), Not(HasSubstr("(simulated"))) << format.name;
    simulated_ = true;
    EXPECT_THAT(written(format.name, {finding}), HasSubstr("(simulated")) << format.name;
    EXPECT_THAT(written(format.name, {latent}), Not(HasSubstr("(simulated:"))) << format.name;
    simulated_ = false;
  }
}

TEST_F(ReviewFormats, CapAnnotationsByLevel) {
  std::vector<Finding> findings(12, ringFinding());
  findings.resize(30, globalFinding());
  findings.resize(31, strippedFinding());
  const std::string text = written("github", findings);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 22);
  EXPECT_TRUE(text.starts_with("::error "));
  EXPECT_LT(text.rfind("::error "), text.find("::warning "));
  EXPECT_THAT(text, testing::EndsWith("::notice title=fsfind::10 findings more\n"));
}

TEST_F(ReviewFormats, EscapeWhatWouldEndAnAnnotation) {
  Finding finding = globalFinding();
  finding.location.file = "src/50%,a:b.c";
  finding.message = "first\n::error::second";
  const std::string text = written("github", {finding});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, HasSubstr("file=src/50%25%2Ca%3Ab.c,"));
  EXPECT_THAT(text, HasSubstr("::first?::error::second"))
      << "no command, as it does not begin a line";
  EXPECT_THAT(text, Not(HasSubstr("%0A")));
}

TEST_F(ReviewFormats, WritePathsAsUris) {
  Finding finding = globalFinding();
  finding.location.file = "src/é 1#?.c";
  const json result = json::parse(written("sarif", {finding}))["runs"][0]["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/%C3%A9%201%23%3F.c");
}

TEST_F(ReviewFormats, NameOtherFoldersWhole) {
  Finding finding = globalFinding();
  finding.location.file = "/elsewhere/a.c";
  const json result = json::parse(written("sarif", {finding}))["runs"][0]["results"][0];
  const json &file = result["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(file["uri"], "file:///elsewhere/a.c");
  EXPECT_FALSE(file.contains("uriBaseId"));
}

TEST_F(ReviewFormats, SeePathsFromTheRepositoryOrTheFolder) {
  folder_ = "/repo/lib";
  const std::vector<Finding> findings = {ringFinding()};
  EXPECT_THAT(written("github", findings), HasSubstr("file=lib/src/ring.h,"));
  EXPECT_EQ(json::parse(written("rdjson", findings))["diagnostics"][0]["location"]["path"],
            "src/ring.h");
}

TEST_F(ReviewFormats, MakeNoLinksOfNamesInSarif) {
  const std::string name = "[x](https://elsewhere.test)";
  Finding finding = ringFinding();
  finding.message = "bytes of " + name;
  finding.related = {{{"src/" + name + ".c", 3, 3}, "push writes it here: " + name}};
  finding.advice[0].why = "as in " + name;
  const json result = json::parse(written("sarif", {finding}))["runs"][0]["results"][0];
  EXPECT_TRUE(result["locations"][0].contains("physicalLocation"));
  // Texts as SARIF viewers read them (SARIF 2.1.0, 3.11.6): a bracket behind `\\` is none.
  const std::regex link(R"((^|[^\\])\[(\\.|[^\]\\])*\]\(([^)]*)\))"), number("[0-9]+");
  std::size_t links = 0;
  const std::function<void(const json &)> look = [&](const json &part) {
    if (part.is_structured())
      for (const json &inner : part)
        look(inner);
    const std::string text = part.is_string() ? part.get<std::string>() : "";
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at, ++links)
      EXPECT_TRUE(std::regex_match((*at)[3].str(), number)) << text;
  };
  look(result);
  EXPECT_GT(links, 0U) << "to the related locations";
}

TEST_F(ReviewFormats, HaveNoMarksThatTurnTextAroundNorControls) {
  Finding finding = ringFinding();
  const std::string name = "a\u202e\u2066\u061c\u200fz, \u20ac \u0627 \xc2\x9b\xc3\xa9";
  finding.message = name;
  for (const std::string_view format : {"sarif", "rdjson", "gitlab", "gerrit"}) {
    const std::string text = written(format, {finding});
    for (const char *mark : {"\u202e", "\u2066", "\u061c", "\u200f", "\xc2\x9b"})
      EXPECT_THAT(text, Not(HasSubstr(mark))) << format;
    const std::string value = json::parse(text).dump();
    for (const char *mark : {"\u202e", "\u2066", "\u061c", "\u200f", "\xc2\x9b"})
      EXPECT_THAT(value, Not(HasSubstr(mark))) << format << ": readers show it to people";
    EXPECT_THAT(value, HasSubstr("z, \u20ac \u0627 ?\xc3\xa9")) << format;
  }
}

TEST_F(ReviewFormats, KeepMarkupOutOfComments) {
  Finding finding = globalFinding();
  finding.members[0].path = "a|b`<c>";
  EXPECT_THAT(written("markdown", {finding}), HasSubstr("| `` a\\|b`<c> `` |"));
  finding.members[0].path = "`a`";
  EXPECT_THAT(written("markdown", {finding}), HasSubstr("| `` `a` `` |"));
  finding.message = "*head_* <b> | [x](y)";
  EXPECT_THAT(written("markdown", {finding}), HasSubstr("\\*head\\_\\* \\<b\\> \\| \\[x\\](y)"));
  finding.location.file = "src/<b>&.c";
  EXPECT_THAT(written("markdown", {finding}), HasSubstr("<summary>2. src/&lt;b>&amp;.c:15<"));
}

TEST_F(ReviewFormats, KeepHostileCharactersOfNamesOut) {
  Finding finding = globalFinding();
  finding.message = finding.members[0].path = finding.location.file = finding.rule =
      "a\033[2J\007\u202Eb\xff\xc3";
  for (const std::string_view format : {"markdown", "github"}) {
    const std::string text = written(format, {finding});
    EXPECT_EQ(text.find_first_of("\033\007\xff"), std::string::npos) << format;
    EXPECT_THAT(text, Not(HasSubstr("\u202E"))) << format;
    EXPECT_THAT(text, HasSubstr("2J??b??")) << format;
  }
}

TEST_F(ReviewFormats, CapComments) {
  const std::vector<Finding> findings(50, ringFinding());
  const std::string text = written("markdown", findings);
  EXPECT_THAT(text, HasSubstr("### fsfind: 50 findings\n"));
  EXPECT_THAT(text, HasSubstr("\nand 30 more\n"));
  EXPECT_LT(text.size(), 65536U);
}

TEST_F(ReviewFormats, AreWholeWithoutFindings) {
  EXPECT_EQ(json::parse(written("sarif", {}))["runs"][0]["results"], json::array());
  EXPECT_EQ(json::parse(written("rdjson", {}))["diagnostics"], json::array());
  EXPECT_EQ(json::parse(written("gitlab", {})), json::array());
  EXPECT_EQ(written("github", {}), "");
  EXPECT_EQ(json::parse(written("gerrit", {}))["comments"], json::object());
  EXPECT_THAT(written("fixes", {}), HasSubstr("Diagnostics: []\n"));
  EXPECT_EQ(written("markdown", {}), "### fsfind: no findings\n");
}

} // namespace reviewFormatsTest
} // namespace fsfind

// Messages of editors, and places in the texts that they show.
#include "cli/lsp/Documents.h"
#include "cli/lsp/Framing.h"
#include "cli/lsp/Message.h"
#include "cli/lsp/Positions.h"
#include "cli/lsp/Uri.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::lsp {

using testing::HasSubstr;

/// Two units in UTF-16, four bytes in UTF-8.
const std::string kWide = "\xF0\x9D\x9B\xBC";
/// One unit, two bytes.
const std::string kAccent = "\xC3\xA9";

TEST(LspFraming, TakesMessagesApartWhereverTheStreamIsCut) {
  const std::string stream =
      framed("{}") + "content-length:3\r\nContent-Type: x\r\n\r\nabc" + framed("");
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    MessageReader reader;
    std::vector<std::string> contents;
    for (const std::string &part : {stream.substr(0, cut), stream.substr(cut)}) {
      reader.add(part);
      while (auto content = reader.next().value())
        contents.push_back(*content);
    }
    EXPECT_THAT(contents, testing::ElementsAre("{}", "abc", "")) << cut;
  }
}

TEST(LspFraming, FailsAgainOnceItHasFailed) {
  MessageReader reader(10);
  reader.add("Content-Length: 11\r\n\r\n");
  EXPECT_THAT(reader.next().error().message(), HasSubstr("more than 10 bytes"));
  reader.add(framed("{}"));
  EXPECT_FALSE(reader.next());
}

TEST(LspFraming, TellsAnEndWithinAMessage) {
  for (const auto &[stream, whole] :
       std::vector<std::pair<std::string, bool>>{{"", true},
                                                 {framed("{}"), true},
                                                 {framed("{}").substr(0, 9), false},
                                                 {framed("{}").substr(0, 22), false},
                                                 {framed("{}") + "x", false}}) {
    MessageReader reader;
    reader.add(stream);
    EXPECT_TRUE(reader.next());
    EXPECT_EQ(reader.end().has_value(), whole) << stream;
  }
}

TEST(LspMessage, TellsRequestsNotificationsAndAnswersApart) {
  EXPECT_EQ(parseMessage(R"({"id":"a","method":"m","params":[1]})")->id, "a");
  EXPECT_TRUE(parseMessage(R"({"method":"m"})")->id.is_null());
  EXPECT_EQ(parseMessage(R"({"id":1,"result":null})")->method, "");
  EXPECT_EQ(parseMessage(R"({"id":1.5,"method":"m"})").error().code, ErrorCode::InvalidRequest);
  EXPECT_EQ(parseMessage(R"({"id":9,"method":"m","params":1})").error().id, 9);
  EXPECT_EQ(parseMessage("{\"method\":\"[[[[\\\"[[[[\"}")->method, "[[[[\"[[[[");
}

TEST(LspPositions, CountCodeUnitsOfTheEncoding) {
  const std::string line = "a" + kWide + kAccent + "\xFFz";
  EXPECT_EQ(unitsOf(line, Encoding::Utf16), 6U);
  EXPECT_EQ(unitsOf(line, Encoding::Utf8), line.size());
  EXPECT_EQ(bytesOf(line, 1, Encoding::Utf16), 1U);
  EXPECT_EQ(bytesOf(line, 2, Encoding::Utf16), 1U) << "not into a character";
  EXPECT_EQ(bytesOf(line, 3, Encoding::Utf16), 5U);
  EXPECT_EQ(bytesOf(line, 99, Encoding::Utf16), line.size());
}

TEST(LspPositions, KnowAllLineEnds) {
  const std::string text = "one\r\ntwo\rthree\nfour";
  EXPECT_EQ(lineOf(text, 1), "two");
  EXPECT_EQ(lineOf(text, 3), "four");
  EXPECT_EQ(lineOf(text, 4), "");
  EXPECT_EQ(lineEnds(text), 3U);
  EXPECT_EQ(offsetOf(text, {2, 3}, Encoding::Utf16), 12U);
  EXPECT_EQ(offsetOf(text, {0, 99}, Encoding::Utf16), 3U);
  EXPECT_EQ(offsetOf(text, {99, 0}, Encoding::Utf16), text.size());
}

TEST(LspPositions, FindTheWordAround) {
  EXPECT_EQ(wordAt("stats.errors++", 8).text, "errors");
  EXPECT_EQ(wordAt("stats.errors++", 12).begin, 6U) << "right behind it";
  EXPECT_EQ(wordAt("stats.errors++", 13).text, "");
}

TEST(LspUri, NamesFilesAndNothingElse) {
  EXPECT_EQ(uriOf("/a b/\xC3\xA9#1.c"), "file:///a%20b/%C3%A9%231.c");
  EXPECT_EQ(pathOf("file:///a%20b/%C3%A9%231.c"), "/a b/\xC3\xA9#1.c");
  EXPECT_EQ(pathOf("file://localhost/x"), "/x");
  for (const char *other : {"file://host/x", "untitled:1", "file:///%4", "file:///%00", "/x", ""})
    EXPECT_FALSE(pathOf(other)) << other;
}

Json opened(const std::string &text) {
  return {{"textDocument", {{"uri", "file:///nowhere/x.c"}, {"version", 1}, {"text", text}}}};
}

Json changed(const Json &changes) {
  return {{"textDocument", {{"uri", "file:///nowhere/x.c"}, {"version", 2}}},
          {"contentChanges", changes}};
}

Json replaced(Position begin, Position end, const std::string &text) {
  return {{"range",
           {{"start", {{"line", begin.line}, {"character", begin.character}}},
            {"end", {{"line", end.line}, {"character", end.character}}}}},
          {"text", text}};
}

class LspDocuments : public testing::Test {
protected:
  static constexpr const char *kPath = "/nowhere/x.c";

  /// A document that is as it was checked.
  LspDocuments() {
    documents.open(opened("zero\none\ntwo\nthree\n"));
    documents.beginCheck();
    documents.endCheck([](const std::string &) { return std::uint64_t{0}; });
    documents.save(opened(""));
    documents.beginCheck();
    documents.endCheck([](const std::string &) { return std::uint64_t{0}; });
  }
  void change(Position begin, Position end, const std::string &text) {
    documents.change(changed(Json::array({replaced(begin, end, text)})), Encoding::Utf16);
  }
  [[nodiscard]] std::optional<std::uint32_t> now(std::uint32_t line) const {
    return documents.now(kPath, line);
  }

  Documents documents;
};

TEST_F(LspDocuments, KnowWhereLinesWent) {
  change({1, 0}, {1, 0}, "new\nnew\n");
  EXPECT_EQ(now(0), 0U);
  EXPECT_EQ(now(1), 3U) << "whole lines before it leave it as it is";
  change({3, 1}, {4, 1}, "x");
  EXPECT_EQ(documents.textOf(kPath), "zero\nnew\nnew\noxwo\nthree\n");
  EXPECT_FALSE(now(1));
  EXPECT_FALSE(now(2));
  EXPECT_EQ(now(3), 4U);
}

TEST_F(LspDocuments, FindWhatDiffersInWholeTexts) {
  documents.change(changed(Json::array({{{"text", "zero\none\nTWO\nand\nthree\n"}}})),
                   Encoding::Utf16);
  EXPECT_EQ(now(1), 1U);
  EXPECT_FALSE(now(2));
  EXPECT_EQ(now(3), 4U);
}

TEST_F(LspDocuments, CountFromTheFileThatWasChecked) {
  change({0, 0}, {1, 0}, "");
  documents.save(opened(""));
  EXPECT_EQ(now(2), 1U) << "findings of the check before are still shown";
  documents.beginCheck();
  change({0, 0}, {0, 0}, "while it runs\n");
  documents.endCheck([](const std::string &) { return std::uint64_t{0}; });
  EXPECT_EQ(now(0), 1U);
}

TEST(LspOpenFiles, EachUriOfAFileHasItsOwnText) {
  const std::string folder = testing::TempDir() + "fsfind-uris-" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/file.h") << "zero\none\n";
  std::filesystem::create_symlink("file.h", folder + "/link.h");
  const auto named = [&](const char *name) { return Json{{"uri", uriOf(folder + "/" + name)}}; };
  const auto open = [&](Documents &documents, const char *name) {
    Json document = named(name);
    document["text"] = "zero\none\n";
    documents.open({{"textDocument", document}});
  };
  const std::string path = std::filesystem::canonical(folder + "/file.h").string();
  Documents documents;
  open(documents, "file.h");
  open(documents, "link.h");
  EXPECT_EQ(documents.uri(path), uriOf(folder + "/file.h")) << "the first one has it";
  const auto change = [&](const char *name) {
    documents.change(
        {{"textDocument", named(name)}, {"contentChanges", {replaced({0, 0}, {0, 0}, "new\n")}}},
        Encoding::Utf16);
  };
  change("link.h");
  EXPECT_EQ(documents.textOf(path), "zero\none\n");
  EXPECT_EQ(documents.ofUri(uriOf(folder + "/link.h"))->text, "new\nzero\none\n");
  documents.close({{"textDocument", named("link.h")}});
  change("file.h");
  EXPECT_EQ(documents.now(path, 1), 2U) << "closing the link leaves the file open";
  std::filesystem::remove_all(folder);
}

TEST(LspOpenFiles, APipeHasNoText) {
  const std::string pipe = testing::TempDir() + "fsfind-pipe-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
  Documents documents;
  documents.open({{"textDocument", {{"uri", uriOf(pipe)}, {"text", "int x;\n"}}}});
  EXPECT_FALSE(documents.isSaved(pipe));
  documents.close({{"textDocument", {{"uri", uriOf(pipe)}}}});
  EXPECT_EQ(documents.textOf(pipe), "");
  std::filesystem::remove(pipe);
}

TEST_F(LspDocuments, TakeManyChangesOfALongLine) {
  constexpr std::uint32_t kMany = 200'000;
  Json changes = Json::array();
  for (std::uint32_t i = 0; i < kMany; ++i)
    changes.push_back(replaced({1, 0}, {1, 0}, "x"));
  documents.change(changed(changes), Encoding::Utf16);
  EXPECT_EQ(documents.textOf(kPath), "zero\n" + std::string(kMany, 'x') + "one\ntwo\nthree\n");
  EXPECT_FALSE(now(1));
}

TEST_F(LspDocuments, TakeNoMemoryForTypingOnALine) {
  LineChanges changes;
  for (int i = 0; i < 1000; ++i)
    changes.add(4, 1, 1, 0);
  EXPECT_EQ(changes.count(), 1U);
  changes.add(4, 1, 1, 1);
  EXPECT_EQ(changes.count(), 2U) << "what was saved before is kept apart";
}

} // namespace fsfind::lsp

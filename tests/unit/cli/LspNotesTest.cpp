// Findings as editors show them, and what they are told of edits.
#include "cli/lsp/Notes.h"
#include "cli/lsp/Patches.h"
#include "rules/model/ContentHash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace fsfind::lsp {

/// A file with a finding on its third line, whose edit is on the first.
class LspNotes : public testing::Test {
protected:
  LspNotes() {
    std::ofstream(path) << text;
    Finding finding;
    finding.rule = "fsfind-per-thread-slots";
    finding.confidence = Confidence::Medium;
    finding.message = "words";
    finding.location = {path, 3, 12};
    Advice advice;
    advice.why = "because";
    advice.edits = {{path, 1, 8, 1, 8, "_Alignas(64) "}};
    finding.advice = {advice};
    finding.related = {{{path, 1, 8}, "declared here"}};
    found.findings = {finding};
    found.fingerprints = {"print"};
  }
  ~LspNotes() override { std::filesystem::remove(path); }

  const std::string path =
      (std::filesystem::temp_directory_path() / ("fsfind-notes-" + std::to_string(getpid()) + ".c"))
          .string();
  const std::string text = "struct slot { long value; };\n/* \xF0\x9D\x9B\xBC */\n"
                           "/* \xF0\x9D\x9B\xBC */ slots[8];\n";
  Found found;
  Documents documents;
};

TEST_F(LspNotes, LieWhereTheDataAreDeclaredAndNotWhereEditsBegin) {
  const std::vector<Note> notes = notesOn(found, Encoding::Utf16);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].at.line, 2U);
  EXPECT_EQ(notes[0].at.begin, 9U) << "two units for four bytes";
  EXPECT_EQ(notes[0].at.end, 14U);
  ASSERT_EQ(notes[0].related.size(), 1U);
  EXPECT_EQ(notes[0].related[0].at.line, 0U);
  EXPECT_THAT(notes[0].message, testing::HasSubstr("because"));
}

TEST_F(LspNotes, AreToldOfOnlyWhereTheyDiffer) {
  Client client;
  Board board;
  const std::vector<Note> notes = notesOn(found, Encoding::Utf16);
  const Sheets sheets = Diagnostics(found, documents, client.abilities).sheets(notes);
  board.publish(sheets, documents, client);
  const std::size_t first = client.pending().size();
  EXPECT_THAT(std::string(client.pending()), testing::HasSubstr("publishDiagnostics"));
  board.publish(sheets, documents, client);
  EXPECT_EQ(client.pending().size(), first);
  board.publish({}, documents, client);
  EXPECT_THAT(std::string(client.pending()), testing::HasSubstr(R"("diagnostics":[])"));
}

TEST_F(LspNotes, EditsFitOnlyTheTextThatWasRead) {
  Abilities abilities;
  ProvedEdits proved{"print", found.findings[0].edits(), {{path, contentHash(text)}}, ""};
  const auto edit = workspaceEdit(proved, documents, abilities);
  ASSERT_TRUE(edit);
  EXPECT_TRUE(edit->contains("changes"));
  const auto read = patchesFrom(patchesJson({proved}));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].edits, proved.edits);
  EXPECT_EQ(read[0].contents, proved.contents);
  std::ofstream(path, std::ios::app) << "\n";
  EXPECT_EQ(workspaceEdit(proved, documents, abilities).error().code, ErrorCode::ContentModified);
}

} // namespace fsfind::lsp

// The places of code in a copy with edits, as places of the project without them.
#include "cli/fix/TextEdits.h"
#include "cli/fix/TextPlaces.h"
#include "cli/prove/OwnPlaces.h"

#include <gtest/gtest.h>

namespace fsfind::prove {

namespace proveOwnPlacesTest {

TEST(TextPlaces, EachCharacterComesFromWhereItWas) {
  const std::string text = "ab\ncdef\n\nghi\n";
  const std::vector<Edit> edits = {{"", 1, 1, 1, 1, "#new\n\n"},
                                   {"", 1, 2, 1, 2, "--"},
                                   {"", 2, 2, 2, 4, "+\n+"},
                                   {"", 3, 1, 4, 1, ""},
                                   {"", 4, 3, 4, 3, "\n  "}};
  const std::string after = fix::edited(text, edits);
  fix::TextPlace now{1, 1};
  std::string kept;
  for (const char c : after) {
    const fix::TextPlace was = fix::placeBefore(edits, now);
    const auto lines = fix::linesOf(text);
    ASSERT_LE(was.line, lines.size());
    if (c >= 'a' && c <= 'z' && c != 'n' && c != 'e' && c != 'w') {
      EXPECT_EQ(lines[was.line - 1].at(was.column - 1), c) << now.line << ':' << now.column;
      kept += c;
    }
    now = c == '\n' ? fix::TextPlace{now.line + 1, 1} : fix::TextPlace{now.line, now.column + 1};
  }
  EXPECT_EQ(kept, "abcfghi");
}

TEST(OwnPlaces, AreThoseOfTheProjectWithoutEdits) {
  fix::Patch patch;
  patch.files = {{"/project/src/a.c", "", {{"/project/src/a.c", 2, 1, 2, 1, "one\ntwo\n"}}}};
  Profile profile;
  profile.sites.resize(1);
  for (const Place &place : {Place{"/copy/new/src/a.c", 7, 3}, Place{"/copy/new/src/a.c", 1, 0},
                             Place{"/copy/new/src/b.c", 7, 3}, Place{"/usr/include/c.h", 7, 3}})
    profile.sites[0].frames.push_back({"f", place});
  useOwnPlaces(profile, "/copy/new", "/project", patch);
  const auto &frames = profile.sites[0].frames;
  EXPECT_EQ(frames[0].place, (Place{"/project/src/a.c", 5, 3}));
  EXPECT_EQ(frames[1].place, (Place{"/project/src/a.c", 1, 0}));
  EXPECT_EQ(frames[2].place, (Place{"/project/src/b.c", 7, 3}));
  EXPECT_EQ(frames[3].place, (Place{"/usr/include/c.h", 7, 3}));
}

} // namespace proveOwnPlacesTest
} // namespace fsfind::prove

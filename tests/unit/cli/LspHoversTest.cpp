// What editors show of records and members, and who uses them.
#include "cli/lsp/RecordPages.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fsfind::lsp {

using test::FactsBuilder;
using test::kInLoop;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A record that three threads use; each has a function of its name.
class LspHovers : public testing::Test {
protected:
  LspHovers() {
    slot = f.record("Slot", {{"v", f.plain(8)}, {"w", f.plain(8)}});
    either = f.record("Either", {{"a", f.plain(8)}, {"b", f.plain(8, "double")}});
    f.at(*f.at(either).record).is_union = true;
    f.at(*f.at(either).record).size = 8;
    f.member(either, "b").offset = 0;
    service = f.record("Service", {{"either", either},
                                   {"low", f.plain(4, "int")},
                                   {"high", f.plain(4, "int")},
                                   {"slots", f.array(slot, 4)}});
    for (const char *name : {"low", "high"}) {
      f.member(service, name).bit_field = true;
      f.member(service, name).offset = name == std::string("low") ? 8 : 9;
    }
    const FunctionIndex main = f.function("main");
    for (FunctionIndex *one : {&first, &second, &third}) {
      *one = f.function(one == &first ? "first" : one == &second ? "second" : "third");
      f.start(main, *one);
    }
    variable = f.global("service", service);
  }

  [[nodiscard]] test::Path object() { return f.variable(variable); }

  /// The first line for the member; the whole page for the record.
  [[nodiscard]] std::string shown(const std::string &word) const {
    Facts facts = f.build();
    facts.files.front().path = "/project/a.cpp";
    const Hovers hovers = recordPages(facts, {"/project", {}, nullptr});
    const std::string text =
        hovers.find("/project/a.cpp", word, [](std::uint32_t) { return true; });
    return text.starts_with('`') ? text.substr(0, text.find('\n')) : text;
  }

  FactsBuilder f;
  TypeIndex slot, either, service;
  FunctionIndex first, second, third;
  VariableIndex variable;
};

TEST_F(LspHovers, TellWhoReadsAndWritesWhatIsUpdated) {
  f.update(first, object().member("low"), kInLoop);
  EXPECT_THAT(shown("low"), HasSubstr("; written by first; read by first"));
}

TEST_F(LspHovers, TellTheUsersOfAMemberOfAUnion) {
  f.write(first, object().member("either").member("a"), kInLoop);
  f.write(second, object().member("either").member("b"), kInLoop);
  EXPECT_THAT(shown("a"), HasSubstr("; written by first"));
  EXPECT_THAT(shown("a"), Not(HasSubstr("second")));
  EXPECT_THAT(shown("b"), HasSubstr("; written by second"));
  EXPECT_THAT(shown("b"), Not(HasSubstr("first")));
  EXPECT_THAT(shown("either"), HasSubstr("; written by first, second"));
}

TEST_F(LspHovers, TellTheUsersOfABitField) {
  f.write(first, object().member("low"), kInLoop);
  f.write(second, object().member("high"), kInLoop);
  EXPECT_THAT(shown("low"), Not(HasSubstr("second")));
  EXPECT_THAT(shown("high"), HasSubstr("; written by second"));
  EXPECT_THAT(shown("high"), Not(HasSubstr("first")));
  EXPECT_THAT(shown("Service"), HasSubstr("int (bit-field)"));
}

TEST_F(LspHovers, AnElementCountsForItsArray) {
  f.write(third, object().member("slots").index(Provenance::Unknown).member("v"), kInLoop);
  EXPECT_THAT(shown("slots"), HasSubstr("; written by third"));
  const std::string page = shown("Service");
  EXPECT_THAT(page, StartsWith("record `Service`"));
  EXPECT_THAT(page, testing::ContainsRegex("slots[^\n]*third"));
}

TEST_F(LspHovers, NameOneUserOfAPartThatIsReachedOnItsOwn) {
  f.write(first, f.parameter(0, f.pointer(slot)).deref().member("v"), kInLoop);
  EXPECT_THAT(shown("v"), HasSubstr("; written by first"));
  EXPECT_THAT(shown("slots"), Not(HasSubstr("written")));
}

TEST(LspHoversOfTheCheckBefore, FollowTheLinesToTheNextOne) {
  Hovers hovers;
  hovers.pages = {"page"};
  hovers.texts = {{"one", 0}, {"two", 0}};
  hovers.anchors["/a.c"] = {{3, "one", 0}, {5, "two", 1}};
  hovers.anchors["/b.c"] = {{3, "one", 0}};
  LineChanges changes;
  changes.add(0, 0, 2, 0); // two lines above
  changes.add(7, 1, 1, 0); // the line of `two`
  hovers.follow({{"/a.c", changes}});
  const auto at = [&](const std::string &file, const std::string &word, std::uint32_t line) {
    return hovers.find(file, word, [&](std::uint32_t checked) { return checked == line; });
  };
  EXPECT_EQ(at("/a.c", "one", 5), "one\n\npage");
  EXPECT_EQ(at("/a.c", "one", 3), "");
  EXPECT_EQ(at("/a.c", "two", 7), "");
  EXPECT_EQ(at("/b.c", "one", 3), "one\n\npage");
}

} // namespace fsfind::lsp

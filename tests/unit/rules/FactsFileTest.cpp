// The facts file: what is written is read, and what is damaged is refused.
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "tests/support/RandomFacts.h"
#include "tests/support/TemporaryFolder.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fsfind::test {
namespace factsFileTest {

using testing::HasSubstr;

void expectEqual(const Facts &one, const Facts &other) {
  EXPECT_EQ(one.units, other.units);
  EXPECT_EQ(one.files, other.files);
  EXPECT_EQ(one.types, other.types);
  EXPECT_EQ(one.records, other.records);
  EXPECT_EQ(one.variables, other.variables);
  EXPECT_EQ(one.functions, other.functions);
  EXPECT_EQ(one.cacheline_constants, other.cacheline_constants);
  EXPECT_EQ(one.untraced, other.untraced);
  EXPECT_EQ(one.words, other.words);
}

std::string sample() {
  return encodeFacts(normalised(RandomFacts(7).unit())).value();
}

std::string problemOf(const std::string &bytes) {
  const Expected<Facts> facts = decodeFacts(bytes, "x.facts");
  return facts ? std::string() : facts.error().message();
}

std::string problemOf(const Facts &facts) {
  return problemOf(encodeFacts(facts).value());
}

Facts withFunction() {
  Facts facts;
  facts.functions.resize(1);
  facts.functions[0].key = "f";
  return facts;
}

TEST(FactsFile, ReadsWhatItWrote) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Facts facts = linked(RandomFacts(seed).unit());
    const Expected<Facts> read = decodeFacts(encodeFacts(facts).value(), "x.facts");
    ASSERT_TRUE(read) << read.error().message();
    expectEqual(*read, facts);
  }
}

TEST(FactsFile, ReadsWhatDoesNotShrinkOrShrinksBeyondMeasure) {
  Facts facts;
  facts.files = {{std::string(8 << 20, 'x'), 7}};
  const Expected<Facts> read = decodeFacts(encodeFacts(facts).value(), "x.facts");
  ASSERT_TRUE(read) << read.error().message();
  expectEqual(*read, facts);
  expectEqual(*decodeFacts(encodeFacts({}).value(), "x.facts"), {});
}

TEST(FactsFile, RefusesEveryTruncation) {
  const std::string whole = sample();
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_NE(problemOf(whole.substr(0, size)), "") << size;
  EXPECT_THAT(problemOf(whole.substr(0, whole.size() / 2)), HasSubstr("truncated"));
  EXPECT_THAT(problemOf(whole + "x"), HasSubstr("damaged"));
}

TEST(FactsFile, RefusesEveryChangedByteOfItsContent) {
  const std::string whole = sample();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    ASSERT_NE(problemOf(bad), "") << at;
  }
}

TEST(FactsFile, SaysWhatIsWrongAndWhatToDo) {
  EXPECT_THAT(problemOf("int main() {}"), HasSubstr("is not a facts file; give files that"));
  EXPECT_THAT(problemOf(std::string()), HasSubstr("is not a facts file"));
  std::string newer = sample();
  newer[8] = 99;
  EXPECT_THAT(problemOf(newer),
              HasSubstr("has facts of version 99, and this fsfind reads version"));
  EXPECT_THAT(problemOf(newer), HasSubstr("write it anew"));
}

TEST(FactsFile, RefusesWhatGrowsBeyondAllMeasure) {
  std::string huge = sample();
  huge[16 + 5] = 0x7F;
  EXPECT_THAT(problemOf(huge), HasSubstr("is too large when unpacked"));
}

TEST(FactsFile, RefusesIndicesThatAreNotInTheirTables) {
  Facts facts = withFunction();
  facts.functions[0].parent = FunctionIndex(1);
  EXPECT_THAT(problemOf(facts), HasSubstr("refers to an entry that is not there"));
  facts = withFunction();
  facts.functions[0].place = {FileIndex(0), 1, 1};
  EXPECT_THAT(problemOf(facts), HasSubstr("refers to an entry that is not there"));
}

TEST(FactsFile, RefusesValuesThatNoEnumerationHas) {
  Facts facts = withFunction();
  facts.functions[0].kind = static_cast<FunctionKind>(77);
  EXPECT_THAT(problemOf(facts), HasSubstr("number out of its range"));
}

TEST(FactsFile, TakesContradictionsAsUnknown) {
  Facts facts = withFunction();
  facts.units.resize(1);
  facts.types.resize(2);
  facts.records.resize(1);
  facts.types[1].kind = TypeClass::Record;
  facts.types[1].record = RecordIndex(0);
  facts.types[0].element = TypeIndex(0);
  facts.records[0].members.resize(1);
  facts.records[0].members[0].type = TypeIndex(1);
  facts.functions[0].parent = FunctionIndex(0);
  facts.functions[0].overrides = {FunctionIndex(0)};
  facts.functions[0].accesses.resize(1);
  FactAccess &access = facts.functions[0].accesses[0];
  access.what.root = Root::This;
  access.what.steps.resize(1);
  access.what.steps[0].kind = StepKind::Member;
  access.what.steps[0].member = 5;
  access.held = {0};
  access.loop = 2;
  facts.functions[0].loops.resize(2);
  facts.functions[0].loops[0].parent = facts.functions[0].loops[1].parent = 1;
  const Expected<Facts> read = decodeFacts(encodeFacts(facts).value(), "x.facts");
  ASSERT_TRUE(read) << read.error().message();
  const FactFunction &function = read->functions[0];
  EXPECT_FALSE(function.parent);
  EXPECT_TRUE(function.overrides.empty());
  EXPECT_EQ(function.accesses[0].what.root, Root::Unknown);
  EXPECT_TRUE(function.accesses[0].what.steps.empty());
  EXPECT_TRUE(function.accesses[0].held.empty());
  EXPECT_EQ(function.accesses[0].loop, 0U);
  EXPECT_EQ(function.loops[0].parent, 0U);
  EXPECT_EQ(function.loops[1].parent, 0U);
  EXPECT_FALSE(read->types[0].element);
  EXPECT_FALSE(read->types[1].record);
}

TEST(FactsFile, IsReadFromWhereItWasWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/unit.facts";
  const Facts facts = linked(RandomFacts(3).unit());
  ASSERT_TRUE(writeFactsFile(facts, path));
  const Expected<Facts> read = readFactsFile(path);
  ASSERT_TRUE(read) << read.error().message();
  expectEqual(*read, facts);
  EXPECT_THAT(readFactsFile(folder.path() + "/none").error().message(), HasSubstr("No such file"));
  EXPECT_THAT(readFactsFile(folder.path()).error().message(), HasSubstr("is a directory"));
}

TEST(FactsFile, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/unit.facts";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{64, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Expected<void> written = writeFactsFile(normalised(RandomFacts(3).unit()), path);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message(), HasSubstr("cannot be written: File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FactsFile, IsWrittenThroughNoLinkThatWasThereBefore) {
  const TemporaryFolder folder;
  const std::string victim = folder.write("victim", "kept"), path = folder.path() + "/unit.facts";
  // Whatever names can be guessed: in a shared folder, others may have them lead elsewhere.
  for (const char *name : {".partial", ".0.partial"})
    std::filesystem::create_symlink(victim, path + "." + std::to_string(getpid()) + name);
  ASSERT_TRUE(writeFactsFile(normalised(RandomFacts(3).unit()), path));
  EXPECT_EQ(std::filesystem::file_size(victim), 4U);
  EXPECT_TRUE(readFactsFile(path));
}

} // namespace factsFileTest
} // namespace fsfind::test

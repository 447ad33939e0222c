// What reports call heap memory of a recorded program: by the static pointer that leads to it, or
// by who allocated it.
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace fsfind::test {
namespace heapNamesTest {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

/// Two threads count in elements of an array that `rows` leads to, and fill and search 32 bytes
/// behind the eighth of a block by functions of the C library, which have no types.
constexpr const char *kProgram = R"(
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct row { long owner, count; };
static struct row *rows;
static volatile size_t length = 32;
__attribute__((noinline)) static char *makeText(void) {
  char *made = malloc(96);
  *(volatile char *)made = 0; // a call of malloc at the end would be a jump: main would allocate
  return made;
}
static void *run(void *argument) {
  char *text = argument;
  for (int i = 0; i < 3000; ++i) {
    ++rows[1].count;
    memset(text, i, length);
  }
  return 0;
}
int main(void) {
  rows = aligned_alloc(64, 4 * sizeof *rows);
  char *text = makeText();
  pthread_t other;
  pthread_create(&other, 0, run, text + 8);
  for (int i = 0; i < 3000; ++i) {
    ++rows[2].count;
    if (memchr(text + 8, 300, length) == text)
      return 1;
  }
  pthread_join(other, 0);
  return 0;
}
)";

class HeapNames : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
    folder_.write("program.c", kProgram);
    const std::string program = folder_.pathOf("program");
    ASSERT_EQ(run(std::string("cc -g -pthread ") + GetParam() + " " + folder_.pathOf("program.c") +
                  " -o " + program)
                  .exit_code,
              0);
    const RunResult recorded =
        run("\"$FSFIND\" record --engine=simulate -q -o " + data() + " " + program);
    ASSERT_EQ(recorded.exit_code, 0) << recorded.err;
    const RunResult report = run("\"$FSFIND\" report --format=json --show-all " + data());
    ASSERT_EQ(report.exit_code, 0) << report.err;
    report_ = json::parse(report.out);
  }
  std::string data() const { return folder_.pathOf("perf.data"); }

  TemporaryFolder folder_;
  json report_;
};

TEST_P(HeapNames, AreThoseOfWhoAllocatedMemoryThatNothingTypes) {
  std::set<std::uint64_t> offsets;
  std::uint64_t samples = 0;
  for (const json &line : report_["lines"])
    for (const json &access : line["accesses"]) {
      const json &object = access["object"];
      if (access["evidence"] != "allocation" || object["allocated"]["function"] != "makeText")
        continue;
      EXPECT_THAT(object["label"].get<std::string>(), StartsWith("memory of makeText (program.c:"));
      EXPECT_EQ(object["size"], 96);
      EXPECT_EQ(object["type"], "");
      offsets.insert(access["member_offset"].get<std::uint64_t>());
      samples += access["count"].get<std::uint64_t>();
    }
  ASSERT_THAT(offsets, Contains(8U));
  EXPECT_LT(*offsets.rbegin(), 40U);
  EXPECT_GE(report_["summary"]["named_by_allocation"], samples);
  const RunResult text = run("\"$FSFIND\" report --color=never " + data());
  EXPECT_THAT(text.out, HasSubstr("only by place of allocation"));
}

TEST_P(HeapNames, AreThoseOfTheStaticPointerThatLeadsToTheBlock) {
  std::set<std::uint64_t> elements;
  for (const json &line : report_["lines"])
    for (const json &access : line["accesses"])
      if (const json &object = access["object"]; object["type"] == "row") {
        EXPECT_EQ(object["holder"], "rows");
        EXPECT_EQ(object["label"], "rows");
        ASSERT_TRUE(object["index"].is_number());
        elements.insert(object["index"].get<std::uint64_t>());
      }
  EXPECT_EQ(elements, (std::set<std::uint64_t>{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(Builds, HeapNames, testing::Values("-O0", "-O2"),
                         [](const auto &build) { return std::string(build.param).substr(1); });

} // namespace heapNamesTest
} // namespace fsfind::test

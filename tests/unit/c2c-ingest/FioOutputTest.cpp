// What fio prints, and the file that it reads.
#include "c2c-ingest/timing/linux/FioOutput.h"
#include "c2c-ingest/timing/linux/ScratchFile.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>

namespace fsfind::timing {
namespace fioOutputTest {

using test::TemporaryFolder;
using testing::HasSubstr;

const auto kLater = std::chrono::steady_clock::now() + std::chrono::hours(1);

bool always() {
  return true;
}

TEST(FioOutput, IsARateAfterAnyMessages) {
  const auto run = parseFio("fio: this platform does not support something\n"
                            "{\n \"jobs\" : [ { \"error\" : 0, \"read\" : { \"bw_bytes\" : "
                            "2500000000, \"bw\" : 1 } } ]\n}\n");
  ASSERT_TRUE(run) << run.error().message();
  EXPECT_EQ(run->error, 0);
  EXPECT_DOUBLE_EQ(run->gb_per_s, 2.5);
}

TEST(FioOutput, TellsTheErrorOfAJob) {
  const auto run = parseFio(R"({"jobs":[{"error":22,"read":{"bw_bytes":0}}]})");
  ASSERT_TRUE(run) << run.error().message();
  EXPECT_EQ(run->error, 22);
}

TEST(FioOutput, WhatIsNoResultIsRefused) {
  const auto error = [](std::string_view text) { return parseFio(text).error().message(); };
  EXPECT_THAT(error(""), HasSubstr("fio: printed nothing"));
  EXPECT_THAT(error("fio: engine libaio not loadable\nmore"),
              HasSubstr("printed no result: fio: engine libaio not loadable"));
  EXPECT_THAT(error("{\"jobs\":[{"), HasSubstr("not whole"));
  EXPECT_THAT(error("{}"), HasSubstr("jobs is missing"));
  EXPECT_THAT(error(R"({"jobs":[]})"), HasSubstr("jobs are 0, not one"));
  EXPECT_THAT(error(R"({"jobs":[{"error":0}]})"), HasSubstr("jobs[0].read is missing"));
  EXPECT_THAT(error(R"({"jobs":[{"error":-1,"read":{"bw_bytes":5}}]})"),
              HasSubstr("jobs[0].error"));
  for (const char *rate : {"0", "-5", "1e300", "\"5\"", "null", "[]"})
    EXPECT_THAT(error(std::string(R"({"jobs":[{"read":{"bw_bytes":)") + rate + "}}]}"),
                HasSubstr("jobs[0].read.bw_bytes"))
        << rate;
}

TEST(ScratchFile, HasBytesForOthersToReadAndNoName) {
  constexpr std::uint64_t kBytes = std::uint64_t{16} << 20;
  const TemporaryFolder folder;
  auto file = ScratchFile::open(folder.path());
  ASSERT_TRUE(file) << file.error().message();
  const auto filled = file->fill(kBytes, kLater, always);
  ASSERT_TRUE(filled) << filled.error().message();
  EXPECT_EQ(file->bytes(), kBytes);
  EXPECT_EQ(std::filesystem::file_size(file->path()), kBytes);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ScratchFile, IsSmallWithoutTime) {
  const TemporaryFolder folder;
  auto file = ScratchFile::open(folder.path());
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->fill(std::uint64_t{1} << 30, {}, always));
  EXPECT_EQ(file->bytes(), ScratchFile::kLeastBytes);
}

TEST(ScratchFile, IsNotWhereItCannotBe) {
  const TemporaryFolder folder;
  EXPECT_THAT(ScratchFile::open(folder.pathOf("none")).error().message(),
              HasSubstr("no file can be made: No such file or directory"));
}

} // namespace fioOutputTest
} // namespace fsfind::timing

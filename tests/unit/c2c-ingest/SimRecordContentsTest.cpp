// Records that simulated processes append to one file, which is thinned when it comes near its
// limit. They are read back by the reader of all recordings.

#include "c2c-ingest/record/sim/RecordContents.h"

#include "c2c-ingest/Ingest.h"
#include "c2c-ingest/record/RecordingFile.h"
#include "c2c-ingest/record/sim/RecordStream.h"
#include "c2c-ingest/record/sim/Sampler.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::record::sim {
namespace simRecordContentsTest {

using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;

constexpr std::uint64_t kLimit = 1U << 20;
constexpr std::uint32_t kPid = 77;

class SimRecordContents : public testing::Test {
protected:
  SimRecordContents() {
    options_.out = folder_.pathOf("perf.data");
    options_.max_bytes = kLimit;
    auto file = RecordingFile::create(options_.out, options_);
    EXPECT_TRUE(file) << file.error().message();
    file_.emplace(std::move(*file));
  }

  /// Samples as the simulator takes them: at a place of their own in each of the `places` lines in
  /// turn, loads and stores alternating.
  void takeSamples(RecordStream &stream, std::uint64_t count, std::uint64_t places = 3,
                   std::uint64_t from = 0x404000) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool load = i % 2 == 0;
      const unsigned doublings = stream.doublings();
      ++(load ? loads_taken_ : stores_taken_);
      if (!(load ? sampler_.keepsLoad(doublings) : sampler_.keepsStore(doublings)))
        continue;
      stream.sample({.at = {kPid, kPid, 0, ++time_},
                     .event = load ? kLoadsId : kStoresId,
                     .ip = 0x401000,
                     .address = from + i / 2 % places * 64,
                     .period = (load ? options_.load_period : options_.store_period) << doublings,
                     .weight = 100,
                     .data_source = load ? 0x10000802ULL : 0x844ULL});
    }
  }
  std::uint64_t size() const { return std::filesystem::file_size(options_.out); }
  Profile finished() {
    const auto data = file_->finish({"1", "x86_64", {"fsfind"}});
    EXPECT_TRUE(data) << data.error().message();
    doublings_ = data->doublings;
    losses_ = data->losses;
    return read();
  }
  Profile read() const {
    ingest::IngestOptions options;
    options.resolve_names = false;
    auto profile = ingest::ingest(options_.out, options);
    EXPECT_TRUE(profile) << profile.error().message();
    return std::move(*profile);
  }
  std::vector<perf::Allocation> blocks() const {
    return (*perf::Recording::open(options_.out))->allocations();
  }

  test::TemporaryFolder folder_;
  Options options_;
  Sampler sampler_{options_};
  std::optional<RecordingFile> file_;
  std::uint64_t time_ = 0, loads_taken_ = 0, stores_taken_ = 0;
  unsigned doublings_ = 0;
  Losses losses_;
};

/// A program cannot tell when it has used up half of its room: all of it must stay visible, with
/// equal weight.
TEST_F(SimRecordContents, StaysBelowItsLimitAndStandsForTheWholeRun) {
  RecordStream stream(options_, 0);
  for (std::uint64_t part = 0; part < 30; ++part) {
    takeSamples(stream, 10'000, 1 + part / 15);
    ASSERT_LT(size(), kLimit);
  }
  stream.flush();
  const Profile profile = finished();
  EXPECT_LT(size(), kLimit);
  EXPECT_EQ(doublings_, 6U) << "300,000 samples, of which a megabyte has room for 7,900";
  const auto loads = static_cast<double>(loads_taken_ * options_.load_period);
  const auto stores = static_cast<double>(stores_taken_ * options_.store_period);
  EXPECT_NEAR(static_cast<double>(profile.estimated_loads), loads, loads / 100);
  EXPECT_NEAR(static_cast<double>(profile.estimated_stores), stores, stores / 100);
  // The second half of the run went to two lines by turns: the first line has three quarters.
  const auto samples = static_cast<double>(profile.samples);
  ASSERT_EQ(profile.line_count, 2U);
  EXPECT_NEAR(static_cast<double>(profile.totals.load), samples / 2, samples / 50);
  EXPECT_THAT(profile.notes.at(0).text, HasSubstr("has one of 64 samples"));
  EXPECT_THAT(profile.notes.at(0).text, HasSubstr("one of 640 slow loads and one of 3200 stores"));
  EXPECT_FALSE(profile.notes.at(0).incomplete);
}

TEST_F(SimRecordContents, SamplesOfEqualTimesKeepEqualShares) {
  RecordStream stream(options_, 0);
  for (int part = 0; part < 20; ++part)
    takeSamples(stream, 10'000, 1, 0x404000 + 64 * static_cast<std::uint64_t>(part));
  stream.flush();
  finished();
  std::map<std::uint64_t, int> of_part;
  const auto recording = perf::Recording::open(options_.out);
  ASSERT_TRUE(recording);
  ASSERT_TRUE((*recording)->forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
    perf::forEachRecord(batch, false, [&](const perf::Record &record) {
      StoredSample sample{};
      if (record.type == perf::kRecordSample) {
        std::memcpy(&sample.event, record.payload.data(), record.payload.size());
        EXPECT_EQ(sample.period, (sample.event == kLoadsId ? 10U : 50U) << doublings_);
        ++of_part[sample.address];
      }
    });
  }));
  ASSERT_EQ(of_part.size(), 20U);
  for (const auto &[address, count] : of_part)
    EXPECT_NEAR(count, 10'000 >> doublings_, 12) << address;
}

TEST_F(SimRecordContents, BlocksGoWithTheSamplesThatHitThem) {
  RecordStream stream(options_, 0);
  const Instant at{kPid, kPid, 0, 1};
  constexpr std::uint64_t kLong = 0x800000, kShort = 0x900000;
  stream.allocation(at, {.address = kLong, .size = 64, .begin = 1});
  for (int i = 0; i < 40'000; ++i) {
    takeSamples(stream, 2, 1, kLong);
    const std::uint64_t begin = ++time_;
    takeSamples(stream, 2, 1, kShort);
    if (time_ == begin)
      continue; // no sample hit it
    stream.allocation(at, {.address = kShort, .size = 64, .begin = begin});
    stream.allocation(at, {.address = kShort, .size = 64, .begin = begin, .end = ++time_});
  }
  stream.flush();
  const Profile profile = finished();
  EXPECT_FALSE(losses_.unnamed);
  EXPECT_LT(size(), kLimit);
  const auto kept = blocks();
  EXPECT_EQ(std::count_if(kept.begin(), kept.end(),
                          [](const perf::Allocation &block) { return block.address == kLong; }),
            1);
  // Half of the samples hit short blocks, two at most the same one.
  EXPECT_THAT(kept.size(), AllOf(Ge(profile.samples / 4), Le(profile.samples)));
}

TEST_F(SimRecordContents, NamesMakeRoomForSamplesAndMappingsForNothing) {
  RecordStream stream(options_, 0);
  StackRecord stack;
  stack.words.resize(100);
  for (int i = 0; i < 1000; ++i)
    stream.stack({kPid, kPid, 0, 1}, stack);
  takeSamples(stream, 20'000);
  stream.flush();
  EXPECT_LT(size(), kLimit);
  MapRecord map{.start = 0x1000, .end = 0x2000, .path = std::string(1000, 'p')};
  for (int i = 0; i < 2000; ++i)
    stream.map({kPid, kPid, 0, 1}, map);
  stream.flush();
  EXPECT_LT(size(), kLimit);
  EXPECT_GT(finished().samples, 0U);
  EXPECT_TRUE(losses_.full);
}

/// Kills a process that writes at a random place, again and again; another one goes on each time.
TEST_F(SimRecordContents, ReadsWholeWheneverAWriterIsKilled) {
  for (unsigned round = 0; round < 30; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      RecordStream stream(options_, 0);
      for (;;)
        takeSamples(stream, 1000);
    }
    ASSERT_GT(child, 0);
    usleep(1000 + round * 777);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const Profile profile = read();
    ASSERT_LE(profile.notes.size(), 2U);
    for (const Note &note : profile.notes)
      EXPECT_THAT(note.text, testing::AnyOf(HasSubstr("has not completed"), HasSubstr("one of")));
  }
  RecordStream stream(options_, 0);
  takeSamples(stream, 1000);
  stream.flush();
  const Profile profile = finished();
  EXPECT_GT(profile.samples, 1000U >> doublings_);
  EXPECT_LT(size(), kLimit);
  EXPECT_GT(doublings_, 0U);
}

/// The moment at which only a copy is whole: its place is told, and where it lay before is free.
TEST_F(SimRecordContents, GoesOnWhereAnotherWasKilledBetweenTheCopies) {
  RecordStream stream(options_, 0);
  takeSamples(stream, 4000);
  stream.flush();
  const int file = open(options_.out.c_str(), O_RDWR | O_CLOEXEC);
  {
    const SharedHead head(file);
    const std::uint64_t begin = head.begin(), bytes = head.size();
    std::vector<char> records(bytes);
    ASSERT_EQ(pread(file, records.data(), bytes, static_cast<off_t>(begin)), ssize_t(bytes));
    ASSERT_EQ(pwrite(file, records.data(), bytes, static_cast<off_t>(begin + bytes)),
              ssize_t(bytes));
    head.begin() = begin + bytes;
    head.status().rewriting = 1;
    const std::string junk(bytes / 2, 'x');
    ASSERT_EQ(pwrite(file, junk.data(), junk.size(), static_cast<off_t>(begin)),
              ssize_t(junk.size()));
  }
  close(file);
  EXPECT_EQ(read().samples, 4000U);
  takeSamples(stream, 100);
  stream.flush();
  EXPECT_EQ(size(), kHeadSize + 4100 * kSampleSize);
  const Profile profile = finished();
  EXPECT_EQ(profile.samples, 4100U);
  EXPECT_THAT(profile.notes, IsEmpty());
}

} // namespace simRecordContentsTest
} // namespace fsfind::record::sim

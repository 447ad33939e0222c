#include "c2c-ingest/perf/Recording.h"

#include "c2c-ingest/perf/BatchWorkers.h"
#include "c2c-ingest/perf/FeatureSections.h"
#include "c2c-ingest/perf/RecordIndex.h"
#include "c2c-ingest/perf/RecordingFiles.h"
#include "c2c-ingest/perf/SimulatedEvent.h"

#include <algorithm>
#include <cstring>

namespace fsfind::perf {
namespace {

/// The number of a directory's file stands above these bits, so that positions in files do not
/// overlap.
constexpr unsigned kPositionBitsPerFile = 48;

class OpenedRecording final : public Recording {
public:
  explicit OpenedRecording(RecordingFiles files) : files_(std::move(files)) {}

  Expected<void> read(const Progress &progress);

  const std::vector<EventAttr> &events() const override { return contents_.events; }
  const Features &features() const override { return contents_.features; }
  bool swapped() const override { return header_.swap; }
  const std::vector<SideEvent> &sideEvents() const override { return contents_.side_events; }
  const AllocationLog &allocations() const override { return contents_.allocations; }
  const StackLog &stacks() const override { return contents_.stacks; }
  const AuxTrace &trace() const override { return contents_.trace; }
  const BurstLog &bursts() const override { return contents_.bursts; }
  bool ordersByTime() const override { return contents_.orders_by_time; }
  const std::map<std::uint32_t, std::uint64_t> &recordCounts() const override {
    return contents_.record_counts;
  }
  std::uint64_t lostSamples() const override { return contents_.lost_samples; }
  const std::vector<Note> &notes() const override { return contents_.notes; }
  Expected<void> forEachBatch(unsigned workers, const BatchConsumer &consume) const override;

private:
  Expected<void> readDescriptions();
  std::vector<RecordStream> streams();
  void walkStreams(const Progress &progress);
  void note(const Error &problem) { contents_.notes.push_back({problem.message(), true}); }
  [[nodiscard]] bool interrupted() const;
  [[nodiscard]] bool unfinished() const;
  [[nodiscard]] bool lacksRecords() const;
  [[nodiscard]] bool truncated() const;

  RecordingFiles files_;
  FileHeader header_;
  RecordingContents contents_;
  std::vector<RecordStream> compressed_; ///< streams to be decompressed again for their samples
};

/// True if perf did not complete the file: it writes the size of the data last.
bool OpenedRecording::interrupted() const {
  return !header_.pipe && header_.data.size == 0 &&
         !featureTableFollows(files_.main.bytes, header_);
}

/// True if fsfind did not complete the file: while it records, the header tells the size of what is
/// there, and the features come last.
bool OpenedRecording::unfinished() const {
  return !header_.pipe && areSimulated(contents_.events) &&
         std::all_of(header_.features.begin(), header_.features.end(),
                     [](std::uint64_t word) { return word == 0; });
}

/// True if fsfind could not write all records, as on a full disk.
bool OpenedRecording::lacksRecords() const {
  std::uint32_t error = 0;
  const auto &bytes = files_.main.bytes;
  const bool told = !header_.pipe && areSimulated(contents_.events) &&
                    header_.data.offset >= kSimulatedErrorOffset + sizeof(error) &&
                    bytes.size() >= kSimulatedErrorOffset + sizeof(error);
  if (told)
    std::memcpy(&error, bytes.data() + kSimulatedErrorOffset, sizeof(error));
  return error != 0;
}

/// True if the data section ends behind the end of the file.
bool OpenedRecording::truncated() const {
  const std::uint64_t size = files_.main.bytes.size();
  return !header_.pipe &&
         (header_.data.offset > size || header_.data.size > size - header_.data.offset);
}

Expected<void> OpenedRecording::read(const Progress &progress) {
  FSFIND_TRY(header_, readFileHeader(files_.main.bytes, files_.main.name));
  FSFIND_CHECK(readDescriptions());
  walkStreams(progress);
  if (contents_.events.empty())
    return failure({files_.main.name,
                    {},
                    "the recording does not describe its events",
                    "record again: perf c2c record -- COMMAND"});
  return {};
}

/// In pipe mode the descriptions are records, which the walk reads.
Expected<void> OpenedRecording::readDescriptions() {
  if (header_.pipe)
    return {};
  FSFIND_TRY(contents_.events, readAttrs(files_.main.bytes, header_, files_.main.name));
  if (interrupted() || unfinished() || truncated())
    return {}; // the features come behind the data
  const std::optional<Error> damage = readFeatureSections(
      files_.main.bytes, header_, {contents_.features, contents_.events}, files_.main.name);
  if (damage)
    note(*damage);
  return {};
}

std::vector<RecordStream> OpenedRecording::streams() {
  Section data = header_.data;
  if (header_.pipe)
    data.offset = header_.size;
  if (header_.pipe || interrupted())
    data.size = files_.main.bytes.size();
  std::vector<RecordStream> all;
  all.push_back({files_.main.name, clip(files_.main.bytes, data), data.offset, data.offset});
  for (const RecordingFiles::Part &part : files_.records)
    all.push_back({part.name, part.bytes, 0, std::uint64_t{all.size()} << kPositionBitsPerFile});
  return all;
}

void OpenedRecording::walkStreams(const Progress &progress) {
  std::uint64_t size = files_.main.bytes.size();
  for (const RecordingFiles::Part &part : files_.records)
    size += part.bytes.size();
  RecordIndex index(contents_, {header_.swap, header_.bigEndian()}, header_.pipe, size, progress);
  std::vector<RecordStream> all = streams();
  for (std::size_t number = 0; number < all.size(); ++number) {
    RecordStream &stream = all[number];
    std::optional<Error> tear = StreamWalk(stream, header_.swap, index).run();
    const bool main = number == 0;
    if (main && !tear && truncated())
      tear = Error{stream.name, files_.main.bytes.size(), "the recording is cut off",
                   "everything before this place was read"};
    if (main && (interrupted() || unfinished()))
      tear = Error{stream.name, tear ? tear->offset : std::optional(stream.offset),
                   areSimulated(contents_.events)
                       ? "fsfind record has not completed this file: it was ended, or still runs"
                       : "perf record was interrupted before it completed this file",
                   "its records were read, the description of the machine is missing"};
    if (main && !tear && lacksRecords())
      tear = Error{stream.name, std::nullopt, "some records could not be written to this file",
                   "those that could were read; record to another place"};
    if (tear)
      note(*tear);
    if (index.takeCompressed())
      compressed_.push_back(std::move(stream));
  }
  index.finish();
}

Expected<void> OpenedRecording::forEachBatch(unsigned workers, const BatchConsumer &consume) const {
  consumeBatches(contents_.batches, workers, consume);
  for (const RecordStream &stream : compressed_)
    consumeDecompressed(stream, header_.swap, workers, consume);
  return {};
}

Expected<std::unique_ptr<Recording>> readFiles(RecordingFiles files,
                                               const Recording::Progress &progress) {
  auto recording = std::make_unique<OpenedRecording>(std::move(files));
  FSFIND_CHECK(recording->read(progress));
  return recording;
}

} // namespace

Expected<std::unique_ptr<Recording>> Recording::open(const std::string &path,
                                                     const Progress &progress) {
  FSFIND_TRY(RecordingFiles files, RecordingFiles::open(path));
  return readFiles(std::move(files), progress);
}

Expected<std::unique_ptr<Recording>> Recording::fromBytes(Bytes bytes, std::string name) {
  RecordingFiles files;
  files.main = {std::move(name), bytes};
  return readFiles(std::move(files), {});
}

} // namespace fsfind::perf

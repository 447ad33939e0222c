#include "c2c-ingest/record/RecordingFile.h"

#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/KeptModules.h"
#include "c2c-ingest/perf/FeatureDecoders.h"
#include "c2c-ingest/perf/SimulatedEvent.h"
#include "c2c-ingest/record/ApartMemory.h"
#include "c2c-ingest/record/CompressedRecords.h"
#include "c2c-ingest/record/RecordingFeatures.h"
#include "c2c-ingest/record/RecordingHead.h"
#include "rules/model/PathObstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

/// Totals of the appended records.
struct Appended {
  std::uint64_t bytes = 0; ///< of whole records
  std::uint64_t samples = 0;
  std::uint64_t first_time = UINT64_MAX, last_time = 0; ///< ns
  std::vector<perf::BuildIdEntry> build_ids;
  std::size_t mapped_apart = 0; ///< see countMappedApart
};

Error cannotWrite(const std::string &path) {
  return {path,
          {},
          std::string("cannot be written: ") + std::strerror(errno),
          "choose another file with -o"};
}

/// Gives a recording that will be replaced another name, as perf does.
bool keep(const std::string &path) {
  return std::rename(path.c_str(), (path + ".old").c_str()) == 0;
}

void noteSample(const perf::Record &record, bool swap, Appended &appended) {
  constexpr std::size_t kBeforeTime = 24; // IDENTIFIER, IP, TID
  perf::ByteReader fields(record.payload, swap);
  fields.skip(kBeforeTime);
  const std::uint64_t time = fields.u64();
  ++appended.samples;
  appended.first_time = std::min(appended.first_time, time);
  appended.last_time = std::max(appended.last_time, time);
}

Expected<void> countRecords(const perf::Recording &recording, Appended &appended) {
  return recording.forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
    appended.bytes += batch.bytes.size();
    perf::forEachRecord(batch, recording.swapped(), [&](const perf::Record &record) {
      if (record.type == perf::kRecordSample)
        noteSample(record, recording.swapped(), appended);
    });
  });
}

/// Build-ids of the ELF files that were mapped; files without one, or that no longer exist, are
/// left out.
std::vector<perf::BuildIdEntry> buildIdsOf(const perf::Recording &recording) {
  std::set<std::string> files;
  for (const perf::SideEvent &side : recording.sideEvents())
    if (const auto *map = std::get_if<perf::MmapEvent>(&side.event))
      files.insert(map->file);
  std::vector<perf::BuildIdEntry> entries;
  for (const std::string &file : files)
    if (const auto elf = debuginfo::ElfFile::open(file); elf && !(*elf)->buildId().empty())
      entries.push_back({(*elf)->buildId(), file});
  return entries;
}

Expected<Appended> readBack(const std::string &path) {
  Appended appended;
  if (std::error_code error; fs::file_size(path, error) == kHeadSize)
    return appended;
  FSFIND_TRY(const auto recording, perf::Recording::open(path));
  FSFIND_CHECK(countRecords(*recording, appended));
  appended.build_ids = buildIdsOf(*recording);
  appended.mapped_apart = countMappedApart(recording->sideEvents());
  return appended;
}

/// The table of feature sections and their contents; `at` is the file offset of the table.
std::string featureSections(const std::map<unsigned, std::string> &features, std::uint64_t at) {
  constexpr std::uint64_t kTableEntry = 16;
  ByteSink table, contents;
  at += features.size() * kTableEntry;
  for (const auto &[number, payload] : features) {
    table.u64(at + contents.bytes().size()).u64(payload.size());
    contents.raw(payload);
  }
  return table.bytes() + contents.bytes();
}

std::uint64_t featureBits(const std::map<unsigned, std::string> &features) {
  std::uint64_t bits = 0;
  for (const auto &[number, payload] : features)
    bits |= 1ULL << number;
  return bits;
}

} // namespace

Expected<std::string> recordingPlace(const std::string &path) {
  if (auto stray = strayLink(path))
    return failure(std::move(*stray));
  std::error_code error, none;
  fs::path place = path;
  if (fs::is_symlink(path, none))
    place = fs::canonical(path, error);
  if (error)
    return failure(
        {path, {}, "is a symbolic link that leads nowhere", "choose another file with -o"});
  struct stat status{}, stream{};
  if (stat(place.c_str(), &status) != 0)
    return place.string();
  if (!S_ISREG(status.st_mode))
    return failure({path, {}, "is not a regular file", "choose another file with -o"});
  for (const int number : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(number, &stream) == 0 && stream.st_dev == status.st_dev &&
        stream.st_ino == status.st_ino)
      return failure({path, {}, "is what the command prints to", "choose another file with -o"});
  return place.string();
}

Expected<RecordingFile> RecordingFile::create(const std::string &path,
                                              const Simulation &simulation) {
  FSFIND_TRY(const std::string place, recordingPlace(path));
  std::error_code error;
  const bool replaced = fs::exists(place, error);
  if (replaced && HeldFile::isHeld(place))
    return failure(
        {path, {}, "is being recorded by another fsfind", "choose another file with -o"});
  // The name leads to a whole head as soon as it leads here. As perf's, the file is the user's.
  std::string temporary = place + ".XXXXXX";
  const Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  const std::string head =
      recordingHead(simulation, {}, 0) + std::string(sizeof(RecordingStatus), '\0');
  if (file.number() < 0)
    return failure(cannotWrite(path));
  const ssize_t written = write(file.number(), head.data(), head.size());
  if (written >= 0 && written < static_cast<ssize_t>(head.size()))
    errno = ENOSPC;
  if (written != static_cast<ssize_t>(head.size()) || (replaced && !keep(place)) ||
      std::rename(temporary.c_str(), place.c_str()) != 0) {
    Error problem = cannotWrite(path);
    fs::remove(temporary, error);
    return failure(std::move(problem));
  }
  RecordingFile recording(place, simulation, replaced);
  recording.held_ = HeldFile(place);
  return recording;
}

static_assert(kStatusOffset + offsetof(RecordingStatus, error) == perf::kSimulatedErrorOffset);

Expected<RecordedData> RecordingFile::finish(const RecordedRun &run) {
  const RecordingStatus status = held_.finish();
  if (status.by_code != 0 && simulation_.by_code == Simulation::ByCode::No)
    simulation_.by_code = Simulation::ByCode::OfSomePrograms;
  RecordedData data;
  data.by_code = simulation_.by_code;
  Expected<void> completed = complete(run, data);
  if (completed && status.error != 0 && data.samples == 0) {
    errno = static_cast<int>(status.error);
    completed = failure(cannotWrite(path_));
  }
  if (!completed && data.samples == 0)
    discard();
  if (!completed)
    return failure(completed.error());
  if (status.error != 0)
    return failure({path_,
                    {},
                    fmt::format("lacks records that could not be written: {}",
                                std::strerror(static_cast<int>(status.error))),
                    "what it has can be reported; choose another place with -o"});
  data.doublings = status.doublings;
  data.losses.full = status.keeps == RecordingStatus::Nothing;
  data.losses.unnamed = status.keeps == RecordingStatus::WithoutNames;
  data.losses.native = status.native;
  data.losses.apart = status.apart;
  return data;
}

Expected<void> RecordingFile::complete(const RecordedRun &run, RecordedData &into) const {
  FSFIND_TRY(const Appended appended, readBack(path_));
  into.samples = appended.samples;
  into.losses.mapped_apart = appended.mapped_apart;
  for (const perf::BuildIdEntry &module : appended.build_ids)
    debuginfo::keepModule(module.file);
  const bool any = appended.samples != 0;
  auto features =
      recordingFeatures({simulation_, run.version, run.arch, run.command_line,
                         any ? appended.first_time : 0, appended.last_time, appended.build_ids});
  DataSection data{kHeadSize, appended.bytes};
  Expected<std::string> compressed; // whatever becomes of that, the file is completed
  if (const SharedHead &head = held_.head(); head.isMapped()) {
    head.size() = appended.bytes; // without a torn last record
    if (run.compress && any) {
      compressed = compressRecords(held_.file(), head, path_);
      if (compressed && !compressed->empty())
        features[perf::kFeatureCompressed] = *compressed;
    }
    data = {head.begin(), head.size()};
  }
  const std::uint64_t end = data.offset + data.size;
  std::error_code error;
  fs::resize_file(path_, end, error);
  std::ofstream out(path_, std::ios::binary | std::ios::in);
  out.seekp(static_cast<std::streamoff>(end));
  out << featureSections(features, end) << std::flush;
  // The head is written last: a crash before that leaves an interrupted recording, not a wrong one.
  out.seekp(0);
  out << recordingHead(simulation_, data, featureBits(features)) << std::flush;
  if (error || !out)
    return failure(cannotWrite(path_));
  if (!compressed)
    return failure(compressed.error());
  return {};
}

std::optional<Error> RecordingFile::trouble() const {
  const RecordingStatus status = held_.finish();
  if (status.error == 0)
    return std::nullopt;
  errno = static_cast<int>(status.error);
  return cannotWrite(path_);
}

void RecordingFile::discard() {
  std::error_code error;
  fs::remove(path_, error);
  if (replaced_)
    fs::rename(path_ + ".old", path_, error);
}

} // namespace fsfind::record

#include "c2c-ingest/record/RecordingOutput.h"

#include "c2c-ingest/base/Descriptor.h"
#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/debuginfo/KeptModules.h"
#include "c2c-ingest/perf/FeatureDecoders.h"
#include "c2c-ingest/record/ApartMemory.h"
#include "c2c-ingest/record/CompressedRecords.h"
#include "c2c-ingest/record/layout/RecordPlace.h"
#include "rules/model/PathObstacle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
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

void noteSample(const perf::Record &record, bool swap, RecordedContents &contents) {
  constexpr std::size_t kBeforeTime = 24; // IDENTIFIER, IP, TID
  perf::ByteReader fields(record.payload, swap);
  fields.skip(kBeforeTime);
  const std::uint64_t time = fields.u64();
  ++contents.samples;
  contents.first_time = std::min(contents.first_time, time);
  contents.last_time = std::max(contents.last_time, time);
}

Expected<void> countRecords(const perf::Recording &recording, RecordedContents &contents) {
  return recording.forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
    contents.bytes += batch.bytes.size();
    perf::forEachRecord(batch, recording.swapped(), [&](const perf::Record &record) {
      if (record.type == perf::kRecordSample)
        noteSample(record, recording.swapped(), contents);
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

Expected<RecordedContents> readBack(const std::string &path) {
  RecordedContents contents;
  if (std::error_code error; fs::file_size(path, error) == kHeadSize)
    return contents;
  FSFIND_TRY(const auto recording, perf::Recording::open(path));
  FSFIND_CHECK(countRecords(*recording, contents));
  contents.lost = recording->lostSamples();
  contents.build_ids = buildIdsOf(*recording);
  contents.mapped_apart = countMappedApart(recording->sideEvents());
  return contents;
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

Expected<RecordingOutput> RecordingOutput::create(const std::string &path,
                                                  const std::string &described) {
  FSFIND_TRY(const std::string place, recordingPlace(path));
  std::error_code error;
  const bool replaced = fs::exists(place, error);
  if (replaced && HeldFile::isHeld(place))
    return failure(
        {path, {}, "is being recorded by another fsfind", "choose another file with -o"});
  // The name leads to a whole head as soon as it leads here. As perf's, the file is the user's.
  std::string temporary = place + ".XXXXXX";
  const Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  std::string head = described;
  head.resize(kHeadSize);
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
  RecordingOutput recording(place, replaced);
  recording.held_ = HeldFile(place);
  return recording;
}

void RecordingOutput::append(std::span<const std::byte> first, std::span<const std::byte> then) {
  const SharedHead &head = held_.head();
  if (!head.isMapped() || head.status().error != 0)
    return;
  const std::uint64_t at = head.begin() + head.size();
  int error = writeAt(held_.file(), first, at);
  if (error == 0)
    error = writeAt(held_.file(), then, at + first.size());
  if (error == 0)
    head.size() += first.size() + then.size();
  else
    head.status().error = static_cast<std::uint32_t>(error);
}

std::uint64_t RecordingOutput::size() const {
  return held_.head().isMapped() ? held_.head().size().load() : 0;
}

Expected<RecordedContents> RecordingOutput::finish(const RecordingForm &form, bool compress) {
  const RecordingStatus status = stop();
  RecordedContents contents;
  Expected<void> completed = complete(form, compress, contents);
  if (completed && status.error != 0 && contents.samples == 0) {
    errno = static_cast<int>(status.error);
    completed = failure(cannotWrite(path_));
  }
  if (!completed && contents.samples == 0)
    discard();
  if (!completed)
    return failure(completed.error());
  if (status.error != 0)
    return failure({path_,
                    {},
                    fmt::format("lacks records that could not be written: {}",
                                std::strerror(static_cast<int>(status.error))),
                    "what it has can be reported; choose another place with -o"});
  return contents;
}

Expected<void> RecordingOutput::complete(const RecordingForm &form, bool compress,
                                         RecordedContents &into) const {
  FSFIND_TRY(into, readBack(path_));
  for (const perf::BuildIdEntry &module : into.build_ids)
    debuginfo::keepModule(module.file);
  FeaturePayloads features = form.features(into);
  DataSection data{kHeadSize, into.bytes};
  Expected<std::string> compressed; // whatever becomes of that, the file is completed
  if (const SharedHead &head = held_.head(); head.isMapped()) {
    head.size() = into.bytes; // without a torn last record
    if (compress && into.samples != 0) {
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
  const std::string sections = featureSections(features, end);
  out << sections << form.tail << std::flush;
  // The head is written last: a crash before that leaves an interrupted recording, not a wrong one.
  out.seekp(0);
  out << form.head({data, featureBits(features), end + sections.size()}) << std::flush;
  if (error || !out)
    return failure(cannotWrite(path_));
  if (!compressed)
    return failure(compressed.error());
  return {};
}

std::optional<Error> RecordingOutput::trouble() const {
  const RecordingStatus status = stop();
  if (status.error == 0)
    return std::nullopt;
  errno = static_cast<int>(status.error);
  return cannotWrite(path_);
}

void RecordingOutput::discard() {
  std::error_code error;
  fs::remove(path_, error);
  if (replaced_)
    fs::rename(path_ + ".old", path_, error);
}

} // namespace fsfind::record

#pragma once

#include "c2c-ingest/record/FeaturePayloads.h"
#include "c2c-ingest/record/HeldFile.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fsfind::record {

/// Where a recording of this name goes, which a symbolic link may say. Fails if that is a device, a
/// pipe, or what fsfind and the command print to, which no recording may replace.
[[nodiscard]] Expected<std::string> recordingPlace(const std::string &path);

/// Where the records lie in the file.
struct DataSection {
  std::uint64_t offset = kHeadSize, size = 0;
};

/// What the records of a file tell of themselves.
struct RecordedContents {
  std::uint64_t bytes = 0; ///< of whole records
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;                               ///< as LOST records count
  std::uint64_t first_time = UINT64_MAX, last_time = 0; ///< ns, of samples
  std::vector<perf::BuildIdEntry> build_ids;            ///< of mapped files
  std::size_t mapped_apart = 0;                         ///< see countMappedApart

  /// ns, of the first sample; 0 if there is none.
  [[nodiscard]] std::uint64_t start() const { return samples == 0 ? 0 : first_time; }
};

/// What the head of a recording tells of the rest of the file.
struct FileParts {
  DataSection data;
  /// First 64 bits of the header's feature bit set; a recording that is not finished has none.
  std::uint64_t features = 0;
  std::uint64_t tail = 0; ///< offset of RecordingForm::tail
};

/// What tells one kind of recording from another. Its samples begin with IDENTIFIER IP TID TIME.
struct RecordingForm {
  /// Header and attributes: what lies before the status, or less.
  std::function<std::string(const FileParts &parts)> head;
  std::function<FeaturePayloads(const RecordedContents &contents)> features;
  std::string tail = {}; ///< what of the attributes has no room in the head
};

/// A perf.data to which records are appended between `create` and `finish`, by whoever maps its
/// head or by `append`. Without `finish` it is what an interrupted `perf record` leaves, and is
/// read as such.
class RecordingOutput {
public:
  /// Writes the head, for the user alone to read, as perf does. A recording of that name is kept as
  /// `path.old`, as perf keeps it; if the head cannot be written, it stays as it was. `head` has at
  /// most kStatusOffset bytes.
  static Expected<RecordingOutput> create(const std::string &path, const std::string &head);

  /// Appends whole records; they count, for whoever reads the file, once all are written. What
  /// fails is noted as what another process cannot write, and nothing is written from then on. No
  /// other process may append.
  void append(std::span<const std::byte> first, std::span<const std::byte> then = {});
  /// Bytes of the records so far.
  [[nodiscard]] std::uint64_t size() const;

  /// Tells who appends to append nothing more; returns what they have noted.
  [[nodiscard]] RecordingStatus stop() const { return held_.finish(); }

  /// Stops, cuts off a torn last record, compresses if asked to, appends the header features, and
  /// completes the head. Fails, with a complete file, if a process could not append its records or
  /// they could not be compressed; of no samples, as discard() leaves it.
  Expected<RecordedContents> finish(const RecordingForm &form, bool compress);

  /// Why a process could not append its records; none if each could.
  [[nodiscard]] std::optional<Error> trouble() const;

  /// Removes the file; the recording it replaced gets its name back.
  void discard();

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  RecordingOutput(std::string path, bool replaced) : path_(std::move(path)), replaced_(replaced) {}

  [[nodiscard]] Expected<void> complete(const RecordingForm &form, bool compress,
                                        RecordedContents &into) const;

  std::string path_;
  bool replaced_;
  HeldFile held_;
};

} // namespace fsfind::record

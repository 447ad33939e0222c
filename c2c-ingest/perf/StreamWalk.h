#pragma once

#include "c2c-ingest/perf/Decompressor.h"
#include "c2c-ingest/perf/FileHeader.h"
#include "c2c-ingest/perf/RecordWalk.h"

#include <optional>
#include <string>

namespace fsfind::perf {

/// One file's records.
struct RecordStream {
  std::string name;           ///< of the file, for messages
  Bytes bytes;                ///< records only
  std::uint64_t offset = 0;   ///< of the first record in the file
  std::uint64_t position = 0; ///< of the first record among all streams
};

/// Is called with what a walk over a stream meets, in order.
class StreamObserver {
public:
  virtual ~StreamObserver() = default;
  /// A record that is not a sample, before the run that holds it.
  virtual void onRecord(const Record &record, bool decompressed) = 0;
  /// The trace data that follow an AUXTRACE record, as far as the stream has them; valid as long as
  /// the stream.
  virtual void onTraceData(const Record &, Bytes) {}
  /// Whole records in a row. Decompressed bytes are valid during the call only, others as long as
  /// the stream.
  virtual void onRun(const RecordBatch &run, std::uint64_t samples, bool decompressed) = 0;
};

/// Walks over the records of a stream, through the compressed ones into those they hold. Two walks
/// over one stream give the same positions: the first byte's plus the bytes of all records
/// delivered before.
class StreamWalk {
public:
  StreamWalk(const RecordStream &stream, bool swap, StreamObserver &observer)
      : stream_(stream), swap_(swap), observer_(observer), position_(stream.position) {}

  /// Returns what kept the walk from reaching the end of the stream; nothing if it got there.
  std::optional<Error> run();

private:
  [[nodiscard]] bool compressedComesNext() const;
  void walkPlain();
  void walkSpecial();
  void skipFollowing(const Record &record);
  void decompress(std::uint32_t type, Bytes payload);
  void flushDecompressed();
  std::size_t deliverDecompressed(Bytes bytes);
  void tear(const char *what);

  const RecordStream &stream_;
  const bool swap_;
  StreamObserver &observer_;
  std::uint64_t position_;
  std::size_t at_ = 0; ///< in the stream's bytes
  std::optional<Decompressor> decompressor_;
  std::optional<Error> tear_;
};

} // namespace fsfind::perf

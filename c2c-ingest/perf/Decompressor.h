#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <functional>
#include <memory>
#include <vector>

struct ZSTD_DCtx_s;

namespace fsfind::perf {

/// The zstd stream that runs through all COMPRESSED and COMPRESSED2 records of a file. Holds one
/// buffer, never the whole stream; bytes the consumer cannot use yet (the start of a record) stay
/// in front of what comes next.
class Decompressor {
public:
  /// Takes whole records from the front of the bytes and returns how many bytes those were.
  using Consumer = std::function<std::size_t(Bytes)>;

  explicit Decompressor(std::size_t buffer_size);

  /// Decompresses one record's payload, calling `consume` whenever the buffer is full. False if the
  /// data is corrupt, grows more than any recording, or the consumer cannot use a full buffer.
  bool feed(Bytes packed, const Consumer &consume);
  /// Hands over what is buffered.
  void flush(const Consumer &consume);
  /// Bytes buffered that no consumer has used yet.
  [[nodiscard]] std::size_t pending() const { return filled_; }

private:
  struct Free {
    void operator()(ZSTD_DCtx_s *context) const;
  };

  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::vector<std::byte> buffer_;
  std::size_t filled_ = 0;
  std::uint64_t packed_ = 0, grown_ = 0; ///< bytes fed so far, and bytes decompressed from them
};

} // namespace fsfind::perf

#pragma once

#include "c2c-ingest/perf/ByteReader.h"
#include "rules/model/Expected.h"

#include <string>
#include <utility>

namespace fsfind::perf {

/// A file's bytes, mapped read-only for the object's life. What cannot be mapped (standard input,
/// a FIFO) is first copied to an unlinked temporary file.
class MappedFile {
public:
  /// `path` may be "-" for standard input. An empty file is an error.
  static Expected<MappedFile> open(const std::string &path);

  MappedFile(MappedFile &&other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile &operator=(MappedFile &&other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MappedFile();

  [[nodiscard]] Bytes bytes() const { return bytes_; }

private:
  explicit MappedFile(Bytes bytes) : bytes_(bytes) {}
  static Expected<MappedFile> map(int descriptor, const std::string &name);

  Bytes bytes_;
};

} // namespace fsfind::perf

#pragma once

#include "c2c-ingest/perf/ByteReader.h"
#include "rules/model/Expected.h"

#include <array>
#include <bit>
#include <string>

namespace fsfind::perf {

/// A part of the file, by offset from its start.
struct Section {
  std::uint64_t offset = 0, size = 0;
};

/// struct perf_file_header (tools/perf/util/header.h), or the 16 bytes of perf_pipe_file_header.
struct FileHeader {
  bool pipe = false; ///< records follow at once; attributes and features are records too
  bool swap = false; ///< written on a machine of the other byte order
  std::uint64_t size = 0;
  std::uint64_t attr_entry_size = 0; ///< bytes of perf_event_attr and the section of its ids
  Section attrs, data;
  std::array<std::uint64_t, 4> features = {}; ///< bit set

  [[nodiscard]] bool hasFeature(unsigned bit) const {
    return ((features[bit / 64] >> (bit % 64)) & 1U) != 0;
  }
  [[nodiscard]] bool bigEndian() const { return (std::endian::native == std::endian::big) != swap; }
};

/// Whether the bytes begin as a perf.data file of format version 2 does, in either byte order.
[[nodiscard]] bool hasMagic(Bytes file);
inline constexpr std::size_t kMagicSize = 8; ///< bytes at the start of a file

/// Fails, with a remedy, on anything that is not a perf.data of format version 2.
Expected<FileHeader> readFileHeader(Bytes file, const std::string &name);

/// The part of `section` that the file really has.
inline Bytes clip(Bytes file, Section section) {
  if (section.offset >= file.size())
    return {};
  return file.subspan(section.offset, std::min(section.size, file.size() - section.offset));
}

} // namespace fsfind::perf

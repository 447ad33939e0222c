#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <string>
#include <vector>

namespace fsfind::perf {

/// A reader that knows how header features write strings and lists.
class FeatureReader : public ByteReader {
public:
  using ByteReader::ByteReader;

  /// u32 length with padding, then NUL-padded bytes.
  std::string text() {
    const std::uint32_t size = u32();
    return std::string(textUntilNul(take(size)));
  }

  /// u32 count, then as many entries as there are bytes for.
  template <class T, class ReadEntry> std::vector<T> list(ReadEntry readEntry) {
    std::vector<T> entries;
    for (std::uint32_t left = u32(); left > 0 && ok(); --left) {
      T entry = readEntry();
      if (ok())
        entries.push_back(std::move(entry));
    }
    return entries;
  }
  std::vector<std::string> texts() {
    return list<std::string>([this] { return text(); });
  }
};

} // namespace fsfind::perf

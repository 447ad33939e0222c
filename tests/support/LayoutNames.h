#pragma once

#include "tests/support/PerfDataBuilder.h"

#include <string>

namespace fsfind::test {

/// Parts of the names of tests that run for several layouts.
inline std::string nameOf(std::endian order) {
  return order == std::endian::big ? "BigEndian" : "LittleEndian";
}
inline std::string nameOf(PerfDataMode mode) {
  return mode == PerfDataMode::Pipe ? "Pipe" : "File";
}
inline std::string nameOf(const PerfDataLayout &layout) {
  return nameOf(layout.mode) + nameOf(layout.order);
}
inline std::string nameOf(Compression kind) {
  if (kind == Compression::None)
    return "Plain";
  return kind == Compression::Compressed ? "Compressed" : "Compressed2";
}

/// For INSTANTIATE_TEST_SUITE_P over any of these.
struct NameOfParameter {
  template <class Info> std::string operator()(const Info &info) const {
    return nameOf(info.param);
  }
};

} // namespace fsfind::test

#pragma once

#include "c2c-ingest/perf/ByteReader.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

/// Names of code that a program makes at run time, as it tells profilers in files. What they hold
/// is a stranger's.
namespace fsfind::jit {

struct CodeName {
  std::string function;
  std::uint64_t begin = 0; ///< address of the function's code
  Place place = {};        ///< of the source at the address that was asked for; unknown if not told
  bool operator==(const CodeName &) const = default;
};

struct CodeNames {
  std::map<std::uint64_t, CodeName> at; ///< by address, of those that were asked for
  std::size_t bad = 0; ///< lines or records that are none, and names for which there is no room
  std::size_t room = std::size_t{1} << 26; ///< bytes that further names may take together

  void add(std::uint64_t address, CodeName name) {
    const std::size_t size = name.function.size() + name.place.file.size();
    if (size > room) {
      ++bad;
      return;
    }
    room -= size;
    at.emplace(address, std::move(name));
  }
};

/// Longest name that is taken, in bytes.
inline constexpr std::size_t kLongestName = 16384;

/// Reads `/tmp/perf-PID.map`: lines `START SIZE name` with numbers in hexadecimal, with or without
/// 0x; of two that overlap the later one counts
/// (linux/tools/perf/Documentation/jit-interface.txt).
[[nodiscard]] CodeNames namesInMap(std::string_view text, std::set<std::uint64_t> addresses);

/// Reads `jit-PID.dump` (linux/tools/perf/Documentation/jitdump-specification.txt). Of code at one
/// place the last counts. Ends at a record that is torn.
[[nodiscard]] CodeNames namesInDump(perf::Bytes bytes, std::set<std::uint64_t> addresses);

} // namespace fsfind::jit

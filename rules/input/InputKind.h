#pragma once

#include <cstdint>
#include <string_view>

/// What fsfind reads, and how much of it: the one place for both. docs/inputs.md has this as a
/// table.
namespace fsfind {

/// Which streams an input may come by. Where a stream has no end, or nobody writes to it, is known
/// only while it is read.
enum class InputStreams : std::uint8_t {
  None,    ///< a regular file only
  OfShell, ///< also a pipe without a name, as standard input and `<(command)` are, and /dev/null
  All,     ///< also a FIFO or a device
};

/// What the first bytes must be. If they are not, nothing after them is read.
enum class InputBegin : std::uint8_t {
  Anything,
  Text,  ///< no byte of 0
  Json,  ///< an object or an array, after blanks
  Magic, ///< InputKind::magic
};

struct InputKind {
  const char *noun;         ///< `a baseline`
  std::uint64_t most_bytes; ///< that are read of it
  InputStreams streams;
  InputBegin begin = InputBegin::Anything;
  std::string_view magic = {};
};

namespace input {

inline constexpr std::uint64_t kKibi = 1024, kMebi = kKibi * kKibi, kGibi = kMebi * kKibi;

// What people write.
inline constexpr InputKind kConfig{"a configuration file", 256 * kKibi, InputStreams::None,
                                   InputBegin::Text};
inline constexpr InputKind kKnowledge{"a file of names", 16 * kMebi, InputStreams::OfShell,
                                      InputBegin::Text};
inline constexpr InputKind kSuppressions{"a list of suppressions", 16 * kMebi,
                                         InputStreams::OfShell, InputBegin::Text};
/// Sources, headers, and whatever else a project consists of; also what is embedded in sources.
inline constexpr InputKind kProjectFile{"a file of the project", kGibi, InputStreams::None};

// What programs write.
/// A hundred thousand units take about 300 MiB.
inline constexpr InputKind kCompileDatabase{"a compile database", 2 * kGibi, InputStreams::OfShell,
                                            InputBegin::Json};
/// A hundred thousand findings take about 30 MiB.
inline constexpr InputKind kBaseline{"a baseline", 256 * kMebi, InputStreams::OfShell,
                                     InputBegin::Json};
inline constexpr InputKind kReport{"a report in JSON", kGibi, InputStreams::OfShell,
                                   InputBegin::Json};
/// Enough for all pairs of 600 CPUs, and for looks at many thousands of mappings.
inline constexpr InputKind kDocument{"a document of fsfind", 64 * kMebi, InputStreams::OfShell,
                                     InputBegin::Json};
/// Packed; those of a hundred thousand units take some gigabytes.
inline constexpr InputKind kFacts{"a facts file", 16 * kGibi, InputStreams::OfShell,
                                  InputBegin::Magic, "fsfacts\n"};
/// Packed by zstd; and not packed.
inline constexpr InputKind kProfile{"a profile", 4 * kGibi, InputStreams::None, InputBegin::Magic,
                                    "\x28\xB5\x2F\xFD"};
inline constexpr InputKind kRows{"a profile", 4 * kGibi, InputStreams::None, InputBegin::Json};
/// Files are mapped, not read, so their size takes no memory; streams are copied to the folder for
/// temporary files, so far.
inline constexpr InputKind kRecording{"a recording", 64 * kGibi, InputStreams::All};
inline constexpr InputKind kRecordingFile{"a recording", 64 * kGibi, InputStreams::None};
/// Only mapped.
inline constexpr InputKind kBinary{"a program or library", INT64_MAX, InputStreams::None};

// What recorded programs leave for profilers. Real ones have some tens of MiB.
inline constexpr InputKind kPerfMap{"a map of code made at run time", 256 * kMebi,
                                    InputStreams::None};
inline constexpr InputKind kJitDump{"a dump of code made at run time", 512 * kMebi,
                                    InputStreams::None};

// What the system tells: its files are regular, have a size of 0, and end.
inline constexpr InputKind kSystemFile{"a file of the system", 64 * kMebi, InputStreams::None};

} // namespace input

} // namespace fsfind

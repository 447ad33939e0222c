#pragma once

#include "c2c-ingest/perf/ByteReader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// Which functions had frames on the stacks of the recorded program, at some moments. Recordings by
/// simulation may hold it, in records that perf passes over.
namespace fsfind::perf {

/// The stack of a thread at a moment when it starts another thread, or when one that it waited for
/// has ended.
struct StackSight {
  std::uint32_t pid = 0, tid = 0; ///< of the stack's thread
  std::uint64_t time = 0;         ///< ns, of the sample clock
  std::uint64_t pointer = 0;      ///< stack pointer of the innermost function behind its call
  std::uint64_t returns = 0;      ///< where that call returns to
  std::uint64_t frame = 0;        ///< what the frame pointer's register holds in that function
  /// Words on the stack that may be return addresses or saved frame pointers, by address.
  std::map<std::uint64_t, std::uint64_t> words;
  bool operator==(const StackSight &) const = default;
};

struct ThreadEnd {
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t time = 0; ///< ns, of the sample clock
};

/// What a thread was started with.
struct ThreadStart {
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t time = 0; ///< ns, of the sample clock
  /// The function that it was started in; then addresses in files that its argument holds or leads
  /// to, among them that of what a library's function runs there.
  std::vector<std::uint64_t> code;
  bool operator==(const ThreadStart &) const = default;
};
inline constexpr std::size_t kMostStartCode = 32; ///< ThreadStart::code

struct StackLog {
  std::vector<StackSight> sights;  ///< in the file's order
  std::vector<ThreadEnd> ends;     ///< of threads that ended after the first sight
  std::vector<ThreadStart> starts; ///< in the file's order
};

/// Third word of an ITRACE_START record that is about a stack ("fsfindst"); see kAllocationMark.
inline constexpr std::uint64_t kStackMark = 0x6673'6669'6e64'7374;

/// The payload of ITRACE_START: u32 pid, tid; then, if it is about a stack, u64 kStackMark, time,
/// pointer, returns, frame, number of words; then of each word u64 address, value. None for other
/// records.
std::optional<StackSight> decodeStack(Bytes payload, bool swap);

/// The same, of a record that is about the start of a thread ("fsfindrn").
inline constexpr std::uint64_t kStartMark = 0x6673'6669'6e64'726e;

/// The payload of ITRACE_START: u32 pid, tid of the thread; then, if it is about its start, u64
/// kStartMark, time, number of addresses, these. None for other records, and without addresses.
std::optional<ThreadStart> decodeStart(Bytes payload, bool swap);

/// Of a record's payload: u64 number of words; then of each u64 address, value.
std::map<std::uint64_t, std::uint64_t> decodeWords(ByteReader &reader);

/// The payload of EXIT: u32 pid, ppid, tid, ptid; u64 time. None if it is too short.
std::optional<ThreadEnd> decodeEnd(Bytes payload, bool swap);

} // namespace fsfind::perf

#include "c2c-ingest/perf/StackLog.h"

namespace fsfind::perf {

std::map<std::uint64_t, std::uint64_t> decodeWords(ByteReader &reader) {
  std::map<std::uint64_t, std::uint64_t> words;
  const std::uint64_t count = reader.u64();
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
    const std::uint64_t address = reader.u64();
    words[address] = reader.u64();
  }
  return words;
}

std::optional<StackSight> decodeStack(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  StackSight sight;
  sight.pid = reader.u32();
  sight.tid = reader.u32();
  if (reader.u64() != kStackMark)
    return std::nullopt;
  sight.time = reader.u64();
  sight.pointer = reader.u64();
  sight.returns = reader.u64();
  sight.frame = reader.u64();
  sight.words = decodeWords(reader);
  return reader.ok() ? std::optional(std::move(sight)) : std::nullopt;
}

std::optional<ThreadStart> decodeStart(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  ThreadStart start;
  start.pid = reader.u32();
  start.tid = reader.u32();
  if (reader.u64() != kStartMark)
    return std::nullopt;
  start.time = reader.u64();
  const std::uint64_t count = reader.u64();
  if (count == 0 || count > kMostStartCode)
    return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i)
    start.code.push_back(reader.u64());
  return reader.ok() ? std::optional(std::move(start)) : std::nullopt;
}

std::optional<ThreadEnd> decodeEnd(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  ThreadEnd end;
  end.pid = reader.u32();
  reader.skip(4);
  end.tid = reader.u32();
  reader.skip(4);
  end.time = reader.u64();
  return reader.ok() ? std::optional(end) : std::nullopt;
}

} // namespace fsfind::perf

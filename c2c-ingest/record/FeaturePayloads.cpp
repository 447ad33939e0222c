#include "c2c-ingest/record/FeaturePayloads.h"

#include <algorithm>

namespace fsfind::record {

std::string textPayload(std::string_view value) {
  return ByteSink().text(value).bytes();
}

void putTexts(ByteSink &out, const std::vector<std::string> &values) {
  out.u32(static_cast<std::uint32_t>(values.size()));
  for (const std::string &value : values)
    out.text(value);
}

std::string commandLinePayload(const std::vector<std::string> &words) {
  ByteSink out;
  putTexts(out, words);
  return out.bytes();
}

std::string buildIdsPayload(const std::vector<perf::BuildIdEntry> &entries) {
  constexpr std::size_t kMostBytes = 20;
  constexpr std::uint32_t kHostPid = UINT32_MAX; // -1: no guest of a hypervisor
  ByteSink out;
  for (const perf::BuildIdEntry &entry : entries) {
    const std::size_t length = std::min(entry.id.size(), kMostBytes);
    const std::size_t name = (entry.file.size() + 64) / 64 * 64;
    out.u32(0).u16(perf::kMiscBuildIdSize | static_cast<std::uint16_t>(perf::CpuMode::User));
    out.u16(static_cast<std::uint16_t>(perf::kRecordHeaderSize + 4 + 24 + name)).u32(kHostPid);
    for (std::size_t i = 0; i < kMostBytes; ++i)
      out.u8(i < length ? entry.id[i] : 0);
    out.u8(static_cast<std::uint8_t>(length)).zeros(3);
    out.raw(entry.file).zeros(name - entry.file.size());
  }
  return out.bytes();
}

std::string featureSections(const FeaturePayloads &features, std::uint64_t at) {
  constexpr std::uint64_t kTableEntry = 16;
  ByteSink table, contents;
  at += features.size() * kTableEntry;
  for (const auto &[number, payload] : features) {
    table.u64(at + contents.bytes().size()).u64(payload.size());
    contents.raw(payload);
  }
  return table.bytes() + contents.bytes();
}

std::uint64_t featureBits(const FeaturePayloads &features) {
  std::uint64_t bits = 0;
  for (const auto &[number, payload] : features)
    bits |= 1ULL << number;
  return bits;
}

} // namespace fsfind::record

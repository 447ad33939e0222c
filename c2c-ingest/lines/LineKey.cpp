#include "c2c-ingest/lines/LineKey.h"

#include <map>

namespace fsfind::lines {

namespace {

// A group is one number: mode, unmapped, file rank, pid from the top bit down.
constexpr unsigned kModeShift = 61;
constexpr unsigned kUnmappedShift = 60;
constexpr unsigned kFileShift = 32;

/// The file of a mapping. Memory without a file has no name here, since a recording may call the
/// same page "[heap]" and "//anon".
perf::FileIdentity fileOf(const perf::Mapping &mapping) {
  perf::FileIdentity file = mapping.file;
  if (mapping.identity && mapping.mode != perf::CpuMode::Kernel)
    file.path.clear();
  return file;
}

std::vector<std::uint32_t> rankFiles(const perf::AddressSpaces &spaces) {
  std::map<perf::FileIdentity, std::uint32_t> files;
  for (std::size_t i = 0; i < spaces.mappingCount(); ++i)
    files.try_emplace(fileOf(spaces.mapping(perf::MappingIndex(i))), 0);
  std::uint32_t rank = 0;
  for (auto &[file, position] : files)
    position = rank++;
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < spaces.mappingCount(); ++i)
    ranks.push_back(files.at(fileOf(spaces.mapping(perf::MappingIndex(i)))));
  return ranks;
}

} // namespace

LineKeys::LineKeys(const perf::AddressSpaces &spaces, std::uint32_t line_size)
    : spaces_(spaces), file_ranks_(rankFiles(spaces)), offset_mask_(line_size - 1) {}

LineKey LineKeys::of(std::uint64_t address, perf::MappingIndex index, perf::CpuMode mode,
                     std::uint32_t pid) const {
  const std::uint64_t mode_bits = static_cast<std::uint64_t>(mode) << kModeShift;
  if (index == perf::kNoMapping)
    return {mode_bits | std::uint64_t{1} << kUnmappedShift, lineOf(address)};
  const perf::Mapping &mapping = spaces_.mapping(index);
  const std::uint64_t file = file_ranks_[index.value()];
  return {mode_bits | file << kFileShift | (mapping.perProcess() ? pid : 0),
          lineOf(mapping.relative(address))};
}

} // namespace fsfind::lines

#include "c2c-ingest/lines/LineKey.h"

#include <map>

namespace fsfind::lines {

namespace {

static_assert(perf::kNoMapping.value() == 0, "the first of the parts");

/// The file of a mapping. Memory without a file has no name here, since a recording may call the
/// same page "[heap]" and "//anon".
perf::FileIdentity fileOf(const perf::Mapping &mapping) {
  perf::FileIdentity file = mapping.file;
  if (mapping.identity && mapping.mode != perf::CpuMode::Kernel)
    file.path.clear();
  return file;
}

/// By mapping: the position of its file among all files.
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
    : offset_mask_(line_size - 1) {
  const std::vector<std::uint32_t> ranks = rankFiles(spaces);
  parts_.push_back({std::uint64_t{1} << kUnmappedShift, 0, false});
  for (std::size_t i = parts_.size(); i < spaces.mappingCount(); ++i) {
    const perf::Mapping &mapping = spaces.mapping(perf::MappingIndex(i));
    parts_.push_back(
        {std::uint64_t{ranks[i]} << kFileShift, mapping.relative(0), mapping.perProcess()});
  }
}

} // namespace fsfind::lines

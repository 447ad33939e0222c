#include "c2c-ingest/process/Regions.h"

#include <algorithm>
#include <charconv>

namespace fsfind::process {

namespace {

constexpr std::uint64_t kMostGuard = 64U << 10; ///< bytes of a stack's guard, mostly one page
constexpr std::uint64_t kArenaBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostSpaceBytes = std::uint64_t{1} << 57; ///< of any address space

using MapsLines = std::vector<MapsLine>;

bool isGuard(const MapsLine &mapping) {
  return !mapping.readable && !mapping.writable && !mapping.executable && mapping.inode == 0 &&
         mapping.path.empty();
}

bool isStack(const MapsLines &maps, std::size_t at, std::uint64_t most) {
  const MapsLine &mapping = maps[at];
  if (!mapping.writable || mapping.shared || at == 0 || mapping.end - mapping.begin > most)
    return false;
  const MapsLine &before = maps[at - 1];
  return isGuard(before) && before.end == mapping.begin && before.end - before.begin <= kMostGuard;
}

bool isArena(const MapsLines &maps, std::size_t at) {
  const MapsLine &mapping = maps[at];
  if (!mapping.writable || mapping.shared || mapping.begin % kArenaBytes != 0)
    return false;
  if (mapping.end - mapping.begin == kArenaBytes)
    return true;
  return at + 1 < maps.size() && isGuard(maps[at + 1]) && maps[at + 1].begin == mapping.end &&
         maps[at + 1].end % kArenaBytes == 0;
}

/// What a segment has beyond the file's bytes is mapped directly behind them.
bool isBehindData(const MapsLines &maps, std::size_t at) {
  if (at == 0 || !maps[at].writable)
    return false;
  const MapsLine &before = maps[at - 1];
  return before.end == maps[at].begin && before.writable && !before.shared && before.inode != 0;
}

/// Names of anonymous memory (PR_SET_VMA_ANON_NAME), which newer glibc sets on request.
bool isNamedStack(const std::string &path) {
  return path.starts_with("[stack") || path.starts_with("[anon: glibc: pthread stack");
}

bool isOfKernel(const std::string &path) {
  return path.starts_with("[v") || path == "[uprobes]";
}

bool isSharedMemory(const std::string &path) {
  return path.starts_with("/memfd:") || path.starts_with("/SYSV") ||
         path.starts_with("/dev/shm/") || path.starts_with("/dev/zero") ||
         path.starts_with("[anon_shmem");
}

RegionKind kindOf(const MapsLines &maps, std::size_t at, std::uint64_t stack) {
  const MapsLine &mapping = maps[at];
  const std::string &path = mapping.path;
  if (path == "[heap]")
    return RegionKind::Heap;
  if (isNamedStack(path))
    return RegionKind::Stack;
  if (isOfKernel(path))
    return RegionKind::Kernel;
  if (isSharedMemory(path) || (path.empty() && mapping.shared))
    return RegionKind::Shared;
  if (path.starts_with('/') && mapping.inode != 0)
    return RegionKind::File;
  if (path.empty() && isBehindData(maps, at))
    return RegionKind::Variables;
  if (isArena(maps, at))
    return RegionKind::Arena;
  return isStack(maps, at, stack) ? RegionKind::Stack : RegionKind::Anonymous;
}

/// `Max stack size  8388608  unlimited  bytes`: the soft limit.
std::uint64_t stackBytes(std::string_view limits) {
  constexpr std::string_view kName = "Max stack size";
  constexpr std::uint64_t kUsual = std::uint64_t{8} << 20;
  std::uint64_t bytes = 0;
  eachLine(limits, [&](std::string_view line) {
    if (!line.starts_with(kName))
      return;
    line.remove_prefix(std::min(line.find_first_not_of(' ', kName.size()), line.size()));
    std::from_chars(line.data(), line.data() + line.size(), bytes);
  });
  return bytes == 0 ? kUsual : bytes;
}

PlacedRegion placed(const MapsLines &maps, std::size_t at, const NumaMapsLine &line) {
  const MapsLine &mapping = maps[at];
  PlacedRegion region;
  region.begin = mapping.begin;
  region.end = mapping.end;
  region.file = mapping.path;
  region.policy = line.policy;
  region.writable = mapping.writable;
  region.executable = mapping.executable;
  region.page_bytes = line.page_bytes;
  for (const auto &[node, pages] : line.pages)
    if (pages != 0 && line.page_bytes <= kMostSpaceBytes / pages)
      region.bytes[node] = pages * line.page_bytes;
  return region;
}

} // namespace

Regions joinRegions(const RegionTexts &texts) {
  Regions regions;
  eachLine(texts.maps, [&](std::string_view text) {
    auto line = parseMapsLine(text);
    if (line && (regions.maps.empty() || regions.maps.back().end <= line->begin))
      regions.maps.push_back(std::move(*line));
  });
  const std::map<std::uint64_t, std::uint64_t> huge =
      texts.smaps ? parseHugeBytes(*texts.smaps) : std::map<std::uint64_t, std::uint64_t>();
  const std::uint64_t stack = stackBytes(texts.limits);
  std::size_t at = 0;
  eachLine(texts.numa_maps, [&](std::string_view text) {
    const auto line = parseNumaMapsLine(text);
    if (!line)
      return;
    while (at < regions.maps.size() && regions.maps[at].begin < line->begin)
      ++at;
    if (at == regions.maps.size() || regions.maps[at].begin != line->begin) {
      ++regions.unmatched;
      return;
    }
    PlacedRegion region = placed(regions.maps, at, *line);
    region.kind = kindOf(regions.maps, at, stack);
    if (const auto bytes = huge.find(region.begin); bytes != huge.end())
      region.huge_bytes = bytes->second;
    if (!region.bytes.empty() || region.policy != "default")
      regions.placed.push_back(std::move(region));
    ++at;
  });
  return regions;
}

const PlacedRegion *regionAt(const std::vector<PlacedRegion> &regions, std::uint64_t address) {
  const auto after = std::upper_bound(
      regions.begin(), regions.end(), address,
      [](std::uint64_t at, const PlacedRegion &region) { return at < region.begin; });
  if (after == regions.begin() || std::prev(after)->end <= address)
    return nullptr;
  return &*std::prev(after);
}

} // namespace fsfind::process

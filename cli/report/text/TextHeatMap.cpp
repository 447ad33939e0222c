#include "cli/report/text/TextHeatMap.h"

#include "cli/report/text/TextWords.h"
#include "cli/terminal/Text.h"
#include "rules/measured/usage/LineLives.h"
#include "rules/model/ThreadNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fsfind::report {

namespace {

/// Bytes of the largest scalar that one instruction loads or stores.
constexpr std::uint64_t kLargestScalar = 16;

/// Offset of the named scalar from the line's start; negative if it begins before the line.
std::int64_t startOf(const Target &target, const Line &line) {
  return static_cast<std::int64_t>(target.object.address + target.member_offset - line.address);
}

std::uint64_t sizeOf(const Target &target) {
  const bool whole = target.member.empty() && target.evidence != Evidence::Allocation;
  return whole ? target.object.size : target.member_size;
}

struct Bytes {
  std::size_t begin = 0, end = 0;
};

Bytes bytesOf(const Profile &profile, const Line &line, const Access &access,
              std::size_t line_size) {
  const auto clip = [&](std::int64_t at) {
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(line_size)));
  };
  const std::int64_t offset = access.offset;
  if (access.size != 0)
    return {clip(offset), clip(offset + access.size)};
  const Target &target = profile.target(access.target);
  const std::uint64_t size = sizeOf(target);
  const std::int64_t start = startOf(target, line);
  const std::int64_t end = start + static_cast<std::int64_t>(std::min(size, kLargestScalar));
  if (target.evidence != Evidence::None && size != 0 && size <= kLargestScalar && start <= offset &&
      offset < end)
    return {clip(start), clip(end)};
  return {clip(offset), clip(offset + 1)};
}

void count(HeatRow &row, const Access &access, Bytes bytes) {
  const bool store = access.kind == AccessKind::Store;
  (store ? row.stores : row.loads) += access.count;
  row.contended += access.contended;
  for (std::size_t i = bytes.begin; i < bytes.end; ++i) {
    HeatCell &cell = row.cells[i];
    (store ? cell.stores : cell.loads) += access.count;
    cell.contended += access.contended;
  }
}

/// The threads or CPUs that get a row, sorted by id; if there are more than `max_rows`, those with
/// the most samples.
std::vector<std::uint32_t> shownKeys(const Profile &profile, const Line &line, std::size_t max_rows,
                                     HeatRows rows) {
  std::map<std::uint32_t, std::uint64_t> samples;
  for (const Access &access : line.accesses)
    samples[heatRowKey(access, rows)] += access.count;
  std::vector<std::uint32_t> keys;
  for (const auto &[key, count] : samples)
    keys.push_back(key);
  const auto id = [&](std::uint32_t key) {
    return rows == HeatRows::Threads ? profile.thread(ThreadIndex(key)).tid : key;
  };
  const auto by_id = [&](std::uint32_t a, std::uint32_t b) { return id(a) < id(b); };
  std::stable_sort(keys.begin(), keys.end(), by_id);
  if (keys.size() <= max_rows)
    return keys;
  std::stable_sort(keys.begin(), keys.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return samples[a] > samples[b]; });
  keys.resize(max_rows);
  std::stable_sort(keys.begin(), keys.end(), by_id);
  return keys;
}

struct Wanted {
  std::int64_t start = 0;
  std::uint64_t size = 0;
  std::string name;
};

/// The spans sorted by offset, clipped to the line, each ending where the next begins.
std::vector<NamedSpan> spansOf(std::vector<Wanted> wanted, std::uint32_t line_size) {
  std::sort(wanted.begin(), wanted.end(), [](const Wanted &a, const Wanted &b) {
    return std::tie(a.start, b.size) < std::tie(b.start, a.size);
  });
  std::vector<NamedSpan> spans;
  for (const Wanted &want : wanted) {
    const std::int64_t limit = line_size;
    const std::int64_t end =
        want.start + static_cast<std::int64_t>(std::min<std::uint64_t>(want.size, INT32_MAX));
    if (want.start >= limit || end <= 0)
      continue;
    const auto begin = static_cast<std::uint32_t>(std::max<std::int64_t>(want.start, 0));
    if (!spans.empty() && begin <= spans.back().begin)
      continue;
    if (!spans.empty() && begin < spans.back().end) {
      spans.back().end = begin;
      spans.back().goes_on = false;
    }
    spans.push_back({begin, static_cast<std::uint32_t>(std::min(end, limit)),
                     want.start<0, end> limit, want.name});
  }
  return spans;
}

/// The process's number is told where there are several, but for its first thread, which has it
/// itself.
std::string threadLabel(const Thread &thread, const std::string &name, bool only_process) {
  return only_process || thread.pid == thread.tid ? name
                                                  : fmt::format("{} of {}", name, thread.pid);
}

/// The accesses of the time when the blocks lived that were used most.
std::vector<Access> mostUsedOf(const Profile &profile, const Line &line) {
  std::vector<Line> lives = livesOf(profile, line);
  return lives.empty() ? line.accesses : std::move(lives.front().accesses);
}

std::uint32_t extentOf(const Profile &profile) {
  return profile.source.line_size;
}

HeatRow emptyRow(const Profile &profile, std::uint32_t key, HeatRows rows, std::string thread) {
  std::vector<HeatCell> cells(extentOf(profile));
  if (rows == HeatRows::Cpus)
    return {key == kNoCpu ? "CPU unknown" : fmt::format("CPU {}", key), key, std::move(cells)};
  return {std::move(thread), key, std::move(cells)};
}

} // namespace

std::size_t processesOn(const Profile &profile, const Line &line) {
  std::set<std::uint32_t> pids;
  for (const Access &access : line.accesses)
    pids.insert(profile.thread(access.thread).pid);
  return pids.size();
}

std::uint32_t heatRowKey(const Access &access, HeatRows rows) {
  return rows == HeatRows::Threads ? access.thread.value() : access.cpu;
}

HeatMap heatMap(const Profile &profile, const ThreadNames &names, const Line &line,
                std::size_t max_rows, HeatRows rows) {
  const std::size_t line_size = extentOf(profile);
  HeatMap map;
  map.total.cells.resize(line_size);
  std::map<std::uint32_t, std::size_t> row_of;
  const bool of_one = processesOn(profile, line) <= 1;
  const auto threadOf = [&](std::uint32_t key) {
    const ThreadIndex thread(key);
    return rows == HeatRows::Cpus ? ""
                                  : threadLabel(profile.thread(thread), names.of(thread), of_one);
  };
  for (const std::uint32_t key : shownKeys(profile, line, max_rows, rows)) {
    row_of.emplace(key, map.rows.size());
    map.rows.push_back(emptyRow(profile, key, rows, threadOf(key)));
  }
  HeatRow rest{{}, 0, std::vector<HeatCell>(line_size)};
  std::set<std::uint32_t> folded;
  for (const Access &access : line.accesses) {
    const std::uint32_t key = heatRowKey(access, rows);
    const auto row = row_of.find(key);
    if (row == row_of.end())
      folded.insert(key);
    const Bytes bytes = bytesOf(profile, line, access, line_size);
    count(row == row_of.end() ? rest : map.rows[row->second], access, bytes);
    count(map.total, access, bytes);
  }
  if (!folded.empty()) {
    rest.name = fmt::format("and {} more", folded.size());
    map.rows.push_back(std::move(rest));
  }
  return map;
}

std::string tellingName(const std::vector<NamedSpan> &spans, std::size_t index,
                        const std::function<std::string(std::string_view)> &fitted) {
  const std::string &whole = spans[index].name;
  std::string_view part = whole;
  const auto keepApart = [&](const NamedSpan &other) {
    if (whole == other.name)
      return;
    const std::string_view rest = cli::differingPart(whole, other.name);
    if (fitted(whole) == fitted(other.name) && rest.size() < part.size())
      part = rest;
  };
  if (index > 0)
    keepApart(spans[index - 1]);
  if (index + 1 < spans.size())
    keepApart(spans[index + 1]);
  return fitted(part);
}

std::vector<NamedSpan> memberSpans(const Profile &profile, const Line &line) {
  std::vector<Wanted> wanted;
  for (const Access &access : mostUsedOf(profile, line)) {
    const Target &target = profile.target(access.target);
    if (target.evidence != Evidence::None && !target.member.empty() && target.member_size != 0)
      wanted.push_back({startOf(target, line), target.member_size, target.member});
  }
  return spansOf(std::move(wanted), extentOf(profile));
}

std::vector<NamedSpan> objectSpans(const Profile &profile, const Line &line) {
  std::vector<Wanted> wanted;
  for (const Access &access : mostUsedOf(profile, line)) {
    const Object &object = profile.target(access.target).object;
    if (profile.target(access.target).evidence != Evidence::None && object.size != 0)
      wanted.push_back({static_cast<std::int64_t>(object.address - line.address), object.size,
                        objectLabel(object)});
  }
  return spansOf(std::move(wanted), extentOf(profile));
}

} // namespace fsfind::report

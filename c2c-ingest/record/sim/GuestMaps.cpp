#include "c2c-ingest/record/sim/GuestMaps.h"

#include <charconv>
#include <sys/mman.h>

namespace fsfind::record::sim {
namespace {

/// Takes a number and the character that ends it off the front of `text`.
template <class T> bool take(std::string_view &text, T &value, char end, int base = 16) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || stop == text.data() + text.size() || *stop != end)
    return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  return true;
}

std::uint32_t protectionOf(std::string_view permissions) {
  return (permissions[0] == 'r' ? PROT_READ : 0U) | (permissions[1] == 'w' ? PROT_WRITE : 0U) |
         (permissions[2] == 'x' ? PROT_EXEC : 0U);
}

} // namespace

std::optional<MapRecord> parseMapsLine(std::string_view line) {
  constexpr std::size_t kPermissions = 5; // "r-xp "
  MapRecord map;
  if (!take(line, map.start, '-') || !take(line, map.end, ' ') || line.size() < kPermissions)
    return std::nullopt;
  map.protection = protectionOf(line);
  map.flags = line[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
  line.remove_prefix(kPermissions);
  if (!take(line, map.offset, ' ') || !take(line, map.major, ':') || !take(line, map.minor, ' ') ||
      !take(line, map.inode, ' ', 10))
    return std::nullopt;
  const std::size_t path = line.find_first_not_of(' ');
  if (path != std::string_view::npos)
    map.path = line.substr(path);
  return map;
}

bool GuestMaps::finds(std::uint64_t address, bool code) const {
  auto after = known_.upper_bound(address);
  if (after == known_.begin())
    return false;
  const Known &known = std::prev(after)->second;
  if (address >= known.end || (code && !known.code))
    return false;
  recentAt(address) = {address / kPage, known.code};
  return true;
}

/// Calls `use` with each mapping, at the guest's addresses, until that returns true.
template <class Use> void GuestMaps::eachIn(std::string_view text, const Use &use) const {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    std::optional<MapRecord> map = parseMapsLine(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (!map || map->start < guest_base_)
      continue;
    map->start -= guest_base_;
    map->end -= guest_base_;
    if (use(*map))
      return;
  }
}

std::optional<MapRecord> GuestMaps::find(std::uint64_t address, std::string_view text) const {
  std::optional<MapRecord> found;
  eachIn(text, [&](MapRecord &map) {
    if (address < map.start || address >= map.end)
      return false;
    found = std::move(map);
    return true;
  });
  return found;
}

std::vector<GuestMaps::Range> GuestMaps::files(std::string_view text) const {
  std::vector<Range> ranges;
  eachIn(text, [&](const MapRecord &map) {
    if (map.inode != 0)
      ranges.push_back({map.start, map.end});
    return false;
  });
  return ranges;
}

void GuestMaps::nameByOffset(std::string_view text) {
  names_by_offset_ = true;
  for (const MapRecord &map : shared(text))
    forget(map.start, map.end - map.start);
}

std::vector<MapRecord> GuestMaps::shared(std::string_view text) const {
  std::vector<MapRecord> maps;
  eachIn(text, [&](MapRecord &map) {
    if (map.flags == MAP_SHARED)
      maps.push_back(std::move(map));
    return false;
  });
  return maps;
}

std::optional<MapRecord> GuestMaps::learn(std::uint64_t address, bool code, std::string_view text) {
  std::optional<MapRecord> map = find(address, text);
  if (!map)
    return std::nullopt;
  name(*map, address);
  if (code)
    map->protection |= PROT_EXEC; // QEMU maps guest code without it: it runs translations
  forget(map->start, map->end - map->start);
  known_[map->start] = {map->end, code};
  return map;
}

/// Names memory without a file as the kernel does, and cuts the mapping at the borders of heap and
/// stack: in QEMU's own mappings these may have merged with their neighbours.
void GuestMaps::name(MapRecord &map, std::uint64_t address) const {
  if (names_by_offset_ && map.path.starts_with("/SYSV"))
    map.path.insert(0, 1, '/');
  if (!map.path.empty() && map.path[0] != '[')
    return;
  map.path = heap_.holds(address) ? "[heap]" : stack_.holds(address) ? "[stack]" : "//anon";
  for (const Range &part : {heap_, stack_})
    for (const std::uint64_t border : {part.start, part.end}) {
      if (border <= address)
        map.start = std::max(map.start, border);
      else
        map.end = std::min(map.end, border);
    }
}

std::vector<MapRecord> GuestMaps::unknown(std::uint64_t address, std::uint64_t length,
                                          std::string_view text) const {
  std::vector<MapRecord> maps;
  eachIn(text, [&](MapRecord &map) {
    const std::uint64_t first = std::max(map.start, address);
    if (first < std::min(map.end, address + length) && !knows(first, false)) {
      name(map, first);
      maps.push_back(std::move(map));
    }
    return false;
  });
  return maps;
}

void GuestMaps::setStack(std::uint64_t address, std::string_view text) {
  if (const auto map = find(address, text))
    stack_ = {map->start, map->end};
}

void GuestMaps::forget(std::uint64_t address, std::uint64_t length) {
  auto known = known_.upper_bound(address);
  if (known != known_.begin() && std::prev(known)->second.end > address)
    --known;
  while (known != known_.end() && (known->first < address || known->first - address < length))
    known = known_.erase(known);
  recent_.fill({});
}

void GuestMaps::setBreak(std::uint64_t address) {
  const std::uint64_t end = (address + kPage - 1) / kPage * kPage;
  if (heap_.start == 0)
    heap_ = {end, end};
  forget(heap_.start, std::max(heap_.end, end) - heap_.start);
  heap_.end = std::max(heap_.start, end);
}

} // namespace fsfind::record::sim

#include "c2c-ingest/process/ProcText.h"

#include <charconv>

namespace fsfind::process {

namespace {

constexpr std::uint64_t kKibi = 1024;
constexpr int kOctal = 8, kDecimal = 10, kHex = 16;
/// More than any machine has: larger numbers are none, and sums of them stay in 64 bits.
constexpr std::uint64_t kMostPages = std::uint64_t{1} << 40, kMostKibi = std::uint64_t{1} << 50;

/// Takes the text up to the next blank, and the blanks before it.
std::string_view takeWord(std::string_view &text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

/// None unless the whole text is a number.
std::optional<std::uint64_t> numberOf(std::string_view text, int base = kDecimal) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size())
    return std::nullopt;
  return number;
}

/// Some policies have two words: `weighted interleave:0-1`, `prefer (many):0`.
std::string takePolicy(std::string_view &text) {
  std::string policy(takeWord(text));
  std::string_view rest = text;
  const std::string_view next = takeWord(rest);
  if ((policy == "weighted" && next.starts_with("interleave")) ||
      (policy == "prefer" && next.starts_with("(many)"))) {
    policy.append(" ").append(next);
    text = rest;
  }
  return policy;
}

/// `N<node>=<pages>`
void takeNode(std::string_view name, std::string_view value, ByNode &pages) {
  const auto node = numberOf(name.substr(1));
  const auto count = numberOf(value);
  if (node && *node < kSeveralNodes && count && *count <= kMostPages)
    pages[static_cast<std::uint32_t>(*node)] = *count;
}

void takeNumaField(std::string_view word, NumaMapsLine &line) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  if (equals == std::string_view::npos) {
    line.heap |= name == "heap";
    line.stack |= name == "stack";
    line.huge |= name == "huge";
    return;
  }
  const std::string_view value = word.substr(equals + 1);
  if (name == "file")
    line.file = unescaped(value);
  else if (name == "kernelpagesize_kB")
    line.page_bytes = std::min(numberOf(value).value_or(0), kMostKibi) * kKibi;
  else if (name.size() > 1 && name.front() == 'N')
    takeNode(name, value, line.pages);
}

/// `begin-end`, hexadecimal.
bool takeRange(std::string_view &text, MapsLine &line) {
  const std::string_view range = takeWord(text);
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos)
    return false;
  const auto begin = numberOf(range.substr(0, dash), kHex);
  const auto end = numberOf(range.substr(dash + 1), kHex);
  if (!begin || !end || *begin >= *end)
    return false;
  line.begin = *begin;
  line.end = *end;
  return true;
}

bool isOctal(std::string_view digits) {
  return digits.size() == 3 && digits.find_first_not_of("01234567") == std::string_view::npos;
}

} // namespace

std::optional<NumaMapsLine> parseNumaMapsLine(std::string_view line) {
  NumaMapsLine parsed;
  const auto begin = numberOf(takeWord(line), kHex);
  if (!begin)
    return std::nullopt;
  parsed.begin = *begin;
  parsed.policy = takePolicy(line);
  if (parsed.policy.empty())
    return std::nullopt;
  for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line))
    takeNumaField(word, parsed);
  return parsed;
}

std::optional<MapsLine> parseMapsLine(std::string_view line) {
  constexpr std::size_t kRights = 4;
  MapsLine parsed;
  if (!takeRange(line, parsed))
    return std::nullopt;
  const std::string_view rights = takeWord(line);
  const auto offset = numberOf(takeWord(line), kHex);
  const std::string_view device = takeWord(line);
  const std::size_t colon = std::min(device.find(':'), device.size());
  const auto major = numberOf(device.substr(0, colon), kHex);
  const auto minor = numberOf(device.substr(std::min(colon + 1, device.size())), kHex);
  const auto inode = numberOf(takeWord(line));
  if (rights.size() != kRights || !offset || !major || !minor || !inode)
    return std::nullopt;
  parsed.readable = rights[0] == 'r';
  parsed.writable = rights[1] == 'w';
  parsed.executable = rights[2] == 'x';
  parsed.shared = rights[3] == 's';
  parsed.offset = *offset;
  parsed.major = static_cast<std::uint32_t>(*major);
  parsed.minor = static_cast<std::uint32_t>(*minor);
  parsed.inode = *inode;
  // Blanks in the path are its own; only newlines are escaped.
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  parsed.path = unescaped(line);
  return parsed;
}

std::map<std::uint64_t, std::uint64_t> parseHugeBytes(std::string_view smaps) {
  std::map<std::uint64_t, std::uint64_t> huge;
  std::optional<std::uint64_t> begin;
  std::uint64_t bytes = 0;
  eachLine(smaps, [&](std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (name == "AnonHugePages" || name == "ShmemPmdMapped" || name == "FilePmdMapped")
      bytes += kibibytes(line.substr(colon + 1)).value_or(0);
    else if (name == "VmFlags" && begin) // each mapping's last field
      huge[*begin] = bytes;
    else if (const auto mapping = parseMapsLine(line)) {
      begin = mapping->begin;
      bytes = 0;
    }
  });
  return huge;
}

std::optional<TaskStat> parseTaskStat(std::string_view text) {
  // Fields of proc_pid_stat(5), counted from 1; those from the third on follow the name.
  constexpr int kState = 3, kUserTime = 14, kSystemTime = 15, kStartTime = 22, kProcessor = 39;
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return std::nullopt;
  TaskStat stat;
  stat.name = text.substr(open + 1, close - open - 1);
  text.remove_prefix(close + 1);
  text = text.substr(0, text.find('\n'));
  int field = kState;
  for (std::string_view word = takeWord(text); !word.empty(); word = takeWord(text), ++field) {
    if (field == kState)
      stat.state = word.front();
    else if (field == kUserTime)
      stat.user_ticks = numberOf(word).value_or(0);
    else if (field == kSystemTime)
      stat.system_ticks = numberOf(word).value_or(0);
    else if (field == kStartTime)
      stat.start_ticks = numberOf(word).value_or(0);
    else if (const auto cpu = numberOf(word); field == kProcessor && cpu && *cpu < kNoCpu)
      stat.cpu = static_cast<std::uint32_t>(*cpu);
  }
  return field > kState ? std::optional(std::move(stat)) : std::nullopt;
}

std::string_view fieldOf(std::string_view text, std::string_view name) {
  std::string_view value;
  eachLine(text, [&](std::string_view line) {
    if (!value.empty() || !line.starts_with(name) || line.size() == name.size() ||
        line[name.size()] != ':')
      return;
    value = line.substr(name.size() + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    value = value.substr(0, value.find_last_not_of(" \t") + 1);
  });
  return value;
}

std::optional<std::uint64_t> kibibytes(std::string_view value) {
  const auto number = numberOf(takeWord(value));
  if (!number || *number > kMostKibi || takeWord(value) != "kB")
    return std::nullopt;
  return *number * kKibi;
}

std::string_view chosenWord(std::string_view text) {
  const std::size_t open = text.find('['), close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return {};
  return text.substr(open + 1, close - open - 1);
}

std::string unescaped(std::string_view path) {
  constexpr std::size_t kDigits = 3;
  constexpr int kMostByte = 255;
  std::string plain;
  for (std::size_t i = 0; i < path.size(); ++i) {
    int byte = 0;
    const std::string_view digits = path.substr(i + 1, kDigits);
    if (path[i] == '\\' && isOctal(digits) &&
        std::from_chars(digits.data(), digits.data() + kDigits, byte, kOctal).ec == std::errc() &&
        byte <= kMostByte) {
      plain += static_cast<char>(byte);
      i += kDigits;
    } else {
      plain += path[i];
    }
  }
  return plain;
}

} // namespace fsfind::process

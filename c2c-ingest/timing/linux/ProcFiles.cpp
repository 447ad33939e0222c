#include "c2c-ingest/timing/linux/ProcFiles.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace fsfind::timing {

namespace {

/// The next word of a line; empty at its end.
std::string_view takeWord(std::string_view &line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

std::optional<std::uint64_t> numberOf(std::string_view word) {
  std::uint64_t number = 0;
  const char *const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (word.empty() || read.ec != std::errc() || read.ptr != end)
    return std::nullopt;
  return number;
}

/// The steal time of a line `cpu3 user nice system idle iowait irq softirq steal ...`, if it is of
/// one of the CPUs.
std::uint64_t stolenOn(std::string_view line, std::span<const std::uint32_t> cpus) {
  constexpr std::string_view kPrefix = "cpu";
  constexpr int kColumnsBefore = 7;
  const std::string_view name = takeWord(line);
  if (!name.starts_with(kPrefix))
    return 0;
  const auto cpu = numberOf(name.substr(kPrefix.size()));
  if (!cpu || std::find(cpus.begin(), cpus.end(), *cpu) == cpus.end())
    return 0;
  for (int i = 0; i < kColumnsBefore; ++i)
    takeWord(line);
  return numberOf(takeWord(line)).value_or(0);
}

/// The number at the start of the text, which is taken away.
std::optional<std::uint64_t> takeNumber(std::string_view &text, int base) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (read.ec != std::errc())
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

} // namespace

std::uint64_t stolenTicks(std::string_view proc_stat, std::span<const std::uint32_t> cpus) {
  std::uint64_t sum = 0;
  while (!proc_stat.empty()) {
    const std::string_view line = proc_stat.substr(0, proc_stat.find('\n'));
    sum += stolenOn(line, cpus);
    proc_stat.remove_prefix(std::min(line.size() + 1, proc_stat.size()));
  }
  return sum;
}

std::uint64_t hugeBytes(std::string_view smaps, std::uint64_t address) {
  constexpr std::string_view kField = "AnonHugePages:";
  constexpr std::uint64_t kKibi = 1024;
  bool inside = false;
  while (!smaps.empty()) {
    std::string_view line = smaps.substr(0, smaps.find('\n'));
    smaps.remove_prefix(std::min(line.size() + 1, smaps.size()));
    // A mapping begins with `7f0000000000-7f0000200000 rw-p ...`.
    std::string_view range = line;
    if (const auto first = takeNumber(range, 16); first && range.starts_with('-')) {
      range.remove_prefix(1);
      const auto end = takeNumber(range, 16);
      inside = end && *first <= address && address < *end;
    } else if (inside && line.starts_with(kField)) {
      line.remove_prefix(std::min(line.find_first_not_of(' ', kField.size()), line.size()));
      return takeNumber(line, 10).value_or(0) * kKibi;
    }
  }
  return 0;
}

} // namespace fsfind::timing

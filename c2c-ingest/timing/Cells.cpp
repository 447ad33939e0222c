#include "c2c-ingest/timing/Cells.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

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

Expected<Reading> undisturbed(const Measure &measure, const Disturbance &counter) {
  constexpr int kAttempts = 3;
  Reading reading;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint64_t before = counter();
    FSFIND_TRY(std::vector<double> values, measure());
    reading = {spreadOf(std::move(values)), counter() != before};
    if (!reading.disturbed || reading.value.count == 0)
      break;
  }
  return reading;
}

std::chrono::nanoseconds CellTimes::next(Clock::time_point now) {
  if (left_ == 0 || now >= end_)
    return std::chrono::nanoseconds::zero();
  const auto share = (end_ - now) / static_cast<std::int64_t>(left_);
  --left_;
  return std::clamp<std::chrono::nanoseconds>(share, kLeast, kMost);
}

} // namespace fsfind::timing

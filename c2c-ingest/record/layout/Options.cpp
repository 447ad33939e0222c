#include "c2c-ingest/record/layout/Options.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace fsfind::record::sim {
namespace {

template <class T> bool parse(std::string_view text, T &value) {
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

/// `5:60:45:…`, one number for each Outcome.
bool parse(std::string_view text, Latencies &latencies) {
  for (std::uint32_t &cycles : latencies.cycles) {
    const bool last = &cycles == &latencies.cycles.back();
    const std::size_t end = text.find(':');
    if ((end == std::string_view::npos) != last || !parse(text.substr(0, end), cycles))
      return false;
    text.remove_prefix(last ? text.size() : end + 1);
  }
  return true;
}

} // namespace

bool setOption(Options &options, std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos)
    return false;
  const std::string_view key = argument.substr(0, equals), value = argument.substr(equals + 1);
  if (key == "out") {
    options.out = value;
    return true;
  }
  if (key == "latencies")
    return parse(value, options.latencies);
  const struct {
    std::string_view name;
    std::uint32_t *value;
  } counts[] = {{"cpus", &options.cpus},
                {"nodes", &options.nodes},
                {"quantum", &options.quantum},
                {"window", &options.window},
                {"budget", &options.budget},
                {"line", &options.line},
                {"ways", &options.ways},
                {"ldlat", &options.ldlat},
                {"allocations", &options.allocations},
                {"descriptor", &options.descriptor}};
  for (const auto &known : counts)
    if (key == known.name)
      return parse(value, *known.value);
  const struct {
    std::string_view name;
    std::uint64_t *value;
  } sizes[] = {{"seed", &options.seed},
               {"cache", &options.cache},
               {"l3", &options.l3},
               {"load_period", &options.load_period},
               {"store_period", &options.store_period},
               {"max_bytes", &options.max_bytes},
               {"clock", &options.clock}};
  for (const auto &known : sizes)
    if (key == known.name)
      return parse(value, *known.value);
  return false;
}

std::string problemWith(const Options &options) {
  if (!options.out.starts_with('/'))
    return "out must be an absolute path";
  if (options.cpus == 0 || options.cpus > kMaxCpus)
    return "cpus must be from 1 to " + std::to_string(kMaxCpus);
  if (options.nodes == 0 || options.nodes > options.cpus)
    return "nodes must be from 1 to the number of cpus";
  if (!std::has_single_bit(options.line) || options.line < 16 || options.line > 4096)
    return "line must be a power of two from 16 to 4096";
  if (options.ways == 0 || options.ways > 64)
    return "ways must be from 1 to 64";
  if (options.cache < std::uint64_t{options.line} * options.ways || options.cache > 1ULL << 30)
    return "cache must hold one set of lines, and at most 1 GiB";
  if (options.l3 < std::uint64_t{options.line} * kL3Ways || options.l3 > 16ULL << 30)
    return "l3 must hold one set of lines, and at most 16 GiB";
  constexpr std::uint64_t kLongestPeriod = 1ULL << 40;
  if (options.load_period > kLongestPeriod || options.store_period > kLongestPeriod)
    return "load_period and store_period must be at most 2^40";
  if (options.quantum == 0 || options.load_period == 0 || options.store_period == 0)
    return "quantum, load_period and store_period must not be 0";
  if (options.window < kLeastWindow || options.window > kMostWindow)
    return "window must be from " + std::to_string(kLeastWindow) + " to " +
           std::to_string(kMostWindow);
  if (options.quantum > kMostWindow)
    return "quantum must be at most " + std::to_string(kMostWindow);
  if (std::ranges::any_of(options.latencies.cycles,
                          [](std::uint32_t cycles) { return cycles == 0 || cycles > kMostCycles; }))
    return "latencies must be from 1 to " + std::to_string(kMostCycles) + " cycles";
  if (options.budget > 100)
    return "budget must be from 1 to 100, or 0 for all";
  return {};
}

} // namespace fsfind::record::sim

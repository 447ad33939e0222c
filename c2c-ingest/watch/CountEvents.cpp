// Names, and what they count: the kernel's tools/perf/pmu-events/arch, x86/{haswellx, skylakex,
// icelakex, sapphirerapids, amdzen3, amdzen4, amdzen5} and arm64/arm/{neoverse-n1, -n2-v2}.
// MEM_LOAD_* count loads only. AMD tells the node of the address, not of the core that had the
// line, and not whether it was modified: near and far fills are no HITM.

#include "c2c-ingest/watch/CountEvents.h"

#include "rules/model/TextParts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace fsfind::watch {

namespace {

constexpr std::array kEvents = {
    CountEvent{CountRole::LocalHitm, "mem_load_l3_hit_retired.xsnp_hitm"},
    // From Ice Lake on the same event has this name.
    CountEvent{CountRole::LocalHitm, "mem_load_l3_hit_retired.xsnp_fwd"},
    CountEvent{CountRole::LocalHitm, "mem_load_uops_l3_hit_retired.xsnp_hitm"},
    CountEvent{CountRole::RemoteHitm, "mem_load_l3_miss_retired.remote_hitm"},
    CountEvent{CountRole::RemoteHitm, "mem_load_uops_l3_miss_retired.remote_hitm"},
    CountEvent{CountRole::NearFill, "ls_dmnd_fills_from_sys.near_cache"},
    CountEvent{CountRole::NearFill, "ls_dmnd_fills_from_sys.ext_cache_local"},
    CountEvent{CountRole::FarFill, "ls_dmnd_fills_from_sys.far_cache"},
    CountEvent{CountRole::FarFill, "ls_dmnd_fills_from_sys.ext_cache_remote"},
    CountEvent{CountRole::Remote, "mem_load_l3_miss_retired.remote_dram"},
    CountEvent{CountRole::Remote, "mem_load_uops_l3_miss_retired.remote_dram"},
    CountEvent{CountRole::Remote, "ls_dmnd_fills_from_sys.dram_io_far"},
    CountEvent{CountRole::Remote, "ls_dmnd_fills_from_sys.mem_io_remote"},
    CountEvent{CountRole::Remote, "remote_access"},
    CountEvent{CountRole::Loads, "mem_inst_retired.all_loads"},
    CountEvent{CountRole::Loads, "mem_uops_retired.all_loads"},
    CountEvent{CountRole::Loads, "ls_dispatch.ld_dispatch"},
    CountEvent{CountRole::Loads, "mem_access_rd"},
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The first word of a line.
std::string_view firstWord(std::string_view line) {
  while (!line.empty() && !isNameCharacter(line.front()))
    line.remove_prefix(1);
  const auto end = std::find_if_not(line.begin(), line.end(), isNameCharacter);
  return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool fits = error == std::errc() && stop == end && value >= 0 && value < 1e18;
  return fits ? std::optional(value) : std::nullopt;
}

/// One line: `value;unit;event;run time;per cent of the time;…`.
struct Row {
  std::optional<double> value, running;
  std::string event;
};

Row rowOf(std::string_view line) {
  constexpr double kPercent = 100;
  Row row;
  row.value = numberIn(takeUntil(line, ';'));
  takeUntil(line, ';');
  row.event = lower(firstWord(takeUntil(line, ';')));
  takeUntil(line, ';');
  if (const auto percent = numberIn(takeUntil(line, ';')))
    row.running = std::min(*percent / kPercent, 1.0);
  return row;
}

void add(std::optional<double> &sum, double value) {
  sum = sum.value_or(0) + value;
}

void addTo(Step &step, CountRole role, double value) {
  const auto contended = [&](ContendedKind kind) {
    add(step.contended[static_cast<std::size_t>(kind)], value);
  };
  switch (role) {
  case CountRole::LocalHitm:
    return contended(ContendedKind::LocalHitm);
  case CountRole::RemoteHitm:
    return contended(ContendedKind::RemoteHitm);
  case CountRole::NearFill:
    return contended(ContendedKind::NearFill);
  case CountRole::FarFill:
    return contended(ContendedKind::FarFill);
  case CountRole::Remote:
    return add(step.remote, value);
  case CountRole::Loads:
    return add(step.loads, value);
  }
}

} // namespace

std::vector<std::string> knownCountEvents() {
  std::vector<std::string> names;
  for (const CountEvent &event : kEvents)
    names.emplace_back(event.name);
  return names;
}

std::vector<CountEvent> chooseCountEvents(std::string_view listed) {
  std::vector<std::string> names;
  while (!listed.empty())
    names.push_back(lower(firstWord(takeUntil(listed, '\n'))));
  std::vector<CountEvent> chosen;
  for (const CountEvent &event : kEvents) {
    const bool has_role = std::any_of(chosen.begin(), chosen.end(), [&](const CountEvent &one) {
      return one.role == event.role;
    });
    if (!has_role && chosen.size() < kMostEvents &&
        std::find(names.begin(), names.end(), event.name) != names.end())
      chosen.push_back(event);
  }
  const bool useful = std::any_of(chosen.begin(), chosen.end(), [](const CountEvent &one) {
    return one.role != CountRole::Loads;
  });
  return useful ? chosen : std::vector<CountEvent>();
}

Step countedStep(std::string_view csv, const std::vector<CountEvent> &events) {
  Step step;
  while (!csv.empty()) {
    const Row row = rowOf(takeUntil(csv, '\n'));
    const auto event = std::find_if(events.begin(), events.end(),
                                    [&](const CountEvent &one) { return one.name == row.event; });
    if (event == events.end() || !row.value)
      continue;
    addTo(step, event->role, *row.value);
    if (row.running)
      step.running = std::min(*row.running, step.running.value_or(1));
  }
  return step;
}

bool hasCounts(const Step &step) {
  return sumOf(step.contended) || step.remote;
}

} // namespace fsfind::watch

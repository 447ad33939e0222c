#include "rules/watch/Alarms.h"

#include "rules/compare/ContendedData.h"
#include "rules/measured/usage/Significance.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fsfind {

namespace {

struct AlarmWords {
  AlarmKind kind;
  std::string_view word;
  std::optional<double> limit; ///< the default; none = the alarm has no limit
};
constexpr std::array<AlarmWords, 3> kAlarms = {{{AlarmKind::Hitm, "hitm", kHitmLimit},
                                                {AlarmKind::Remote, "remote", kRemoteLimit},
                                                {AlarmKind::New, "new", std::nullopt}}};

/// `5%` or `0.5%`, from 0 to 100, as a share.
std::optional<double> shareOf(std::string_view text) {
  constexpr double kPercent = 100;
  if (!text.ends_with('%'))
    return std::nullopt;
  text.remove_suffix(1);
  double value = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool fits = error == std::errc() && stop == end && value >= 0 && value <= kPercent;
  return fits ? std::optional(value / kPercent) : std::nullopt;
}

/// What the step says of the rule's value.
std::optional<double> valueOf(AlarmKind kind, const Step &step) {
  return (kind == AlarmKind::Hitm ? step.ofReferences() : step.remoteOfMissed()).share();
}

/// Too few samples are no contention: they come with every start of a thread.
bool isSeen(const WatchRow &row) {
  return row.in_last_step && !row.name.empty() && row.samples >= kMinContendedSamples;
}

} // namespace

std::string_view alarmWord(AlarmKind kind) {
  return kAlarms[static_cast<std::size_t>(kind)].word;
}

Expected<AlarmRule> parseAlarm(const std::string &text) {
  const std::size_t equals = text.find('=');
  const std::string word = text.substr(0, equals);
  const auto *const found = std::find_if(kAlarms.begin(), kAlarms.end(),
                                         [&](const AlarmWords &one) { return one.word == word; });
  if (found == kAlarms.end())
    return failure({"--alarm", {}, "there is no alarm " + word, "give hitm, remote, new or none"});
  if (equals == std::string::npos)
    return AlarmRule{found->kind, found->limit.value_or(0)};
  const std::optional<double> limit =
      found->limit ? shareOf(std::string_view(text).substr(equals + 1)) : std::nullopt;
  if (!limit)
    return failure({"--alarm",
                    {},
                    text + (found->limit ? " has no limit from 0% to 100%" : " takes no limit"),
                    found->limit ? "write it as " + word + "=5%" : "write " + word + " alone"});
  return AlarmRule{found->kind, *limit};
}

bool isKnown(const WatchRow &row, const std::vector<Finding> &findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding &finding) {
    return std::any_of(row.members.begin(), row.members.end(), [&](const WatchedMember &member) {
      return isAbout(finding, {row.name, member.name, row.record, member.samples});
    });
  });
}

std::vector<AlarmEvent> Alarms::look(const Step &step, const WindowView &view) {
  std::vector<AlarmEvent> events;
  for (const AlarmRule &rule : rules_) {
    if (rule.kind == AlarmKind::New) {
      lookAtObjects(rule, view, events);
      continue;
    }
    State &state = states_.try_emplace(std::string(alarmWord(rule.kind)), State{rule, {}, 0, false})
                       .first->second;
    if (const std::optional<double> value = valueOf(rule.kind, step))
      note(state, *value > rule.limit, value, events);
  }
  return events;
}

void Alarms::lookAtObjects(const AlarmRule &rule, const WindowView &view,
                           std::vector<AlarmEvent> &events) {
  std::map<std::string, const WatchRow *> seen;
  for (const WatchRow &row : view.rows)
    if (isSeen(row) && !isKnown(row, baseline_))
      seen.emplace("new " + row.name, &row);
  for (const auto &[key, row] : seen)
    note(states_.try_emplace(key, State{rule, row->name, 0, false}).first->second, true,
         row->per_second, events);
  for (auto &[key, state] : states_)
    if (state.rule.kind == AlarmKind::New && !seen.contains(key))
      note(state, false, std::nullopt, events);
  // What is not seen and not raised need not be remembered: objects come and go without end.
  std::erase_if(states_, [&](const auto &one) {
    return one.second.rule.kind == AlarmKind::New && !one.second.raised &&
           !seen.contains(one.first);
  });
}

void Alarms::note(State &state, bool exceeds, std::optional<double> value,
                  std::vector<AlarmEvent> &events) {
  state.streak = exceeds == state.raised ? 0 : state.streak + 1;
  if (state.streak < steps_)
    return;
  state.streak = 0;
  state.raised = exceeds;
  ever_raised_ = ever_raised_ || exceeds;
  events.push_back({state.rule, exceeds, state.object, value});
}

std::vector<ActiveAlarm> Alarms::active() const {
  std::vector<ActiveAlarm> active;
  for (const auto &[key, state] : states_)
    if (state.raised)
      active.push_back({state.rule, state.object});
  return active;
}

} // namespace fsfind

#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Finding.h"
#include "rules/watch/Rolling.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Limits on what a watch sees, and when they are exceeded long enough to tell somebody.
namespace fsfind {

enum class AlarmKind : std::uint8_t {
  Hitm,   ///< contended loads in all loads and stores
  Remote, ///< loads that another node answered in those that missed the L3
  New,    ///< an object that the baseline has no finding about
};

struct AlarmRule {
  AlarmKind kind = AlarmKind::Hitm;
  double limit = 0; ///< 0..1; no meaning for New
};
inline constexpr double kHitmLimit = 0.05, kRemoteLimit = 0.3;

/// `hitm`, `remote`, `new`.
[[nodiscard]] std::string_view alarmWord(AlarmKind kind);

/// Reads `hitm`, `hitm=5%`, `remote`, `remote=30%` or `new`.
[[nodiscard]] Expected<AlarmRule> parseAlarm(const std::string &text);

/// An alarm that began or ended with a step.
struct AlarmEvent {
  AlarmRule rule;
  bool raised = false;         ///< false: it ended
  std::string object;          ///< New only
  std::optional<double> value; ///< of the step: a share 0..1; for New contended loads a second
};

/// An alarm that was raised and has not ended.
struct ActiveAlarm {
  AlarmRule rule;
  std::string object;
};

/// Watches the steps. An alarm is raised when as many steps in a row as asked for exceed its limit,
/// and ends when as many do not. Steps that do not tell the value count for neither.
class Alarms {
public:
  /// `steps`: at least 1. `baseline`: the findings that New knows.
  Alarms(std::vector<AlarmRule> rules, std::size_t steps, std::vector<Finding> baseline)
      : rules_(std::move(rules)), steps_(steps), baseline_(std::move(baseline)) {}

  /// Takes note of a step and of the window that ends with it; returns what began or ended.
  [[nodiscard]] std::vector<AlarmEvent> look(const Step &step, const WindowView &view);

  [[nodiscard]] std::vector<ActiveAlarm> active() const;
  [[nodiscard]] const std::vector<AlarmRule> &rules() const { return rules_; }
  [[nodiscard]] bool everRaised() const { return ever_raised_; }

private:
  /// How many steps in a row were on the other side of the limit.
  struct State {
    AlarmRule rule;
    std::string object;
    std::size_t streak = 0;
    bool raised = false;
  };
  using States = std::map<std::string, State>; ///< by alarm and object

  void note(State &state, bool exceeds, std::optional<double> value,
            std::vector<AlarmEvent> &events);
  void lookAtObjects(const AlarmRule &rule, const WindowView &view,
                     std::vector<AlarmEvent> &events);

  std::vector<AlarmRule> rules_;
  std::size_t steps_;
  std::vector<Finding> baseline_;
  States states_;
  bool ever_raised_ = false;
};

/// Whether a finding is about the object or one of its members.
[[nodiscard]] bool isKnown(const WatchRow &row, const std::vector<Finding> &findings);

} // namespace fsfind

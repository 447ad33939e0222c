#include "cli/report/WatchReport.h"
#include "rules/codec/JsonParts.h"

#include <ostream>

namespace fsfind::report {

namespace {

using codec::Json;

constexpr int kSchema = 1;

Json numberJson(const std::optional<double> &value) {
  return value ? Json(codec::finite(*value)) : Json(nullptr);
}

Json contendedJson(const ContendedLoads &contended) {
  Json json = Json::object();
  for (const ContendedWords &words : kContendedWords)
    json[std::string(words.word)] = numberJson(contended[static_cast<std::size_t>(words.kind)]);
  return json;
}

Json stepJson(const Step &step) {
  return {{"recording", step.origin.empty() ? Json(nullptr) : Json(step.origin)},
          {"time", step.time},
          {"seconds", numberJson(step.seconds)},
          {"contended", contendedJson(step.contended)},
          {"loads", numberJson(step.loads)},
          {"stores", numberJson(step.stores)},
          {"share_of_references", numberJson(step.ofReferences().share())},
          {"share_of_loads", numberJson(step.ofLoads().share())},
          {"remote_share", numberJson(step.remoteOfMissed().share())},
          {"samples", step.samples},
          {"lost", step.lost},
          {"running", numberJson(step.running)}};
}

Json rowJson(const WatchRow &row) {
  Json members = Json::array();
  for (const WatchedMember &member : row.members)
    members.push_back({{"name", member.name}, {"samples", member.samples}});
  return {{"object", row.name},
          {"members", std::move(members)},
          {"samples", row.samples},
          {"loads", codec::finite(row.loads)},
          {"per_second", numberJson(row.per_second)},
          {"share_of_loads", numberJson(row.share)},
          {"trend", trendWord(row.trend)},
          {"age", row.age}};
}

Json windowJson(const WindowView &window) {
  Json rows = Json::array();
  for (const WatchRow &row : window.rows)
    rows.push_back(rowJson(row));
  return {{"steps", window.steps},
          {"seconds", window.seconds},
          {"contended", contendedJson(window.contended)},
          {"per_second", contendedJson(window.per_second)},
          {"share_of_references", numberJson(window.of_references.share())},
          {"share_of_loads", numberJson(window.of_loads.share())},
          {"remote_share", numberJson(window.remote_of_missed.share())},
          {"samples", window.samples},
          {"lost", window.lost},
          {"running", numberJson(window.running)},
          {"objects", std::move(rows)}};
}

Json ruleJson(const AlarmRule &rule, const std::string &object) {
  return {{"alarm", alarmWord(rule.kind)},
          {"object", object.empty() ? Json(nullptr) : Json(object)},
          {"limit", rule.kind == AlarmKind::New ? Json(nullptr) : Json(rule.limit)}};
}

Json eventJson(const AlarmEvent &event) {
  Json json = ruleJson(event.rule, event.object);
  json["state"] = event.raised ? "raised" : "ended";
  json["value"] = numberJson(event.value);
  json["message"] = alarmText(event);
  return json;
}

Json toolJson(std::string_view version) {
  return {{"name", "fsfind"}, {"version", version}};
}

} // namespace

void writeWatchJson(std::ostream &out, const WatchReport &report, std::string_view version) {
  Json events = Json::array(), active = Json::array();
  for (const AlarmEvent &event : report.events)
    events.push_back(eventJson(event));
  for (const ActiveAlarm &alarm : report.active)
    active.push_back(ruleJson(alarm.rule, alarm.object));
  const Json json = {{"schema", kSchema},
                     {"tool", toolJson(version)},
                     {"watched", report.how},
                     {"number", report.step},
                     {"error", report.error.empty() ? Json(nullptr) : Json(report.error)},
                     {"step", report.last ? stepJson(*report.last) : Json(nullptr)},
                     {"window", windowJson(report.window)},
                     {"errors", report.totals.errors()},
                     {"raised_or_ended", std::move(events)},
                     {"active", std::move(active)}};
  out << codec::dumped(json) << '\n';
}

std::string alarmJson(const AlarmEvent &event, const WatchReport &report,
                      std::string_view version) {
  Json json = {{"schema", kSchema},
               {"tool", toolJson(version)},
               {"watched", report.how},
               {"number", report.step}};
  json.update(eventJson(event));
  return codec::dumped(json);
}

} // namespace fsfind::report

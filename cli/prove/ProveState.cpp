#include "cli/prove/ProveState.h"

#include "cli/check/Files.h"
#include "cli/terminal/Output.h"
#include "rules/codec/FieldReader.h"

#include <ostream>

namespace fsfind::prove {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kSchema = 2;

Json jsonOf(const Recorded &recorded) {
  Json json;
  json["cost"] = recorded.cost;
  json["data"] = Json::array();
  for (const ContendedDatum &datum : recorded.data)
    json["data"].push_back({{"object", datum.object},
                            {"member", datum.member},
                            {"record", datum.record},
                            {"loads", datum.loads},
                            {"cost", datum.cost},
                            {"beside", datum.beside}});
  return json;
}

Json jsonOf(const Trial &trial) {
  Json json;
  json["trouble"] = trial.trouble;
  json["said"] = trial.said;
  json["exit_code"] = trial.exit_code;
  json["output"] = trial.output;
  json["recordings"] = Json::array();
  for (const Recorded &one : trial.recordings)
    json["recordings"].push_back(jsonOf(one));
  return json;
}

void readTrial(const FieldReader &reader, Trial &trial) {
  reader.text("trouble", trial.trouble);
  reader.text("said", trial.said);
  std::uint32_t code = 0;
  reader.number("exit_code", code);
  trial.exit_code = static_cast<int>(code);
  reader.number("output", trial.output);
  reader.objects("recordings", trial.recordings, [](const FieldReader &one, Recorded &recorded) {
    one.number("cost", recorded.cost);
    one.objects("data", recorded.data, [](const FieldReader &of, ContendedDatum &datum) {
      of.text("object", datum.object);
      of.text("member", datum.member);
      of.text("record", datum.record);
      of.number("loads", datum.loads);
      of.number("cost", datum.cost);
      of.texts("beside", datum.beside);
    });
  });
}

Json jsonOf(const Baseline &baseline) {
  Json json = jsonOf(baseline.trial);
  json["steady"] = baseline.steady;
  json["how"] = baseline.how;
  return json;
}

Json jsonOf(const std::map<std::uint64_t, Trial> &trials) {
  Json json = Json::array();
  for (const auto &[texts, trial] : trials) {
    json.push_back(jsonOf(trial));
    json.back()["texts"] = texts;
  }
  return json;
}

Json jsonOf(const std::map<std::uint64_t, std::vector<RunPair>> &runs) {
  Json json = Json::array();
  for (const auto &[texts, pairs] : runs)
    for (const RunPair &pair : pairs)
      json.push_back({{"texts", texts}, {"before", pair.before}, {"after", pair.after}});
  return json;
}

struct KeyedTrial {
  std::uint64_t texts = 0;
  Trial trial;
};

struct KeyedPair {
  std::uint64_t texts = 0;
  RunPair pair;
};

} // namespace

ProveState::ProveState(std::string path) : path_(std::move(path)) {
  if (const auto text = check::readFile(path_))
    read(*text);
}

void ProveState::read(const std::string &text) {
  const Json json = Json::parse(text, nullptr, false);
  std::string problem;
  std::uint64_t schema = 0;
  const FieldReader reader(json, "", problem);
  reader.number("schema", schema);
  if (!problem.empty() || schema != kSchema)
    return;
  std::optional<Baseline> baseline;
  std::vector<KeyedTrial> trials;
  std::vector<KeyedPair> runs;
  bool finished = false;
  reader.object("baseline", [&](const FieldReader &one) {
    readTrial(one, baseline.emplace().trial);
    one.flag("steady", baseline->steady);
    one.text("how", baseline->how);
  });
  reader.objects("trials", trials, [](const FieldReader &one, KeyedTrial &trial) {
    one.number("texts", trial.texts);
    readTrial(one, trial.trial);
  });
  reader.objects("runs", runs, [](const FieldReader &one, KeyedPair &pair) {
    one.number("texts", pair.texts);
    one.measure("before", pair.pair.before);
    one.measure("after", pair.pair.after);
  });
  reader.flag("finished", finished);
  if (!problem.empty())
    return;
  baseline_ = std::move(baseline);
  finished_ = finished;
  for (KeyedTrial &one : trials)
    trials_[one.texts] = std::move(one.trial);
  for (const KeyedPair &one : runs)
    runs_[one.texts].push_back(one.pair);
}

const Trial *ProveState::trial(std::uint64_t texts) const {
  const auto found = trials_.find(texts);
  return found == trials_.end() ? nullptr : &found->second;
}

std::vector<RunPair> ProveState::runs(std::uint64_t texts) const {
  const auto found = runs_.find(texts);
  return found == runs_.end() ? std::vector<RunPair>() : found->second;
}

Expected<void> ProveState::setBaseline(Baseline baseline) {
  baseline_ = std::move(baseline);
  return save();
}

Expected<void> ProveState::addTrial(std::uint64_t texts, Trial trial) {
  trials_[texts] = std::move(trial);
  return save();
}

Expected<void> ProveState::addRun(std::uint64_t texts, const RunPair &pair) {
  runs_[texts].push_back(pair);
  return save();
}

Expected<void> ProveState::finish() {
  finished_ = true;
  return save();
}

Expected<void> ProveState::save() const {
  Json json;
  json["schema"] = kSchema;
  if (baseline_)
    json["baseline"] = jsonOf(*baseline_);
  json["trials"] = jsonOf(trials_);
  json["runs"] = jsonOf(runs_);
  json["finished"] = finished_;
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return cli::writeFile(path_, [&](std::ostream &out) { out << text; });
}

} // namespace fsfind::prove

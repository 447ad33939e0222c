#include "c2c-ingest/lines/LineSurvey.h"

#include <algorithm>

namespace fsfind::lines {

void LineSurvey::noteTime(std::uint64_t time) {
  first_time_ = std::min(first_time_.value_or(time), time);
  last_time_ = std::max(last_time_.value_or(time), time);
}

void LineSurvey::add(const PlacedSample &placed, const LineKeys &keys) {
  const perf::Sample &sample = placed.sample;
  if (sample.time != 0)
    noteTime(sample.time);
  cost_ += sample.weight * sample.period;
  const std::uint32_t number = sources_.number(sample.data_source, placed.facts());
  sources_.count(number);
  const decode::DecodedSource &source = sources_[number];
  if (source.kind)
    (*source.kind == AccessKind::Store ? estimated_stores_ : estimated_loads_) += sample.period;

  Brief &brief = lines_[keys.of(sample.address, placed.data_mapping, sample.mode, sample.pid)];
  brief.contended |= source.contended || source.counters.isShared();
  // Address 0 stands for "not recorded": no memory lies there.
  if (source.kind && sample.address != 0)
    brief.evidence.add(sample.tid, keys.offset(sample.address), *source.kind);
}

void LineSurvey::merge(LineSurvey &&other) {
  for (const auto &[key, brief] : other.lines_) {
    Brief &mine = lines_[key];
    mine.contended |= brief.contended;
    mine.evidence.merge(brief.evidence);
  }
  sources_.merge(other.sources_);
  cost_ += other.cost_;
  estimated_loads_ += other.estimated_loads_;
  estimated_stores_ += other.estimated_stores_;
  for (const auto &time : {other.first_time_, other.last_time_})
    if (time)
      noteTime(*time);
  other.lines_ = {};
}

std::vector<LineKey> LineSurvey::interestingLines() const {
  std::vector<LineKey> keys;
  for (const auto &[key, brief] : lines_)
    if (brief.contended || brief.evidence.possible())
      keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

} // namespace fsfind::lines

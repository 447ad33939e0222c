#include "c2c-ingest/lines/LineSurvey.h"

#include <algorithm>

namespace fsfind::lines {

void LineSurvey::noteTime(std::uint64_t time) {
  first_time_ = std::min(first_time_.value_or(time), time);
  last_time_ = std::max(last_time_.value_or(time), time);
}

void LineSurvey::noteCpu(std::uint32_t cpu) {
  constexpr std::uint32_t kMostCpus = 1U << 16; // eight times what Linux can be built for
  if (cpu >= kMostCpus)
    return;
  if (cpu >= cpus_.size())
    cpus_.resize(cpu + 1);
  cpus_[cpu] = true;
}

std::size_t LineSurvey::cpuCount() const {
  return static_cast<std::size_t>(std::count(cpus_.begin(), cpus_.end(), true));
}

void LineSurvey::add(const PlacedSample &placed, const LineKeys &keys) {
  const perf::Sample &sample = placed.sample;
  if (sample.time != 0)
    noteTime(sample.time);
  noteCpu(sample.cpu);
  cost_ += sample.weight * sample.period;
  const std::uint32_t number = sources_.number(sample.data_source, placed.facts());
  sources_.count(number, sample.weight);
  const decode::DecodedSource &source = sources_[number];
  if (source.kind)
    (*source.kind == AccessKind::Store ? estimated_stores_ : estimated_loads_) += sample.period;

  Brief &brief = lines_[keys.of(sample.address, placed.data_mapping, sample.mode, sample.pid)];
  brief.contended |= source.contended || source.counters.isShared();
  brief.memory |= source.sample_class == SampleClass::LoadLocalDram ||
                  source.sample_class == SampleClass::LoadRemoteDram;
  // Address 0 stands for "not recorded": no memory lies there.
  if (source.kind && sample.address != 0)
    brief.evidence.add(sample.tid, keys.offset(sample.address), *source.kind);
}

void LineSurvey::merge(LineSurvey &&other) {
  for (const auto &[key, brief] : other.lines_) {
    Brief &mine = lines_[key];
    mine.contended |= brief.contended;
    mine.memory |= brief.memory;
    mine.evidence.merge(brief.evidence);
  }
  sources_.merge(other.sources_);
  cost_ += other.cost_;
  estimated_loads_ += other.estimated_loads_;
  estimated_stores_ += other.estimated_stores_;
  for (const auto &time : {other.first_time_, other.last_time_})
    if (time)
      noteTime(*time);
  for (std::uint32_t cpu = 0; cpu < other.cpus_.size(); ++cpu)
    if (other.cpus_[cpu])
      noteCpu(cpu);
  other.lines_ = {};
}

std::size_t LineSurvey::memoryLineStep() const {
  // Fewer remote loads say nothing about any object.
  constexpr std::uint64_t kMinRemoteLoads = 10;
  // Most lines have one sample; so many lines show the shares of dozens of objects.
  constexpr std::size_t kMostMemoryLines = std::size_t{1} << 14;
  std::uint64_t remote = 0;
  for (std::uint32_t i = 0; i < sources_.samples().size(); ++i)
    if (sources_[i].sample_class == SampleClass::LoadRemoteDram)
      remote += sources_.samples()[i];
  if (remote < kMinRemoteLoads)
    return 0;
  const auto lines =
      static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [](const auto &line) {
        return line.second.memory && !line.second.isContended();
      }));
  return std::max<std::size_t>(1, (lines + kMostMemoryLines - 1) / kMostMemoryLines);
}

std::vector<LineKey> LineSurvey::interestingLines(std::uint32_t line_size) const {
  std::vector<LineKey> keys, memory;
  const std::size_t step = memoryLineStep();
  const auto addQuiet = [&](LineKey key) {
    const auto found = lines_.find(key);
    // Lines with loads from memory are sampled below.
    if (found != lines_.end() && !found->second.isContended() &&
        !(found->second.memory && step != 0))
      keys.push_back(key);
  };
  for (const auto &[key, brief] : lines_)
    if (brief.isContended()) {
      keys.push_back(key);
      if (line_size != 0) {
        addQuiet({key.group, key.address - line_size});
        addQuiet({key.group, key.address + line_size});
      }
    } else if (brief.memory)
      memory.push_back(key);
  std::sort(memory.begin(), memory.end());
  if (step != 0)
    for (std::size_t i = 0; i < memory.size(); i += step)
      keys.push_back(memory[i]);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

} // namespace fsfind::lines

#include "c2c-ingest/lines/LineSurvey.h"

#include <algorithm>

namespace fsfind::lines {

void LineSurvey::noteTimes(std::uint64_t first, std::uint64_t last) {
  first_time_ = std::min(first_time_, first);
  last_time_ = std::max(last_time_, last);
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

std::uint32_t LineSurvey::enter(const Place &place) {
  std::uint32_t number = numberOf(place.hash, place.key);
  if (number == ingest::SlotTable::kNone) {
    number = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({place.key, {}});
    slots_.enter(place.hash, number);
  }
  return number;
}

LineSurvey::Place LineSurvey::find(const PlacedSample &placed, const LineKeys &keys) const {
  const perf::Sample &sample = placed.sample;
  const LineKey key = keys.of(sample.address, placed.data_mapping, sample.mode, sample.pid);
  const std::size_t hash = LineKeyHash()(key);
  slots_.prefetch(hash);
  return {key, hash};
}

LineSurvey::Sighting LineSurvey::add(const PlacedSample &placed, const Place &place,
                                     const LineKeys &keys) {
  const perf::Sample &sample = placed.sample;
  if (sample.time != 0)
    noteTimes(sample.time, sample.time);
  noteCpu(sample.cpu);
  cost_ += sample.weight * sample.period;
  const std::uint32_t number = sources_.number(sample.data_source, placed.facts());
  sources_.count(number, sample.weight);
  const decode::DecodedSource &source = sources_[number];
  if (source.kind)
    (*source.kind == AccessKind::Store ? estimated_stores_ : estimated_loads_) += sample.period;

  const std::uint32_t line_number = enter(place);
  Line &line = lines_[line_number];
  if (!line.contended) { // more cannot be found out
    line.memory |= source.sample_class == SampleClass::LoadLocalDram ||
                   source.sample_class == SampleClass::LoadRemoteDram;
    // Address 0 stands for "not recorded": no memory lies there.
    if (source.kind && sample.address != 0)
      line.evidence.add(sample.tid, keys.offset(sample.address), *source.kind);
    line.contended = source.contended || source.shared || line.evidence.possible();
  }
  return {line_number, number, line.contended};
}

LineSurvey::Renumbered LineSurvey::merge(const LineSurvey &other) {
  Renumbered numbers;
  numbers.lines.reserve(other.lines_.size());
  for (const Line &line : other.lines_) {
    const std::uint32_t number =
        numbers.lines.emplace_back(enter({line.key, LineKeyHash()(line.key)}));
    Line &mine = lines_[number];
    mine.memory |= line.memory;
    mine.evidence.merge(line.evidence);
    mine.contended |= line.contended || mine.evidence.possible();
  }
  numbers.sources = sources_.merge(other.sources_);
  cost_ += other.cost_;
  estimated_loads_ += other.estimated_loads_;
  estimated_stores_ += other.estimated_stores_;
  noteTimes(other.first_time_, other.last_time_);
  for (std::uint32_t cpu = 0; cpu < other.cpus_.size(); ++cpu)
    if (other.cpus_[cpu])
      noteCpu(cpu);
  return numbers;
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
  if (quiet_)
    return 1;
  const auto lines =
      static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [](const Line &line) {
        return line.memory && !line.contended;
      }));
  return std::max<std::size_t>(1, (lines + kMostMemoryLines - 1) / kMostMemoryLines);
}

void LineSurvey::addQuiet(std::vector<LineKey> &keys) const {
  // So many take a few hundred megabytes, with their samples, times and names.
  constexpr std::size_t kMostQuietLines = std::size_t{1} << 16;
  std::vector<const Line *> quiet;
  for (const Line &line : lines_)
    if (!line.contended)
      quiet.push_back(&line);
  if (quiet.size() > kMostQuietLines) {
    std::sort(quiet.begin(), quiet.end(), [](const Line *a, const Line *b) {
      const unsigned more = a->evidence.stores(), less = b->evidence.stores();
      return more != less ? more > less : a->key < b->key;
    });
    quiet.resize(kMostQuietLines);
  }
  for (const Line *line : quiet)
    keys.push_back(line->key);
}

std::vector<LineKey> LineSurvey::interestingLines(std::uint32_t line_size) const {
  std::vector<LineKey> keys, memory;
  const std::size_t step = memoryLineStep();
  const auto addBeside = [&](LineKey key) {
    const std::uint32_t number = numberOf(key);
    // Lines with loads from memory are sampled below.
    if (number != ingest::SlotTable::kNone && !lines_[number].contended &&
        !(lines_[number].memory && step != 0))
      keys.push_back(key);
  };
  for (const Line &line : lines_)
    if (line.contended) {
      keys.push_back(line.key);
      if (line_size != 0) {
        addBeside({line.key.group, line.key.address - line_size});
        addBeside({line.key.group, line.key.address + line_size});
      }
    } else if (line.memory)
      memory.push_back(line.key);
  if (quiet_)
    addQuiet(keys);
  std::sort(memory.begin(), memory.end());
  if (step != 0)
    for (std::size_t i = 0; i < memory.size(); i += step)
      keys.push_back(memory[i]);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

} // namespace fsfind::lines

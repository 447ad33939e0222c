#include "c2c-ingest/clock/ClockSamples.h"

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/clock/Meetings.h"
#include "c2c-ingest/clock/Operands.h"
#include "c2c-ingest/decode/DataSource.h"
#include "c2c-ingest/perf/MachineParts.h"
#include "c2c-ingest/typing/Architecture.h"

#include <algorithm>
#include <cmath>
#include <map>

// How a clock tells contention. A thread that waits for a cacheline is interrupted where it waits,
// so the time of the line's accesses is in the samples around them:
//
//     thread 1          thread 2           samples
//     lock inc [x]      lock inc [x+8]
//   → dec  ecx        → dec  ecx           400 + 390     the increment before has taken this time
//     jnz               jnz                  5 +   4
//
// Each sample gives the addresses that the code around accesses (Operands). A line is contended if
// threads meet on it: they use it in turns while they run at the same time, and one writes
// (Meetings). A sample counts for one of them, the nearest that it can have waited for: what a loop
// only waits for (WaitingLoop), else the load before it. Its other accesses tell who uses what.
//
// All of the time of a loop that only waits is cost. Elsewhere cost is what the samples of the
// straight line of code exceed its typical instruction by: all instructions of such a line run
// equally often, so what one of them has more is time that it waited (Anderson et al., Continuous
// Profiling: Where Have All the Cycles Gone?, SOSP 1997). Where the wait shows in the line is left
// open: a plain store retires at once, and what follows waits for it. It is an estimate: an
// instruction that is slow by itself, as an atomic one that nobody disturbs, counts as well.

namespace fsfind::clock {

namespace {

using ingest::SlotTable;

/// Samples that are looked at, at most, and accesses that they may make together; of longer
/// recordings an even selection. A sample tells of two or three accesses to what threads share, and
/// takes a kilobyte with them.
constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 20,
                        kMostAccesses = std::uint64_t{1} << 22;
/// Lines of memory that are told apart; of more, those that were met first.
constexpr std::size_t kMostLines = std::size_t{1} << 22;

constexpr std::uint32_t kSoftware = 1;                 // PERF_TYPE_SOFTWARE
constexpr std::uint64_t kCpuClock = 0, kTaskClock = 1; // PERF_COUNT_SW_CPU_CLOCK, _TASK_CLOCK

bool isClock(const perf::EventAttr &event) {
  return event.type == kSoftware && (event.config == kCpuClock || event.config == kTaskClock) &&
         event.has(perf::kSampleRegsUser);
}

/// A module's operands, and how sampled registers map to its machine's.
struct Code {
  Code(debuginfo::Module &module, machine::Arch of, std::size_t &room)
      : operands(module, room), arch(of) {}
  Operands operands;
  machine::Arch arch;
};

/// A straight line of code by module and its first instruction.
using CodeLine = std::pair<const Code *, std::uint64_t>;

/// A sample of the clock with what the code around it says.
struct Look {
  perf::Sample sample;
  const SampledCode *code = nullptr; ///< null: not decoded
  const Code *module = nullptr;
  std::uint64_t bias = 0;
  Registers registers;
};

class Reader {
public:
  Reader(const perf::Recording &recording, const perf::AddressSpaces &spaces,
         const lines::LineKeys &keys, objects::ModuleCache &modules)
      : recording_(recording), keys_(keys), modules_(modules),
        decoder_(recording.events(), recording.swapped()), data_(spaces), code_(spaces),
        cycles_per_ns_(perf::nominalFrequency(recording.features().cpu_description) / 1e9) {
    if (cycles_per_ns_ == 0)
      cycles_per_ns_ = 1;
    const auto found = recording.recordCounts().find(perf::kRecordSample);
    const std::uint64_t count = found == recording.recordCounts().end() ? 0 : found->second;
    result_.one_of = count / kMostSamples + 1;
  }

  Expected<ClockSamples> run() {
    FSFIND_CHECK(eachSample([&](const Look &look) { survey(look); }));
    result_.one_of *= accesses_ / kMostAccesses + 1;
    FSFIND_CHECK(eachSample([&](const Look &look) { collect(look); }));
    for (auto &[line, time] : times_)
      time.waiting = waitingIn(time);
    findContended();
    deliver();
    return std::move(result_);
  }

private:
  /// A line of memory, until it is known whether several threads use it.
  struct Line {
    std::uint32_t tid = 0;
    bool several = false, written = false;
    std::uint32_t number = SlotTable::kNone; ///< among the lines that may be contended
  };
  /// An access to a line that may be contended.
  struct Touch {
    std::uint64_t address = 0;
    std::uint32_t line = 0, sample = 0; ///< numbers
    const Operand *operand = nullptr;
  };
  struct Taken {
    perf::Sample sample;
    std::uint64_t bias = 0;
    CodeLine line{};
    double cycles = 0; ///< of processor time
  };
  /// Samples of a straight line of code.
  struct Time {
    std::map<std::uint64_t, double> by_instruction; ///< weight, by svma
    std::uint32_t instructions = 0, usual = 0;      ///< see SampledCode
    double waiting = 1;                             ///< part of the time, see waitingIn
  };

  template <class Use> Expected<void> eachSample(const Use &use);
  void decode(const perf::Record &record, Look &look);
  Code *codeOf(debuginfo::Module &module);
  template <class Use> void eachAccess(const Look &look, const Use &use);
  void survey(const Look &look);
  void collect(const Look &look);
  void findContended();
  void deliver();
  [[nodiscard]] static double waitingIn(const Time &time);
  [[nodiscard]] double waitingPart(const Taken &taken, const Operand &operand) const;
  void deliver(const Taken &taken, std::span<const Touch> touches);

  const perf::Recording &recording_;
  const lines::LineKeys &keys_;
  objects::ModuleCache &modules_;
  perf::SampleDecoder decoder_;
  perf::MappingLookup data_, code_;
  double cycles_per_ns_;
  std::size_t decoded_room_ = kMostDecoded;
  std::map<const debuginfo::Module *, std::unique_ptr<Code>> codes_;

  ingest::Interner<lines::LineKey, std::uint32_t, lines::LineKeyHash> line_numbers_;
  std::vector<Line> lines_;
  std::uint32_t candidates_ = 0;
  std::uint64_t accesses_ = 0; ///< of the samples that were surveyed
  std::vector<Taken> taken_;
  std::vector<Touch> touches_;
  std::map<CodeLine, Time> times_;
  std::vector<bool> contended_; ///< by number of a candidate
  ClockSamples result_;
};

/// Calls `use(look)` for each sample of user code that is looked at, always in the same order.
template <class Use> Expected<void> Reader::eachSample(const Use &use) {
  std::uint64_t number = 0;
  return recording_.forEachBatch(1, [&](unsigned, const perf::RecordBatch &batch) {
    perf::forEachRecord(batch, recording_.swapped(), [&](const perf::Record &record) {
      if (record.type != perf::kRecordSample || number++ % result_.one_of != 0)
        return;
      Look look;
      if (!decoder_.decode(record, look.sample))
        return;
      decode(record, look);
      use(look);
    });
  });
}

Code *Reader::codeOf(debuginfo::Module &module) {
  const auto [known, fresh] = codes_.try_emplace(&module);
  if (const auto arch = typing::architectureOf(module); fresh && arch)
    known->second = std::make_unique<Code>(module, *arch, decoded_room_);
  return known->second.get();
}

void Reader::decode(const perf::Record &record, Look &look) {
  perf::UserRegisters recorded;
  const perf::Sample &sample = look.sample;
  if (sample.mode != perf::CpuMode::User || !decoder_.userRegisters(record, recorded))
    return;
  const auto place = modules_.find(code_.find(sample.pid, sample.mode, sample.ip, sample.time),
                                   sample.ip, objects::ModuleCache::Use::Code);
  Code *code = place.module ? codeOf(*place.module) : nullptr;
  if (!code)
    return;
  look.module = code;
  look.bias = place.bias;
  look.code = &code->operands.at(place.svma);
  look.registers = registersOf(recorded, look.module->arch);
}

/// Calls `use(key, address, operand)` for each access whose address the sample tells.
template <class Use> void Reader::eachAccess(const Look &look, const Use &use) {
  if (!look.code)
    return;
  const perf::Sample &sample = look.sample;
  for (const Operand &operand : look.code->operands) {
    const auto address = addressOf(operand.memory, look.registers, look.bias);
    if (!address || *address == 0)
      continue;
    const perf::MappingIndex mapping = data_.find(sample.pid, sample.mode, *address, sample.time);
    use(keys_.of(*address, mapping, sample.mode, sample.pid), *address, operand);
  }
}

/// First reading: which lines several threads use, and one writes.
void Reader::survey(const Look &look) {
  eachAccess(look, [&](const lines::LineKey &key, std::uint64_t, const Operand &operand) {
    ++accesses_;
    const std::uint32_t number =
        lines_.size() < kMostLines ? line_numbers_(key) : line_numbers_.find(key);
    if (number == SlotTable::kNone)
      return;
    if (number == lines_.size())
      lines_.push_back({look.sample.tid, false, false, SlotTable::kNone});
    Line &line = lines_[number];
    line.several |= line.tid != look.sample.tid;
    line.written |= operand.store;
    if (line.several && line.written && line.number == SlotTable::kNone)
      line.number = candidates_++;
  });
}

/// Second reading: the time that code takes, and the accesses to such lines.
void Reader::collect(const Look &look) {
  ++result_.taken;
  result_.code_read |= look.code && (look.code->instructions != 0 || !look.code->operands.empty());
  const auto sample = static_cast<std::uint32_t>(taken_.size());
  // Of a sound recording no sample stands for longer than a second, but files may be anything.
  constexpr std::uint64_t kLongest = 1'000'000'000; // ns
  const double cycles = static_cast<double>(std::min(look.sample.period, kLongest)) *
                        static_cast<double>(result_.one_of) * cycles_per_ns_;
  taken_.push_back({look.sample, look.bias, {}, cycles});
  if (look.code && look.code->instructions != 0) {
    taken_.back().line = {look.module, look.code->line};
    Time &time = times_[taken_.back().line];
    time.instructions = look.code->instructions;
    time.usual = look.code->usual;
    time.by_instruction[look.sample.ip - look.bias] += cycles;
  }
  bool decoded = false;
  eachAccess(look, [&](const lines::LineKey &key, std::uint64_t address, const Operand &operand) {
    decoded = true;
    const std::uint32_t number = line_numbers_.find(key);
    if (number == SlotTable::kNone)
      return;
    if (const std::uint32_t line = lines_[number].number; line != SlotTable::kNone)
      touches_.push_back({address, line, sample, &operand});
  });
  result_.decoded += decoded;
}

void Reader::findContended() {
  std::vector<Seen> seen;
  for (const Taken &taken : taken_)
    seen.push_back({taken.sample.time, taken.sample.period * result_.one_of, taken.sample.tid,
                    taken.sample.cpu});
  const std::vector<bool> together = ranTogether(seen);
  double all = 0, met = 0;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    all += taken_[i].cycles;
    met += together[i] ? taken_[i].cycles : 0;
  }
  result_.together = all == 0 ? 0 : met / all;

  std::vector<std::vector<LineUse>> uses(candidates_);
  for (const Touch &touch : touches_) {
    std::vector<LineUse> &line = uses[touch.line];
    if (!together[touch.sample])
      continue;
    const perf::Sample &sample = taken_[touch.sample].sample;
    if (!line.empty() && line.back().time == sample.time && line.back().tid == sample.tid)
      line.back().writes |= touch.operand->store;
    else
      line.push_back({sample.time, sample.tid, touch.operand->store});
  }
  contended_.resize(candidates_);
  for (std::uint32_t line = 0; line < candidates_; ++line)
    contended_[line] = meet(uses[line]);
}

/// The part of the time of a straight line of code that its typical instruction does not explain:
/// the middle one of those that are not slow by themselves, which take least.
double Reader::waitingIn(const Time &time) {
  std::vector<double> each(time.instructions);
  double all = 0;
  std::size_t number = 0;
  for (const auto &[svma, cycles] : time.by_instruction) {
    all += cycles;
    if (number < each.size())
      each[number++] = cycles;
  }
  if (time.usual == 0)
    return 1;
  const auto middle = each.begin() + static_cast<std::ptrdiff_t>((time.usual - 1) / 2);
  std::nth_element(each.begin(), middle, each.end());
  return all == 0 ? 1 : std::max(0.0, 1 - *middle * static_cast<double>(each.size()) / all);
}

/// The part of a sample's time that it waited for an access.
double Reader::waitingPart(const Taken &taken, const Operand &operand) const {
  const auto time = times_.find(taken.line);
  // What is not known to lie in a line may all be waiting.
  return operand.awaited || time == times_.end() ? 1 : time->second.waiting;
}

perf::Sample accessOf(const perf::Sample &sample, std::uint64_t ip, std::uint64_t address,
                      std::uint64_t data_source, double cycles) {
  perf::Sample access = sample;
  access.ip = ip;
  access.address = address;
  access.period = 1;
  access.data_source = data_source;
  access.weight = static_cast<std::uint64_t>(std::llround(cycles));
  return access;
}

constexpr std::uint64_t sourceOf(std::uint64_t operation, std::uint64_t level,
                                 std::uint64_t snoop) {
  constexpr unsigned kLevelShift = 5, kSnoopShift = 19; // union perf_mem_data_src
  return operation | level << kLevelShift | snoop << kSnoopShift;
}

/// The time that a sample waited goes to one of its accesses of contended lines: to the first load,
/// for a plain store retires at once, or to the first store if there is no load. The rest is no
/// access.
void Reader::deliver(const Taken &taken, std::span<const Touch> touches) {
  using Source = decode::DataSource;
  constexpr std::uint64_t kL1Hit = Source::kLevelHit | Source::kLevelL1;
  constexpr std::uint64_t kMetLoad =
      sourceOf(Source::kOpLoad, Source::kLevelHit | Source::kLevelL3, Source::kSnoopHitm);
  constexpr std::uint64_t kLoad = sourceOf(Source::kOpLoad, kL1Hit, Source::kSnoopNone);
  constexpr std::uint64_t kMetStore =
      sourceOf(Source::kOpStore, Source::kLevelMiss | Source::kLevelL1, Source::kSnoopNa);
  constexpr std::uint64_t kStore = sourceOf(Source::kOpStore, kL1Hit, Source::kSnoopNa);
  std::vector<Touch> contended;
  std::copy_if(touches.begin(), touches.end(), std::back_inserter(contended),
               [&](const Touch &touch) { return contended_[touch.line]; });
  auto met = std::find_if(contended.begin(), contended.end(),
                          [](const Touch &touch) { return touch.operand->load; });
  if (met == contended.end())
    met = contended.begin();
  double wait = 0;
  for (auto touch = contended.begin(); touch != contended.end(); ++touch) {
    const Operand &operand = *touch->operand;
    double cycles = 0;
    if (touch == met)
      cycles = wait = taken.cycles * waitingPart(taken, operand);
    const auto deliverAs = [&](std::uint64_t source, double weight) {
      result_.samples.push_back(
          accessOf(taken.sample, operand.svma + taken.bias, touch->address, source, weight));
      result_.samples.back().spins = operand.awaited && touch == met;
    };
    if (operand.load)
      deliverAs(touch == met ? kMetLoad : kLoad, cycles);
    if (operand.store)
      deliverAs(touch == met && !operand.load ? kMetStore : kStore, operand.load ? 0 : cycles);
  }
  result_.samples.push_back(
      accessOf(taken.sample, taken.sample.ip, 0, perf::Sample().data_source, taken.cycles - wait));
}

void Reader::deliver() {
  std::size_t at = 0; // touches are in the order of samples
  for (std::uint32_t sample = 0; sample < taken_.size(); ++sample) {
    const std::size_t first = at;
    while (at < touches_.size() && touches_[at].sample == sample)
      ++at;
    deliver(taken_[sample], std::span(touches_).subspan(first, at - first));
  }
}

} // namespace

bool isClockRecording(const perf::Recording &recording) {
  const std::vector<perf::EventAttr> &events = recording.events();
  return recording.ordersByTime() && !events.empty() &&
         std::all_of(events.begin(), events.end(), isClock);
}

Expected<ClockSamples> clockSamplesOf(const perf::Recording &recording,
                                      const perf::AddressSpaces &spaces,
                                      const lines::LineKeys &keys, objects::ModuleCache &modules) {
  return Reader(recording, spaces, keys, modules).run();
}

} // namespace fsfind::clock

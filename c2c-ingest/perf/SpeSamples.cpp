// What a recording says of SPE data: tools/perf/util/arm-spe.h (the words of AUXTRACE_INFO); how
// they are recorded: tools/perf/arch/arm64/util/arm-spe.c.

#include "c2c-ingest/perf/SpeSamples.h"

#include <algorithm>
#include <charconv>

namespace fsfind::perf {
namespace {

/// AUXTRACE_INFO of perf up to 6.12: the PMU's type, and whether buffers are by CPU.
constexpr std::size_t kOldWords = 2;
/// Of later ones: version, words up to the first CPU, the PMU's type, CPUs; then for each CPU a
/// magic number, the CPU, how many words follow, and those: MIDR, the PMU's type, …
enum HeaderWord : std::size_t { kHeaderSize = 1, kPmuType = 2, kHeaderWords = 4 };
enum CpuWord : std::size_t { kCpuNumber = 1, kParameters = 2, kMidr = 3 };

bool isOld(const std::vector<std::uint64_t> &words) {
  return words.size() <= kOldWords;
}

std::uint64_t pmuType(const std::vector<std::uint64_t> &words) {
  if (words.empty() || (!isOld(words) && words.size() < kHeaderWords))
    return 0;
  return isOld(words) ? words[0] : words[kPmuType];
}

/// Calls `consume(cpu, midr)` for each CPU that the words describe.
template <class Consume>
void forEachCpu(const std::vector<std::uint64_t> &words, const Consume &consume) {
  if (isOld(words) || words[kHeaderSize] > words.size())
    return;
  std::size_t at = words[kHeaderSize];
  while (words.size() - at > kMidr) {
    const std::uint64_t parameters = words[at + kParameters];
    if (parameters == 0 || parameters > words.size() - at - kMidr)
      return;
    consume(static_cast<std::uint32_t>(words[at + kCpuNumber]), words[at + kMidr]);
    at += kMidr + parameters;
  }
}

/// The header's CPUID feature is the main ID register in hexadecimal, "0x00000000410fd0c0".
std::optional<std::uint64_t> midrOf(std::string_view cpuid) {
  if (cpuid.starts_with("0x"))
    cpuid.remove_prefix(2);
  std::uint64_t midr = 0;
  const auto [end, error] = std::from_chars(cpuid.data(), cpuid.data() + cpuid.size(), midr, 16);
  if (error != std::errc() || end == cpuid.data())
    return std::nullopt;
  return midr;
}

/// How many operations one sample stands for: the interval that the SPE event was given.
std::uint64_t periodOf(const Recording &recording) {
  for (const EventAttr &event : recording.events())
    if (event.type == pmuType(recording.trace().description) && !event.freq)
      return std::max<std::uint64_t>(event.sample_period, 1);
  return 1;
}

CpuMode modeOf(std::uint64_t instruction) {
  return (instruction >> 63) != 0 ? CpuMode::Kernel : CpuMode::User;
}

} // namespace

/// Decodes one queue from its start to its end.
class SpeSamples::QueueDecoder {
public:
  QueueDecoder(const SpeSamples &all, const TraceQueue &queue, const Consumer &consume)
      : all_(all), queue_(queue), consume_(consume), encoding_(all.encodingOn(queue.cpu)) {
    for (const TracePiece &piece : queue.pieces)
      if (piece.has(TracePiece::kPartial))
        torn_ends_.push_back(piece.end());
    std::sort(torn_ends_.begin(), torn_ends_.end());
  }

  Losses run();

private:
  void decodePart(const TraceBytes &part);
  [[nodiscard]] bool follows(const TraceBytes &part) const;
  void abandonRecord();
  void decodeRun(const TraceBytes &part, std::size_t at, std::size_t size);
  void deliver(const spe::Record &record, std::uint64_t position);
  [[nodiscard]] std::uint64_t timeOf(const spe::Record &record);
  void setThread(std::uint64_t when, Sample &sample);
  [[nodiscard]] const CpuSwitch *lastSwitch(std::uint64_t when) const;
  [[nodiscard]] const TracePiece *pieceAt(std::uint64_t offset) const;

  const SpeSamples &all_;
  const TraceQueue &queue_;
  const Consumer &consume_;
  const spe::SourceEncoding encoding_;
  std::vector<std::uint64_t> torn_ends_; ///< of pieces that end in a record, ascending
  spe::RecordReader reader_;
  std::uint64_t end_ = 0;                ///< of the last part in the AUX area
  std::optional<std::uint32_t> context_; ///< of the last record that has one
  std::uint64_t ticks_ = 0;              ///< of the last record that has a timestamp
  Losses losses_;
};

SpeSamples::Losses SpeSamples::QueueDecoder::run() {
  for (const TraceBytes &part : queue_.parts)
    decodePart(part);
  losses_.unreadable = reader_.unreadable();
  return losses_;
}

/// Stops where data end in the middle of a record, or are not those that follow the part before, to
/// begin anew behind that.
void SpeSamples::QueueDecoder::decodePart(const TraceBytes &part) {
  if (!follows(part))
    abandonRecord();
  end_ = part.offset + part.bytes.size();
  std::size_t at = 0;
  for (auto end = std::upper_bound(torn_ends_.begin(), torn_ends_.end(), part.offset);
       end != torn_ends_.end() && *end - part.offset <= part.bytes.size(); ++end) {
    const std::size_t size = *end - part.offset - at;
    decodeRun(part, at, size);
    abandonRecord();
    at += size;
  }
  decodeRun(part, at, part.bytes.size() - at);
}

/// perf pads the data of each part to a multiple of eight bytes.
bool SpeSamples::QueueDecoder::follows(const TraceBytes &part) const {
  constexpr std::uint64_t kUnit = 8;
  return end_ - part.offset < kUnit;
}

void SpeSamples::QueueDecoder::abandonRecord() {
  losses_.unfinished += reader_.abandon();
}

void SpeSamples::QueueDecoder::decodeRun(const TraceBytes &part, std::size_t at, std::size_t size) {
  reader_.feed(part.bytes.subspan(at, size), part.offset + at, part.cut);
  while (const std::optional<spe::Record> record = reader_.next())
    deliver(*record, part.position);
}

void SpeSamples::QueueDecoder::deliver(const spe::Record &record, std::uint64_t position) {
  if (record.context)
    context_ = record.context;
  const std::uint64_t time = timeOf(record);
  Sample sample;
  sample.data_source = spe::dataSource(record, encoding_);
  if (sample.data_source == 0)
    return;
  losses_.unknown_source += record.load && encoding_ == spe::SourceEncoding::None;
  sample.ip = record.instruction;
  sample.address = record.data;
  sample.physical = record.physical;
  sample.weight = record.latency;
  sample.period = all_.period_;
  sample.cpu = queue_.cpu;
  sample.mode = modeOf(sample.ip);
  sample.time = time;
  const std::uint64_t when = all_.by_time_ ? sample.time : position;
  setThread(when, sample);
  consume_(sample, when);
}

/// A record without a timestamp has that of the one before it. Where no record has one, or the
/// recording does not tell how ticks become nanoseconds, the time is that at which the kernel had
/// the data.
std::uint64_t SpeSamples::QueueDecoder::timeOf(const spe::Record &record) {
  if (record.timestamp != 0)
    ticks_ = record.timestamp;
  if (ticks_ != 0 && all_.trace_.clock)
    return all_.trace_.clock->nanoseconds(ticks_);
  const TracePiece *piece = all_.by_time_ ? pieceAt(reader_.offset() - 1) : nullptr;
  return piece ? piece->when : 0;
}

const TracePiece *SpeSamples::QueueDecoder::pieceAt(std::uint64_t offset) const {
  const auto behind = std::upper_bound(
      queue_.pieces.begin(), queue_.pieces.end(), offset,
      [](std::uint64_t place, const TracePiece &piece) { return place < piece.offset; });
  return behind == queue_.pieces.begin() ? nullptr : &*std::prev(behind);
}

/// The thread's number is in the context packet if root recorded; else the switches between threads
/// tell, or it is the thread that was to be recorded.
void SpeSamples::QueueDecoder::setThread(std::uint64_t when, Sample &sample) {
  const CpuSwitch *last = context_ ? nullptr : lastSwitch(when);
  sample.tid = last ? last->tid : context_.value_or(queue_.tid);
  const std::optional<std::uint32_t> owner = all_.owners_.ownerOf(sample.tid, when);
  sample.pid = owner.value_or(last ? last->pid : kNobody);
  losses_.guessed_thread += queue_.cpu != kNobody && !context_ && (!last || last->first);
}

const CpuSwitch *SpeSamples::QueueDecoder::lastSwitch(std::uint64_t when) const {
  const std::vector<CpuSwitch> &switches = all_.trace_.switches;
  const auto behind = std::upper_bound(
      switches.begin(), switches.end(), std::pair(queue_.cpu, when),
      [](const auto &place, const CpuSwitch &one) { return place < std::pair(one.cpu, one.when); });
  if (queue_.cpu == kNobody || behind == switches.begin() || std::prev(behind)->cpu != queue_.cpu)
    return nullptr;
  return &*std::prev(behind);
}

SpeSamples::SpeSamples(const Recording &recording)
    : trace_(recording.trace()), by_time_(recording.ordersByTime()),
      owners_(recording.trace().queues.empty() ? std::vector<SideEvent>{} : recording.sideEvents()),
      period_(periodOf(recording)) {
  readProcessors(recording.features());
}

/// A CPU without a description is as all others are, if those are of one kind.
void SpeSamples::readProcessors(const Features &features) {
  bool alike = true;
  forEachCpu(trace_.description, [&](std::uint32_t cpu, std::uint64_t midr) {
    const spe::SourceEncoding encoding = spe::encodingOf(midr);
    encodings_[cpu] = encoding;
    alike &= common_encoding_.value_or(encoding) == encoding;
    common_encoding_ = encoding;
  });
  if (!alike)
    common_encoding_.reset();
  if (const auto midr = midrOf(features.cpuid); midr && encodings_.empty())
    common_encoding_ = spe::encodingOf(*midr);
}

spe::SourceEncoding SpeSamples::encodingOn(std::uint32_t cpu) const {
  const auto found = encodings_.find(cpu);
  return found == encodings_.end() ? common_encoding_.value_or(spe::SourceEncoding::None)
                                   : found->second;
}

SpeSamples::Losses SpeSamples::decode(std::size_t queue, const Consumer &consume) const {
  return QueueDecoder(*this, trace_.queues[queue], consume).run();
}

std::uint64_t countSpeSamples(const Recording &recording) {
  const SpeSamples samples(recording);
  std::uint64_t count = 0;
  for (std::size_t queue = 0; queue < samples.queueCount(); ++queue)
    samples.decode(queue, [&](const Sample &, std::uint64_t) { ++count; });
  return count;
}

} // namespace fsfind::perf

#include "tests/bench/SyntheticWorkload.h"

#include <algorithm>
#include <cmath>

namespace fsfind::bench {

using namespace test;

namespace {

constexpr std::uint64_t kLineSize = 64;
constexpr std::uint64_t kHeapBase = 0x7f00'0000'0000;
constexpr std::uint32_t kFirstId = 1000; ///< of pids and of tids
constexpr std::uint64_t kFirstSampleTime = 1'000'000;
constexpr std::uint64_t kSamplesPerRound = 20'000;
constexpr std::uint32_t kSharers = 4;        ///< threads that use one contended line
constexpr std::uint64_t kContendedSites = 6; ///< from which they do

// Data sources as Intel's Skylake servers deliver them, with snoop, lock and TLB fields.
constexpr std::uint64_t kLoadL1 = 0x68100142;
constexpr std::uint64_t kLoadFillBuffer = 0x68100242;
constexpr std::uint64_t kLoadL2 = 0x68100442;
constexpr std::uint64_t kLoadL3 = 0x68100842;
constexpr std::uint64_t kLoadLocalRam = 0x68101042;
constexpr std::uint64_t kLoadLocalHitm = 0x68800842;
constexpr std::uint64_t kLoadRemoteHitm = 0x3668800042;
constexpr std::uint64_t kStoreL1Hit = 0x68080144;
constexpr std::uint64_t kStoreL1Miss = 0x68080184;

struct Outcome {
  std::uint64_t data_src;
  std::uint64_t weight;
  unsigned until; ///< percent, cumulative
};

constexpr Outcome kContended[] = {{kLoadLocalHitm, 110, 30}, {kLoadRemoteHitm, 380, 50},
                                  {kLoadL1, 7, 60},          {kLoadFillBuffer, 60, 65},
                                  {kStoreL1Hit, 0, 80},      {kStoreL1Miss, 0, 100}};
constexpr Outcome kPrivate[] = {{kLoadL1, 7, 45},         {kLoadL2, 16, 55},
                                {kLoadL3, 44, 62},        {kLoadFillBuffer, 30, 66},
                                {kLoadLocalRam, 240, 70}, {kStoreL1Hit, 0, 96},
                                {kStoreL1Miss, 0, 100}};

template <std::size_t N> const Outcome &draw(const Outcome (&outcomes)[N], std::uint64_t random) {
  const auto percent = static_cast<unsigned>(random % 100);
  return *std::find_if(std::begin(outcomes), std::end(outcomes),
                       [&](const Outcome &outcome) { return percent < outcome.until; });
}

} // namespace

std::optional<WorkloadOptions> workloadShape(std::string_view name) {
  WorkloadOptions options;
  if (name == "server")
    return options;
  if (name != "libraries")
    return std::nullopt;
  options.samples = 5'400'000;
  options.lines = 8'800;
  options.contended_share = 1.0 / 3;
  options.contended_lines = 800;
  options.sites = 20'000;
  options.sites_per_line = 2;
  options.processes = 6;
  options.threads = 48;
  options.physical = false;
  return options;
}

Zipf::Zipf(std::uint64_t n, double skew) : cumulative_(n) {
  double sum = 0;
  for (std::uint64_t rank = 0; rank < n; ++rank)
    cumulative_[rank] = sum += 1 / std::pow(static_cast<double>(rank + 1), skew);
  for (double &value : cumulative_)
    value /= sum;
}

std::uint64_t Zipf::operator()(std::mt19937_64 &random) const {
  const double at = static_cast<double>(random() >> 11) * 0x1p-53;
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), at);
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(found - cumulative_.begin()),
                                 cumulative_.size() - 1);
}

SyntheticWorkload::SyntheticWorkload(WorkloadOptions options)
    : options_(std::move(options)), random_(options_.seed),
      contended_rank_(options_.contended_lines, options_.skew),
      private_rank_(options_.lines - options_.contended_lines, options_.skew),
      site_rank_(options_.sites, options_.skew) {}

/// A tenth of the lines are static data of the modules, the rest heap.
void SyntheticWorkload::layOutLines() {
  std::vector<std::uint64_t> addresses;
  for (const LoadedModule &module : modules_)
    for (const Extent &variable : module.variables)
      for (std::uint64_t at = variable.address & ~(kLineSize - 1);
           at < variable.address + variable.size && addresses.size() < options_.lines / 10;
           at += kLineSize)
        addresses.push_back(module.base + at);
  for (std::uint64_t i = 0; addresses.size() < options_.lines; ++i)
    addresses.push_back(kHeapBase + i * kLineSize);
  std::shuffle(addresses.begin(), addresses.end(), random_);
  for (const std::uint64_t address : addresses)
    lines_.push_back({address, static_cast<std::uint32_t>(random_() % options_.threads),
                      lines_.size() < options_.contended_lines});
}

void SyntheticWorkload::layOutSites() {
  std::vector<std::uint64_t> addresses;
  for (const LoadedModule &module : modules_)
    for (const Extent &function : module.functions)
      for (std::uint64_t at = 0; at < function.size; at += 4)
        addresses.push_back(module.base + function.address + at);
  std::shuffle(addresses.begin(), addresses.end(), random_);
  addresses.resize(std::min<std::size_t>(addresses.size(), options_.sites));
  sites_ = std::move(addresses);
}

void SyntheticWorkload::describe(PerfDataBuilder &data) const {
  for (EventSpec event : {memLoads(), memStores()}) {
    if (!options_.physical)
      event.sample_type &= ~std::uint64_t{perf::kSamplePhysAddr};
    data.addEvent(std::move(event));
  }
  data.features().typicalMachine(options_.cpus, 2);
  data.features().commandLine({"perf", "c2c", "record", "-a", "(composed by generate_recording)"});
}

void SyntheticWorkload::mapProcesses(PerfDataBuilder &data) const {
  for (std::uint32_t process = 0; process < options_.processes; ++process) {
    const std::uint32_t pid = kFirstId + process;
    const SampleId id{pid, pid, 1, 0, 0, 0};
    data.comm({pid, pid, "server", true}, id);
    std::uint64_t inode = 100;
    for (const LoadedModule &module : modules_) {
      ++inode;
      for (const LoadedModule::Segment &segment : module.segments) {
        MmapSpec map{.pid = pid,
                     .tid = pid,
                     .address = module.base + segment.address,
                     .length = segment.size,
                     .page_offset = segment.file_offset};
        map.inode = inode;
        map.build_id = module.build_id;
        map.protection = segment.protection;
        map.misc = static_cast<std::uint16_t>((segment.protection & 4U) != 0 ? 2 : 2 | (1 << 13));
        map.file = module.path;
        data.mmap2(map, id);
      }
    }
    MmapSpec heap{.pid = pid,
                  .tid = pid,
                  .address = kHeapBase,
                  .length = (options_.lines * kLineSize + 0xfff) & ~0xfffULL};
    heap.major = heap.minor = 0;
    heap.protection = 3;
    heap.misc = 2 | (1 << 13);
    heap.file = "//anon";
    data.mmap2(heap, id);
  }
  for (std::uint32_t thread = 0; thread < options_.threads; ++thread) {
    const std::uint32_t pid = kFirstId + thread % options_.processes, tid = kFirstId + thread;
    if (tid != pid)
      data.fork({pid, pid, tid, pid, 1, 0}, {pid, pid, 1, 0, 0, 0});
  }
}

/// Contended lines: four threads, each at its own 16 bytes, from six sites. Others: their owner.
void SyntheticWorkload::drawLine(Sample &sample) {
  const bool contended = uniform() < options_.contended_share && options_.contended_lines != 0;
  const std::uint64_t rank = contended ? contended_rank_(random_) : private_rank_(random_);
  const Line &line = lines_[contended ? rank : options_.contended_lines + rank];
  const std::uint64_t lane = random_();
  const auto sharer = static_cast<std::uint32_t>(contended ? lane % kSharers : 0);
  // Sharers of a line are threads of one process: thread numbers a process count apart.
  const std::uint32_t thread = (line.owner + sharer * options_.processes) % options_.threads;
  const Outcome &outcome = contended ? draw(kContended, random_()) : draw(kPrivate, random_());
  const std::uint64_t sites = contended ? kContendedSites : options_.sites_per_line;
  const std::uint64_t site = sites == 0 ? site_rank_(random_) : rank * sites + lane / 8 % sites;
  sample.ip = sites_[site % sites_.size()];
  sample.addr = line.address + (contended ? sharer * 16 + lane / 64 % 2 * 8 : lane % 8 * 8);
  sample.pid = kFirstId + thread % options_.processes;
  sample.tid = kFirstId + thread;
  sample.cpu = lane % 20 == 0 ? (thread + 1) % options_.cpus : thread % options_.cpus;
  sample.data_src = outcome.data_src;
  sample.weight = outcome.weight == 0 ? 0 : outcome.weight + lane / 128 % outcome.weight;
  sample.event = (outcome.data_src & 4) != 0 ? 1 : 0;
}

bool SyntheticWorkload::writeTo(const std::string &path) {
  std::uint64_t base = 0x5555'0000'0000;
  for (const std::string &file : options_.modules) {
    modules_.push_back(readModule(file, base));
    base += 0x1'0000'0000;
  }
  layOutLines();
  layOutSites();
  if (sites_.empty())
    return false;
  PerfDataBuilder data;
  describe(data);
  if (!data.streamTo(path))
    return false;
  mapProcesses(data);
  Sample sample;
  for (std::uint64_t number = 1; number <= options_.samples; ++number) {
    sample.time = kFirstSampleTime + number * 1000;
    sample.phys_addr = 0;
    drawLine(sample);
    data.sample(sample);
    if (number % kSamplesPerRound == 0)
      data.finishedRound();
  }
  return data.finish();
}

} // namespace fsfind::bench

// Writes the seeds of the fuzzers: make_seed_corpus DIRECTORY

#include "c2c-ingest/perf/AllocationLog.h"
#include "c2c-ingest/perf/AuxTrace.h"
#include "rules/codec/FactsFile.h"
#include "rules/codec/MachineFile.h"
#include "rules/codec/PlacementFile.h"
#include "rules/placement/Judge.h"
#include "tests/fuzz/FactsSeeds.h"
#include "tests/support/MachineBuilder.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/PlacementBuilder.h"
#include "tests/support/RandomFacts.h"
#include "tests/support/RandomProfiles.h"
#include "tests/support/SpePackets.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <zstd.h>

namespace fsfind::test {
namespace {

void addRecords(PerfDataBuilder &data) {
  const SampleId id{.pid = 7, .tid = 7, .time = 1};
  data.comm({7, 7, "prog", true}, id).fork({7, 7, 8, 7}, id);
  data.mmap({.pid = 7, .tid = 7, .address = 0x400000, .length = 0x1000, .file = "/bin/x"}, id);
  data.mmap2({.pid = 7, .address = 0x600000, .length = 0x1000, .file = "/bin/x"}, id);
  data.mmap2({.build_id = std::vector<std::uint8_t>(20, 0xab), .file = "/bin/y"}, id);
  for (unsigned number = 0; number < 6; ++number)
    data.sample({.event = number % data.events().size(), .ip = number, .time = number});
  data.lost(1, id).lostSamples(2, id).throttle(3, id).finishedRound().exit({7, 7, 8, 7}, id);
  for (const std::uint64_t end : {UINT64_MAX, std::uint64_t{9}}) {
    ByteWriter block = data.writer(); // see perf::decodeAllocation
    block.u32(7).u32(7).u64(perf::kAllocationMark).u64(0x1000).u64(64).u64(1).u64(end).u64(1);
    data.record(perf::kRecordItraceStart, 0, block.bytes());
  }
  ByteWriter called = data.writer(); // the same, with the stack
  called.u32(7).u32(7).u64(perf::kCalledAllocationMark).u64(0x2000).u64(64).u64(1).u64(9);
  called.u64(0x400010).u64(0x7000).u64(0x7010).u64(1).u64(0x7008).u64(0x400020);
  data.record(perf::kRecordItraceStart, 0, called.bytes());
}

void describe(PerfDataBuilder &data) {
  EventSpec stores = memStores();
  stores.sample_type |= perf::kSampleStreamId;
  data.addEvent(memLoads());
  data.addEvent(stores);
  data.features()
      .typicalMachine(4, 2)
      .commandLine({"perf", "c2c"})
      .eventDescriptions(data.events(), kAttrSizeVer0)
      .memoryTopology(1U << 27, {{0, {0, 1, 70}}})
      .sampleTime(1, 9)
      .hybridTopology({{"cpu_core", "0-1"}, {"cpu_atom", "2-3"}})
      .buildIds({{1, std::vector<std::uint8_t>(20, 1), "/bin/x"}});
}

void addTraceData(PerfDataBuilder &data) {
  ByteWriter tracing = data.writer(), auxtrace = data.writer();
  tracing.u32(8);
  auxtrace.u64(16).u64(0).u64(0).u64(0).u64(0);
  data.record(perf::kRecordTracingData, 0, tracing.bytes()).raw(data.writer().u64(0).bytes());
  data.record(perf::kRecordAuxtrace, 0, auxtrace.bytes()).raw(data.writer().zeros(16).bytes());
}

/// A MEM_TOPOLOGY of `words`: version, block size, nodes, then each node, its size and bitmap.
std::vector<std::byte> memoryTopology(PerfDataBuilder &data,
                                      const std::vector<std::uint64_t> &words) {
  ByteWriter out = data.writer();
  for (const std::uint64_t word : words)
    out.u64(word);
  return out.take();
}

/// Loads of remote memory, as many as make the reader ask where pages live.
void addRemoteLoads(PerfDataBuilder &data) {
  constexpr std::uint64_t kRemoteMemory = 0x102042; // load, HIT|REM_RAM1, snoop none
  constexpr std::uint64_t kPage = 4096;
  for (std::uint64_t page = 0; page < 12; ++page) {
    Sample sample{.ip = 0x400010, .pid = 7, .tid = 7, .time = page, .addr = 0x600000};
    sample.addr += page * kPage;
    sample.cpu = page % 2 == 0 ? 1U : 3U;
    sample.weight = 300;
    sample.data_src = kRemoteMemory;
    sample.transaction = sample.regs_intr_abi = page % 2;
    sample.regs_intr = {1, 2};
    sample.phys_addr = (page << 27) + page * kPage;
    data.sample(sample);
  }
}

class Corpus {
public:
  explicit Corpus(std::filesystem::path root) : root_(std::move(root)) {}

  /// `front` is what the fuzzer reads as its own choices.
  void add(const char *target, const std::string &name, std::string_view front, perf::Bytes bytes) {
    std::filesystem::create_directories(root_ / target);
    std::ofstream file(root_ / target / name, std::ios::binary);
    file << front;
    file.write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    whole_ = whole_ && file.good();
  }
  [[nodiscard]] bool whole() const { return whole_; }

private:
  std::filesystem::path root_;
  bool whole_ = true;
};

void addFileSeeds(Corpus &corpus, std::endian order, const std::string &suffix) {
  for (const Compression kind :
       {Compression::None, Compression::Compressed, Compression::Compressed2}) {
    PerfDataBuilder data({.order = order});
    describe(data);
    if (kind != Compression::None)
      data.compress(kind, 100);
    addRecords(data);
    const auto bytes = data.bytes();
    for (const char *target : {"FileModeFuzz", "IngestFuzz"})
      corpus.add(target, "file" + std::to_string(static_cast<int>(kind)) + suffix, "", bytes);
  }
}

/// Physical addresses behind registers, and descriptions of memory that are torn or absurd.
void addMemorySeeds(Corpus &corpus, std::endian order, const std::string &suffix) {
  constexpr std::uint64_t kBlock = 1U << 27, kNone = UINT32_MAX;
  const std::vector<std::vector<std::uint64_t>> topologies = {
      {1, kBlock, 2, 0, 2, 12, 0b000000111111, 1, 2, 12, 0b111111000000},
      {1, 0, 1, 0, 1, 64, 1},
      {1, kBlock, 1, kNone, 1, 64, 1},
      {1, kBlock, 2, 0, 1, UINT64_MAX, 0b11, 1},
      {1, kBlock, UINT64_MAX, 0, 1, 64, 0b11, 1, 1, 64, 0b10},
  };
  for (std::size_t i = 0; i < topologies.size(); ++i) {
    PerfDataBuilder data({.order = order});
    EventSpec loads = memLoads();
    loads.sample_type |= perf::kSampleTransaction | perf::kSampleRegsIntr;
    loads.sample_regs_intr = 0b11;
    data.addEvent(loads);
    data.features().typicalMachine(4, 2).raw(kFeatureMemTopology,
                                             memoryTopology(data, topologies[i]));
    addRemoteLoads(data);
    corpus.add("IngestFuzz", "memory" + std::to_string(i) + suffix, "", data.bytes());
  }
}

void addPipeSeeds(Corpus &corpus, std::endian order, const std::string &suffix) {
  PerfDataBuilder data({.mode = PerfDataMode::Pipe, .order = order});
  describe(data);
  data.eventName(101, "loads");
  addTraceData(data);
  addRecords(data);
  const auto bytes = data.bytes();
  const std::string_view choice = order == std::endian::big ? "\x01" : "\x02";
  corpus.add("PipeModeFuzz", "pipe" + suffix, choice, perf::Bytes(bytes).subspan(16));
  corpus.add("FileModeFuzz", "pipe" + suffix, "", bytes);
}

void addRecordSeeds(Corpus &corpus, std::endian order, const std::string &suffix) {
  PerfDataBuilder data({.order = order});
  data.addEvent(memLoads());
  addRecords(data);
  const auto bytes = data.bytes();
  const std::string_view choice = order == std::endian::big ? "\x01\x01" : "\x02\x01";
  corpus.add("CompressedFuzz", "records" + suffix, choice,
             perf::Bytes(bytes).subspan(data.dataOffset()));
}

/// Packets of each kind, in short and extended form, and two records.
SpePackets spePackets() {
  SpePackets packets;
  packets.padding(2).load().address(30, 1).address(spe::kDataAddress, 2, true).counter(9, 3);
  packets.counter(spe::kTotalLatency, 4, true).events(1U << 23).alignment(16).end();
  packets.record({.instruction = 0x400010,
                  .store = true,
                  .data = 0x600000,
                  .physical = 0x80000000,
                  .timestamp = 5,
                  .context = 7,
                  .latency = 6,
                  .source = 0xd,
                  .events = spe::kEventL1Access});
  return packets;
}

void addSpeSeeds(Corpus &corpus, std::endian order, const std::string &suffix) {
  const SpePackets packets = spePackets();
  corpus.add("SpeFuzz", "packets" + suffix, "\x09", packets.bytes());
  PerfDataBuilder data({.order = order});
  data.addEvent(armSpe());
  data.features().typicalMachine(4, 2);
  addClock(data, {.shift = 1, .multiplier = 3, .zero = 1});
  addSpeInfo(data, {{0, kNeoverseV2}, {1, kHip12}});
  data.fork({7, 7, 8, 7}, {.pid = 7, .tid = 7, .time = 1});
  addSwitch(data, 7, 8, {.pid = 7, .tid = 7, .time = 2, .cpu = 1});
  for (std::uint32_t cpu = 0; cpu < 2; ++cpu) {
    addPiece(data, 0, 40, perf::TracePiece::kPartial, {.time = 3, .cpu = cpu});
    data.auxtrace({.queue = cpu, .cpu = cpu}, packets.bytes());
  }
  for (const char *target : {"FileModeFuzz", "IngestFuzz"})
    corpus.add(target, "spe" + suffix, "", data.bytes());
}

/// One instruction of each kind that the decoders tell apart, x86-64's and then AArch64's.
void addMachineSeeds(Corpus &corpus) {
  constexpr std::string_view kX86 =
      "\x48\x8b\x44\x8f\x08\xf0\x48\x0f\xc1\x47\x08\xf0\x48\x0f\xb1\x0a\x48\x8d\x54\xc5\xc0"
      "\xff\x50\x08\xf3\x48\xab\xc4\xe2\xf5\x90\x1c\xd0\x62\xf1\xf5\x58\x58\x10\x8f\x44\x24\x08"
      "\x64\x48\x8b\x04\x25\x28\x28\x28\x28\xc9\xc3";
  constexpr std::string_view kAArch64 =
      "\x20\x78\x62\xf8\xfd\x7b\xbe\xa9\x41\x80\xe0\xf8\x82\x7c\x20\x48\x20\xcc\x22\x8b"
      "\x3f\xe5\x7a\x92\x60\x90\x20\x0d\x20\x0c\xa2\x9b\xc0\x03\x5f\xd6";
  // lea (%r25), %r16d: registers of APX, which have no numbers here
  constexpr std::string_view kX86Rex2("\xd5\x51\x8d\x00", 4);
  corpus.add("MachineFuzz", "x86_64", kX86, {});
  corpus.add("MachineFuzz", "x86_64_rex2", kX86Rex2, {});
  corpus.add("MachineFuzz", "aarch64", kAArch64, {});
}

/// FactsFuzz and RulesFuzz take what lies in the frame behind the header.
void addFactsSeeds(Corpus &corpus) {
  constexpr std::size_t kHeaderSize = 32, kLargest = 1U << 20;
  auto seeds = factsSeeds();
  for (unsigned seed = 0; seed < 8; ++seed)
    seeds.emplace_back("unit" + std::to_string(seed), RandomFacts(seed).unit());
  for (const auto &[name, facts] : seeds) {
    const std::string file = encodeFacts(facts).value_or("");
    std::string content(kLargest, '\0');
    const std::size_t size = ZSTD_decompress(content.data(), content.size(),
                                             file.data() + kHeaderSize, file.size() - kHeaderSize);
    for (const char *target : {"FactsFuzz", "RulesFuzz"})
      if (ZSTD_isError(size) == 0)
        corpus.add(target, name, content.substr(0, size), {});
  }
}

/// One report with a value in every kind of field.
void addFindingsSeeds(Corpus &corpus) {
  constexpr std::string_view kReport =
      R"({"schema":1,"source":{"path":"p","simulated":true,"line_size":64,"first_time":1},
"totals":{"records":9,"lcl_hitm":3},"classes":{"load-local-hitm":3},"summary":{"samples":9},
"findings":[{"rank":1,"rule":"fsfind-x","verdict":"confirmed","sharing":"mixed",
"conflict":"write-write","allocator_induced":false,"alternation":"shown","confidence":"high",
"location":{"file":"a.h","line":1,"column":2},"related":[{"file":"a.c","line":3,"message":"m"}],
"object":{"kind":"heap","name":"n","type":"t","index":2,"address":"0x10","allocated":null},
"record":{"name":"r","size":8},"members":[{"path":"a","offset":0,"readers":["1"],"hitm":3}],
"lines":["0x40"],"cost":{"hitm":3,"latency_share":0.5,
"store_share":{"value":0.3,"low":0.2,"high":0.4},"spin_share":0.5,
"false_part":{"share":0.5,"estimated":true}},"placement":{"node":1,"spread":true,
"pages":9,"known_by":{"physical-address":4,"loads":1}},"message":"m","advice":[{"remedy":"split",
"edits":[{"file":"a.h","line":1}],"before":[{"path":"a","writers":["w"]}]}],
"sides":[{"verdict":"latent","rule":"fsfind-x","confidence":"low","location":{"line":1}}]}]})";
  corpus.add("FindingsFuzz", "report", kReport, {});
}

/// WrittenFuzz looks for the fields `a` and `b` of a record `T`. Its first byte has the language
/// (bit 0: Go) and the remedy (bit 1: between members).
void addWrittenSeeds(Corpus &corpus) {
  constexpr std::string_view kRust =
      "/// A lane's \"counts\".\n#[derive(Clone, Debug)]\npub struct T {\n    pub a: u64, // {\n"
      "    /* b: */ b: AtomicU64,\n}\nimpl T { fn new() -> T { T { a: 0, b: 1 } } }\n";
  constexpr std::string_view kRustTuple = "#[repr(C)] struct T<'a>(u64, &'a str);\n";
  constexpr std::string_view kGo =
      "package main\n\n// T counts.\ntype (\n\tT struct {\n\t\ta uint64 `json:\"{a}\"`\n"
      "\t\tb uint64\n\t}\n)\n\nvar all = []T{{a: 1, b: 2}}\n";
  constexpr std::string_view kRustWrapped =
      "use crossbeam_utils::{Backoff, CachePadded};\nuse crate::pad::{self, Own as O};\n"
      "#[repr(align(128))]\nstruct Line<T>(T);\nimpl<T> Deref for Line<T> { type Target = T; }\n"
      "#[derive(Default)]\nstruct T { a: AtomicU64, b: AtomicU64 }\nimpl T {\n"
      "    fn new() -> Self { Self { a: AtomicU64::new(0), b: AtomicU64::new(0) } }\n"
      "    fn f(&self) { self.a.load(R); }\n}\n";
  constexpr std::string_view kGoPads =
      "package main\nimport \"golang.org/x/sys/cpu\"\nconst (\n\tline = 64\n)\n"
      "type pad struct { _ [line]byte }\ntype other struct {\n\ta int\n\t_ cpu.CacheLinePad\n"
      "\tb [line - 8]byte\n\t_ pad\n}\ntype T struct {\n\ta uint64\n\tb uint64\n}\n";
  for (const char remedy : {'\0', '\2'}) {
    const std::string name = remedy == 0 ? "record" : "members";
    corpus.add("WrittenFuzz", "rust_" + name, std::string(1, remedy) + std::string(kRust), {});
    corpus.add("WrittenFuzz", "wrapped_" + name, std::string(1, remedy) + std::string(kRustWrapped),
               {});
    corpus.add("WrittenFuzz", "pads_" + name,
               std::string(1, static_cast<char>(remedy | 1)) + std::string(kGoPads), {});
    corpus.add("WrittenFuzz", "tuple_" + name, std::string(1, remedy) + std::string(kRustTuple),
               {});
    corpus.add("WrittenFuzz", "go_" + name,
               std::string(1, static_cast<char>(remedy | 1)) + std::string(kGo), {});
  }
}

void addKnowledgeSeeds(Corpus &corpus) {
  constexpr std::string_view kNames =
      "# names\nstarter Pool::run callable=2 arguments=none many task\n"
      "allocator \"operator new\" zeroed count=1 size=2 align=64 # why\nwait std::*::wait limit=3 "
      "unit=ms events=2\npause ::nap time=1 unit=timespec\natomic inc op=update gathers=sum swaps\n"
      "atomic-method load op=none\nlock-type Gate largest=128\nordinary std::barrier::wait\n";
  constexpr std::string_view kWords = "word *lock* acquires lock-type\nword pad* padding\r\n"
                                      "word *_t align\nword tid thread-number\nword ** fence\n";
  corpus.add("KnowledgeFuzz", "names", std::string(kNames), {});
  constexpr std::string_view kNameWords =
      "name-word lcore thread threads\nname-word *queue* queue\nname-word per_node numa-node\n"
      "name-word *error rare-event # any\nopposites head tail\n";
  corpus.add("KnowledgeFuzz", "words", std::string(kWords), {});
  corpus.add("KnowledgeFuzz", "name_words", std::string(kNameWords), {});
}

void addMachineMapSeeds(Corpus &corpus) {
  MachineMap map = twoSockets();
  map.latencies = {{0, 1, PageKind::Huge, true, {{120, 110, 130, 9}, Disturbance::OtherWork}}};
  map.bandwidths = {{Streaming::Read, 4, 0, kNoNode, PageKind::Small, {{20, 19, 21, 5}}},
                    {Streaming::Triad, 1, 0, 0, PageKind::Small, {{9, 8, 10, 5}}},
                    {Streaming::Triad, 4, 0, 0, PageKind::Small, {{20, 19, 21, 5}}},
                    {Streaming::Triad, 8, 0, 0, PageKind::Small, {.gap = Gap::NoTime}}};
  map.storage =
      StorageTimes{"/data", 0, true, 1U << 30, {{.cpu_node = 0, .alone = {{3, 2, 4, 3}}}}};
  map.notes = {"a note"};
  std::ostringstream out;
  writeMachine(out, map, {}, "0");
  corpus.add("MachineMapFuzz", "two_sockets", out.str(), {});
  corpus.add("MachineMapFuzz", "torn", out.str().substr(0, out.str().size() / 2), {});
  corpus.add("MachineMapFuzz", "least", R"({"schema":1,"machine":{},"cpus":[],"transfers":[]})",
             {});
}

void addPlacementSeeds(Corpus &corpus) {
  Placement look = twoNodes();
  look.allocators = {{AllocatorKind::Jemalloc, "/opt/solver", "mallctl", ""}};
  look.traffic.emplace();
  look.traffic->objects.push_back({look.objects.front().object, 40, 60, {{1, 60}}, 2, {}, "", 0});
  std::ostringstream out;
  writePlacements(out, {{look, judgePlacement(look)}, {twoNodes(), {}}}, "0");
  corpus.add("PlacementFuzz", "two_nodes", out.str(), {});
  corpus.add("PlacementFuzz", "torn", out.str().substr(0, out.str().size() / 2), {});
  corpus.add("PlacementFuzz", "least", R"({"schema":1,"looks":[]})", {});
}

void addProcTextSeeds(Corpus &corpus) {
  constexpr std::string_view kTexts =
      "1000-3000 rw-p 00000000 fe:00 247026 /opt/my tool\\012x (deleted)\n"
      "3000-5000 rw-p 00000000 00:00 0 \n4000000-4021000 rw-p 00000000 00:00 0 \n"
      "4021000-8000000 ---p 00000000 00:00 0 \n\n"
      "1000 default file=/opt/my\\040tool anon=1 N0=1 N1=1 kernelpagesize_kB=4\n"
      "3000 weighted interleave:0-1 heap huge N1=2 kernelpagesize_kB=2048\n"
      "4000000 prefer (many)=static:0 stack N0=3 kernelpagesize_kB=4\n\n"
      "1000-3000 rw-p 00000000 fe:00 247026 /opt/x\nAnonHugePages: 2048 kB\nVmFlags: rd wr\n";
  constexpr std::string_view kStat =
      "4711 (a) b) R 1 1 1 0 -1 0 1 0 0 0 250 50 0 0 20 0 3 0 8123 1000 10 1 1 1 0 0 0 0 0 0 0 0 0 "
      "0 17 5 0 0\nVmSize:\t 12 kB\n";
  corpus.add("ProcTextFuzz", "process", kTexts, {});
  corpus.add("ProcTextFuzz", "stat", kStat, {});
}

void addWatchSeeds(Corpus &corpus) {
  corpus.add("WatchCountsFuzz", "intel",
             "  mem_load_l3_hit_retired.xsnp_hitm  [text]\n  mem_inst_retired.all_loads\n--\n"
             "# started on a day\n\n50;;mem_load_l3_hit_retired.xsnp_hitm:u;1000;80.00;;\n"
             "<not counted>;;mem_inst_retired.all_loads:u;0;100.00;;\n",
             {});
  corpus.add("WatchCountsFuzz", "amd",
             "ls_dmnd_fills_from_sys.near_cache\nls_dispatch.ld_dispatch\n--\n"
             "<not supported>;;ls_dmnd_fills_from_sys.near_cache;0;100.00;;\n"
             "7;;ls_dispatch.ld_dispatch;1;100.00;3.5;M/sec\n",
             {});
}

} // namespace
} // namespace fsfind::test

int main(int argc, char **argv) {
  using namespace fsfind::test;
  if (argc != 2) {
    std::fputs("usage: make_seed_corpus DIRECTORY\n", stderr);
    return 2;
  }
  Corpus corpus(argv[1]);
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string suffix = order == std::endian::big ? ".big" : ".little";
    addFileSeeds(corpus, order, suffix);
    addMemorySeeds(corpus, order, suffix);
    addPipeSeeds(corpus, order, suffix);
    addRecordSeeds(corpus, order, suffix);
    addSpeSeeds(corpus, order, suffix);
  }
  addMachineSeeds(corpus);
  addFactsSeeds(corpus);
  addFindingsSeeds(corpus);
  addWrittenSeeds(corpus);
  addKnowledgeSeeds(corpus);
  addMachineMapSeeds(corpus);
  addPlacementSeeds(corpus);
  addProcTextSeeds(corpus);
  addWatchSeeds(corpus);
  corpus.add("ProfileFuzz", "profile", profileSeed(), {});
  corpus.add("ProfileFuzz", "lines", plainProfileSeed(), {});
  return corpus.whole() ? 0 : 1;
}

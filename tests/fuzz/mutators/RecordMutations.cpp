#include "tests/fuzz/mutators/RecordStream.h"

#include "c2c-ingest/perf/Abi.h"
#include "c2c-ingest/perf/ByteReader.h"

#include <bit>
#include <iterator>
#include <string_view>

namespace fsfind::fuzz {
namespace {

constexpr std::size_t kMostRecords = 2000;

constexpr std::array kTypes = {perf::kRecordMmap,
                               perf::kRecordLost,
                               perf::kRecordComm,
                               perf::kRecordExit,
                               perf::kRecordThrottle,
                               perf::kRecordFork,
                               perf::kRecordRead,
                               perf::kRecordSample,
                               perf::kRecordMmap2,
                               perf::kRecordAux,
                               perf::kRecordItraceStart,
                               perf::kRecordLostSamples,
                               perf::kRecordSwitch,
                               perf::kRecordSwitchCpuWide,
                               perf::kRecordNamespaces,
                               perf::kRecordKsymbol,
                               perf::kRecordBpfEvent,
                               perf::kRecordCgroup,
                               perf::kRecordTextPoke,
                               perf::kRecordHeaderAttr,
                               perf::kRecordEventType,
                               perf::kRecordTracingData,
                               perf::kRecordBuildId,
                               perf::kRecordFinishedRound,
                               perf::kRecordIdIndex,
                               perf::kRecordAuxtraceInfo,
                               perf::kRecordAuxtrace,
                               perf::kRecordAuxtraceError,
                               perf::kRecordThreadMap,
                               perf::kRecordCpuMap,
                               perf::kRecordEventUpdate,
                               perf::kRecordTimeConv,
                               perf::kRecordHeaderFeature,
                               perf::kRecordCompressed,
                               perf::kRecordFinishedInit,
                               perf::kRecordCompressed2,
                               perf::kRecordCallchainDeferred};

constexpr std::array<std::uint16_t, 10> kMiscBits = {1,        2,        3,        4,        5,
                                                     1U << 12, 1U << 13, 1U << 14, 1U << 15, 7};

/// Names of mappings that mean something to a reader.
constexpr std::array<std::string_view, 16> kNames = {"/bin/x",
                                                     "/bin/y",
                                                     "[kernel.kallsyms]_text",
                                                     "[guest.kernel.kallsyms]",
                                                     "//anon",
                                                     "[heap]",
                                                     "[stack]",
                                                     "[vdso]",
                                                     "[vsyscall]",
                                                     "/dev/zero (deleted)",
                                                     "/memfd:a (deleted)",
                                                     "/anon_hugepage (deleted)",
                                                     "/SYSV00000000 (deleted)",
                                                     "anon_inode:[x]",
                                                     "[anon:y]",
                                                     "/lib/modules/5/kernel/z.ko.xz"};

bool hasName(std::uint32_t type) {
  return type == perf::kRecordMmap || type == perf::kRecordMmap2 || type == perf::kRecordComm ||
         type == perf::kRecordBuildId || type == perf::kRecordEventUpdate;
}

/// Where the fixed part of the payload ends and its text begins.
std::size_t nameAt(std::uint32_t type) {
  return type == perf::kRecordMmap2                                  ? 64
         : type == perf::kRecordMmap || type == perf::kRecordBuildId ? 32
                                                                     : 8;
}

Buffer paddedName(Random &random) {
  Buffer name = bufferOf(std::as_bytes(std::span(random.pick(kNames))));
  if (random.oneIn(4))
    mutateBytes(name, 40);
  name.resize(name.size() + 8 - name.size() % 8);
  return name;
}

void rename(RecordPart &part, Random &random) {
  Buffer &bytes = part.payload;
  const std::size_t at = nameAt(part.type);
  if (!hasName(part.type) || bytes.size() <= at)
    return;
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  auto end = std::find(begin, bytes.end(), std::byte{0});
  while (end != bytes.end() && (end - bytes.begin()) % 8 != 0)
    ++end;
  const Buffer name = paddedName(random);
  bytes.insert(bytes.erase(begin, end), name.begin(), name.end());
}

/// The same record many times, with one of its numbers rising: many lines, threads or times.
void multiply(RecordStream &stream, std::size_t at, bool swap, Random &random) {
  const RecordPart part = stream.records[at];
  const std::size_t words = part.payload.size() / 8;
  if (words == 0)
    return;
  const std::size_t place = 8 * random.below(words);
  const std::uint64_t step = std::uint64_t{1} << random.below(13);
  std::uint64_t value = 0;
  std::memcpy(&value, part.payload.data() + place, sizeof value);
  std::vector<RecordPart> more(1 + random.below(24), part);
  for (RecordPart &copy : more) {
    value = swap ? perf::byteSwap(perf::byteSwap(value) + step) : value + step;
    std::memcpy(copy.payload.data() + place, &value, sizeof value);
  }
  stream.records.insert(stream.records.begin() + static_cast<std::ptrdiff_t>(at), more.begin(),
                        more.end());
}

/// Makes two records agree in a number.
void agree(RecordPart &part, const RecordPart &other, Random &random) {
  const std::size_t words = std::min(part.payload.size(), other.payload.size()) / 8;
  if (words == 0)
    return;
  const std::size_t from = 8 * random.below(words);
  const std::size_t to = part.type == other.type ? from : 8 * random.below(words);
  std::memcpy(part.payload.data() + to, other.payload.data() + from, 8);
}

void resize(Buffer &bytes, Random &random) {
  const std::size_t change = 4 + 4 * random.below(4);
  if (random.oneIn(2) && bytes.size() >= change)
    bytes.resize(bytes.size() - change);
  else
    bytes.resize(bytes.size() + change);
}

void mutateRecord(RecordPart &part, const RecordPart &other, bool swap, Random &random) {
  switch (random.below(16)) {
  case 0:
    part.type = random.pick(kTypes);
    break;
  case 1:
    part.misc ^= random.pick(kMiscBits);
    break;
  case 2:
    resize(part.payload, random);
    break;
  case 3:
    mutateBytes(part.payload, 16);
    break;
  case 4:
  case 5:
    agree(part, other, random);
    break;
  case 6:
    part.packed = part.packed != 0  ? 0
                  : random.oneIn(2) ? perf::kRecordCompressed
                                    : perf::kRecordCompressed2;
    break;
  case 7:
    part.size_error =
        static_cast<std::uint16_t>(random.oneIn(4) ? random.number(part.payload.size()) : 0);
    break;
  case 8:
    if (part.following.empty())
      resize(part.payload, random);
    else
      resize(part.following, random);
    break;
  case 9:
  case 10:
    rename(part, random);
    break;
  case 11:
    if (!part.following.empty())
      mutateSpe(part.following, random);
    break;
  default:
    mutateField(part.payload, swap, random);
  }
}

} // namespace

void mutateStream(RecordStream &stream, bool swap, Random &random) {
  std::vector<RecordPart> &records = stream.records;
  if (records.empty()) {
    records.push_back({random.pick(kTypes), 0, Buffer(8 * random.below(8))});
    return;
  }
  const std::size_t at = random.below(records.size()), other = random.below(records.size());
  const auto where = records.begin() + static_cast<std::ptrdiff_t>(at);
  const bool more = records.size() < kMostRecords;
  switch (random.below(14)) {
  case 0:
    if (more)
      records.insert(where, RecordPart(records[other]));
    break;
  case 1:
    records.erase(where);
    break;
  case 2:
    std::swap(records[at], records[other]);
    break;
  case 3:
    if (more)
      multiply(stream, at, swap, random);
    break;
  case 4:
    if (more)
      records.insert(where, {random.pick(kTypes), 0, Buffer(8 * random.below(12))});
    break;
  case 5:
    if (random.oneIn(4))
      mutateBytes(stream.rest, 16);
    else
      stream.rest.clear();
    break;
  default:
    mutateRecord(records[at], records[other], swap, random);
  }
}

void mixStreams(RecordStream &stream, const RecordStream &other, Random &random) {
  if (other.records.empty() || stream.records.size() >= kMostRecords)
    return;
  const std::size_t first = random.below(other.records.size());
  const std::size_t count =
      1 + random.below(std::min<std::size_t>(other.records.size() - first, 16));
  const auto from = other.records.begin() + static_cast<std::ptrdiff_t>(first);
  const std::size_t at = random.below(stream.records.size() + 1);
  stream.records.insert(stream.records.begin() + static_cast<std::ptrdiff_t>(at), from,
                        from + static_cast<std::ptrdiff_t>(count));
}

} // namespace fsfind::fuzz

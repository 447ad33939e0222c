#include "c2c-ingest/record/layout/AllocationCall.h"
#include "c2c-ingest/record/layout/RecordLayout.h"
#include "c2c-ingest/record/sim/DataSource.h"
#include "c2c-ingest/record/sim/Simulator.h"
#include "c2c-ingest/record/sim/Tasks.h"

/// What the simulator writes for a sampled access: its mappings, if not yet recorded, and the
/// sample.

namespace fsfind::record::sim {
namespace {

/// Node n's memory lies at physical addresses from n << kNodeShift on.
constexpr unsigned kNodeShift = 36;

/// Stacks recorded of one process: of a program that goes on starting threads the first ones.
constexpr std::uint32_t kMostStacks = 4096;
/// Words of a stack that are looked at.
constexpr std::size_t kDeepestStack = 8192;
/// The same of the stack at a call that takes a block, and of them those that are kept: enough for
/// a container's functions that are not inlined.
constexpr std::size_t kDeepestCall = 256, kMostCallWords = 96;

bool isIn(const std::vector<GuestMaps::Range> &files, std::uint64_t address) {
  const auto next = std::upper_bound(
      files.begin(), files.end(), address,
      [](std::uint64_t sought, const GuestMaps::Range &file) { return sought < file.start; });
  return next != files.begin() && std::prev(next)->holds(address);
}

/// Threads of one process of which is recorded what they start with.
constexpr std::uint32_t kMostStarts = 4096;
/// Words of a starting thread's argument that are looked at, if it is a block of the heap, and if
/// not; and of the tables that its first words may lead to.
constexpr std::size_t kStartWords = 16, kUnknownWords = 4, kTables = 2, kTableWords = 4;

} // namespace

/// The first store of a program goes to the stack of its initial thread, on either architecture.
void Simulator::stackIsAt(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  stack_known_ = true;
  maps_.setStack(address, contentOf("/proc/self/maps"));
}

void Simulator::recordLoad(const Domain &domain, GuestThread &thread, const LoggedAccess &access,
                           const Modelled &modelled) {
  const Outcome outcome = modelled.outcome;
  burst_.contended += outcome == Outcome::LocalHitm || outcome == Outcome::RemoteHitm;
  const unsigned doublings = stream_.doublings();
  if (!sampler_.keepsLoad(doublings))
    return;
  SampleRecord sample{.at = {pid_, thread.tid, thread.cpu, modelled.time},
                      .event = kLoadsId,
                      .ip = access.ip(),
                      .address = modelled.begin,
                      .period = options_.load_period << doublings,
                      .weight = modelled.cycles,
                      .data_source =
                          dataSourceOfLoad(outcome, access.stores()) | knowledge(domain, modelled)};
  record(domain, thread, sample, isMiss(outcome) && domain.caches.missedShared());
}

void Simulator::recordStore(const Domain &domain, GuestThread &thread, const LoggedAccess &access,
                            const Modelled &modelled) {
  const unsigned doublings = stream_.doublings();
  if (!sampler_.keepsStore(doublings))
    return;
  SampleRecord sample{.at = {pid_, thread.tid, thread.cpu, modelled.time},
                      .event = kStoresId,
                      .ip = access.ip(),
                      .address = modelled.begin,
                      .period = options_.store_period << doublings,
                      .weight = modelled.cycles,
                      .data_source =
                          dataSourceOfStore(modelled.outcome) | knowledge(domain, modelled)};
  record(domain, thread, sample, false);
}

void Simulator::settle(const OpenMisses::Stay &stay, const CacheModel::Met &met) {
  if (met.any())
    open_misses_.meet(stay, met);
  else
    open_misses_.end(stay, stream_);
}

/// What no hardware would tell of an access that has just happened, as bits of its data source.
std::uint64_t Simulator::knowledge(const Domain &domain, const Modelled &modelled) {
  CacheModel &caches = domain.caches;
  const bool hit = modelled.outcome == Outcome::PrivateHit;
  return packed({hit ? Miss::Unknown : caches.miss(),
                 caches.transfers(modelled.begin + domain.offset), modelled.spins});
}

void Simulator::record(const Domain &domain, GuestThread &thread, SampleRecord &sample,
                       bool opens) {
  constexpr std::uint64_t kWithinNode = (1ULL << kNodeShift) - 1;
  const std::uint64_t place = sample.address + domain.offset;
  const std::uint64_t home = domain.caches.pages().touch(place, domain.caches.nodeOf(thread.cpu));
  sample.physical = home << kNodeShift | (place & kWithinNode);
  {
    const std::lock_guard lock(mutex_);
    recordMaps(sample.at, sample.ip, sample.address);
    recordBlock(sample.at, sample.address);
  }
  if (opens)
    open_misses_.open(stayOf(domain, thread, place), sample, domain.caches.missedMet());
  else
    stream_.sample(sample);
}

/// The guest has just stored there: the memory is QEMU's own, and mapped.
void Simulator::rung(std::uint32_t vcpu, std::uint64_t address) {
  const auto *telling = memory_.at<Telling>(address);
  allocation(vcpu, {static_cast<std::uint64_t>(telling->event), telling->first, telling->second,
                    telling->third});
}

void Simulator::allocation(std::uint32_t vcpu, const Arguments &arguments) {
  GuestThread *thread = present(vcpu);
  if (thread == nullptr)
    return;
  windows_.stamp(*thread);
  const std::uint64_t time = time_.next(), rests_since = windows_.restsSince();
  const std::lock_guard lock(mutex_);
  switch (static_cast<AllocationEvent>(arguments[0])) {
  case AllocationEvent::Loaded: {
    Hidden &code = hidden_[hidden_[0].end == 0 ? 0 : 1];
    code.begin = arguments[1];
    code.end = arguments[2];
    code.bell = arguments[3];
    break;
  }
  case AllocationEvent::Taken:
    if (const auto before = allocations_.take(taken(arguments, time), time > rests_since))
      record(now(*thread), *before);
    break;
  case AllocationEvent::Returned:
    if (const auto block = allocations_.giveBack(arguments[1], time, rests_since))
      record(now(*thread), *block);
    break;
  case AllocationEvent::StackSeen:
    recordStack(now(*thread), arguments);
    break;
  case AllocationEvent::ThreadStarts:
    lookAtStart(*thread, arguments);
    break;
  }
}

/// The library has just written the CallSight, to the stack.
AllocationRecord Simulator::taken(const Arguments &arguments, std::uint64_t time) {
  const CallSight call = *memory_.at<CallSight>(arguments[3]);
  AllocationRecord block{
      .address = arguments[1], .size = arguments[2], .begin = time, .caller = call.returns};
  if (call.pointer % sizeof(std::uint64_t) != 0)
    return block;
  readStack(call, memory_.wordsInPlace(call.pointer, kDeepestCall), kMostCallWords, seen_stack_);
  block.stack = call_stacks_.keep(seen_stack_);
  return block;
}

const std::vector<GuestMaps::Range> &Simulator::mappedFiles() {
  if (files_.empty())
    files_ = maps_.files(mapsText());
  return files_;
}

/// Of the stack only what may be a return address or a saved frame pointer: that leads to an older
/// frame, where a return address follows the frame pointer before that one.
void Simulator::readStack(const CallSight &call, std::span<const std::uint64_t> words,
                          std::size_t most, StackRecord &into) {
  into.pointer = call.pointer;
  into.returns = call.returns;
  // Code that keeps no frame pointer has anything in its register, a loop's counter for one: then
  // each call would have a stack of its own.
  const std::uint64_t distance = call.frame - call.pointer;
  into.frame = distance / sizeof(std::uint64_t) < kDeepestStack ? call.frame : 0;
  into.words.clear();
  const std::vector<GuestMaps::Range> &files = mappedFiles();
  const std::uint64_t first = files.empty() ? UINT64_MAX : files.front().start;
  const std::uint64_t end = files.empty() ? 0 : files.back().end;
  const auto mayReturn = [&](std::size_t i) {
    return i < words.size() && words[i] >= first && words[i] < end && isIn(files, words[i]);
  };
  const auto isKept = [&](std::size_t i) {
    const std::uint64_t to = (words[i] - call.pointer) / sizeof(words[i]);
    if (words[i] < call.pointer || to >= kDeepestStack)
      return mayReturn(i);
    return to > i && mayReturn(to + 1 < words.size() ? to + 1 : i + 1);
  };
  for (std::size_t i = 0; i < words.size() && into.words.size() < most; ++i)
    if (isKept(i))
      into.words.emplace_back(call.pointer + i * sizeof(words[i]), words[i]);
}

/// The files that return addresses lie in are recorded as mapped.
void Simulator::recordFiles(const Instant &at, const StackRecord &stack) {
  const std::string *text = nullptr;
  const auto learn = [&](std::uint64_t address) {
    if (maps_.knows(address, false) || !isIn(mappedFiles(), address))
      return;
    if (text == nullptr)
      text = &mapsText();
    recordMap(at, address, false, *text);
  };
  learn(stack.returns);
  for (const auto &[address, word] : stack.words)
    learn(word);
}

void Simulator::recordStack(const Instant &at, const Arguments &arguments) {
  if (stacks_ == kMostStacks)
    return;
  ++stacks_;
  const CallSight call{.returns = arguments[2], .pointer = arguments[1], .frame = arguments[3]};
  StackRecord stack;
  readStack(call, memory_.words(call.pointer, kDeepestStack), kMostStackWords, stack);
  recordFiles(at, stack);
  stream_.stack(at, stack);
}

/// A thread that a language's library starts in code of its own finds what it is to run by the
/// argument: an object that holds a function's address, or leads to a table of functions. Of these
/// words only what lies in a file is kept, tables first: they tell of what an object is.
void Simulator::lookAtStart(GuestThread &thread, const Arguments &arguments) {
  thread.starts.clear();
  if (starts_ == kMostStarts)
    return;
  ++starts_;
  const std::vector<GuestMaps::Range> &files = mappedFiles();
  const std::uint64_t size = allocations_.sizeAt(arguments[2]);
  const std::vector<std::uint64_t> object = memory_.words(
      arguments[2],
      size == 0 ? kUnknownWords : std::min<std::uint64_t>(kStartWords, size / sizeof(size)));
  std::vector<std::uint64_t> words = {arguments[1]};
  for (std::size_t i = 0; i < std::min(kTables, object.size()); ++i)
    if (isIn(files, object[i]))
      for (const std::uint64_t word : memory_.words(object[i], kTableWords))
        words.push_back(word);
  words.insert(words.end(), object.begin(), object.end());
  for (const std::uint64_t word : words)
    if (isIn(files, word) && thread.starts.size() < perf::kMostStartCode) {
      if (!maps_.knows(word, false))
        recordMap(now(thread), word, false, mapsText());
      thread.starts.push_back(word);
    }
}

void Simulator::record(const Instant &at, const AllocationRecord &block) {
  if (block.stack)
    recordFiles(at, *block.stack);
  stream_.allocation(at, block);
}

void Simulator::recordBlock(const Instant &at, std::uint64_t address) {
  const unsigned doublings = stream_.doublings(); // thinning drops blocks with the samples
  if (std::exchange(blocks_doublings_, doublings) != doublings)
    allocations_.recordAnew();
  if (const auto block = allocations_.hit(address, at.time))
    record(at, *block);
}

/// The process gets other memory.
void Simulator::endBlocks(const GuestThread &thread) {
  const std::lock_guard lock(mutex_);
  for (const AllocationRecord &block : allocations_.endAll(time_.now()))
    record(now(thread), block);
}

/// The content of /proc/self/maps; from where there is no /proc (chroot(2)), the last that was
/// read.
const std::string &Simulator::mapsText() {
  if (std::string text = contentOf("/proc/self/maps"); !text.empty())
    maps_text_ = std::move(text);
  return maps_text_;
}

void Simulator::recordMaps(const Instant &at, std::uint64_t ip, std::uint64_t address) {
  if (map_changes_.empty() && maps_.knows(ip, true) && maps_.knows(address, false))
    return; // nearly always
  const std::string *text = nullptr;
  for (const bool code : {true, false}) {
    const std::uint64_t place = code ? ip : address;
    const MapChanges::Past past = map_changes_.at(place, at.time);
    if (past.record)
      stream_.map(at, *past.record);
    if (past.gone || maps_.knows(place, code))
      continue;
    if (text == nullptr)
      text = &mapsText();
    recordMap(at, place, code, *text);
  }
}

/// Memory without a file may be the .bss of the file mapped right before it, or the heap behind
/// that: what lies before is recorded first, up to a file.
void Simulator::recordMap(const Instant &at, std::uint64_t address, bool code,
                          std::string_view text) {
  std::vector<MapRecord> maps;
  while (!maps_.knows(address, code)) {
    auto map = maps_.learn(address, code, text);
    if (!map)
      break;
    address = map->start - 1;
    code = false;
    maps.push_back(std::move(*map));
    if (maps.back().inode != 0)
      break;
  }
  for (auto map = maps.rbegin(); map != maps.rend(); ++map)
    writeMap(at, *map);
}

/// Accesses that were before this one may be played after it: the record has the earliest time at
/// which the mapping was there for any of them.
void Simulator::writeMap(Instant at, const MapRecord &map) {
  at.time =
      std::min(at.time, map_changes_.unchangedSince(map.start, map.end, std::max(since_, born_)));
  stream_.map(at, map);
}

} // namespace fsfind::record::sim

#include "analyzer/knowledge/Kinds.h"

#include "analyzer/knowledge/PropertyReader.h"
#include "analyzer/knowledge/WordKinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace fsfind::analyzer {

namespace {

using Read = void (*)(PropertyReader &, Meaning &);

struct Kind {
  std::string_view name;
  Read read;
};

constexpr std::string_view kOps[] = {"read", "write", "update", "none"};
constexpr std::string_view kGathered[] = {"none", "sum", "or", "and", "xor"};
constexpr std::string_view kUnits[] = {"us", "ms", "s", "timespec", "duration"};
constexpr std::uint32_t kMicroseconds[] = {1, 1000, 1000000, 0, 0};
constexpr std::size_t kTimespec = 3, kDuration = 4;

void readStarter(PropertyReader &line, Meaning &meaning) {
  Starter starter;
  starter.callable = line.argument("callable");
  starter.argument = line.is("arguments", "none") ? kPassesNone : line.argument("arguments");
  starter.many = line.flag("many");
  starter.own = !line.flag("task");
  starter.waits = line.flag("waits");
  meaning.starter = starter;
}

void readAllocator(PropertyReader &line, Meaning &meaning) {
  Allocator allocator;
  const bool aligned = line.flag("aligned"), zeroed = line.flag("zeroed"),
             mapped = line.flag("mapped"), bound = line.flag("bound");
  allocator.kind = aligned  ? AllocationKind::Aligned
                   : zeroed ? AllocationKind::Calloc
                   : mapped ? AllocationKind::Map
                   : bound  ? AllocationKind::NodeBound
                            : AllocationKind::Malloc;
  allocator.size = line.argument("size", 0);
  allocator.count = line.argument("count");
  allocator.alignment = line.number("align", aligned ? 0 : 16);
  allocator.moves = line.flag("moves");
  allocator.file = line.argument("file");
  meaning.allocator = allocator;
}

/// `form` is that of a number of units.
void readTime(PropertyReader &line, Meaning &meaning, std::string_view time, TimeForm form) {
  KnownWait wait{.form = form};
  wait.time = line.argument(time);
  if (const auto unit = line.choice("unit", kUnits)) {
    wait.unit = kMicroseconds[*unit];
    wait.form = *unit == kTimespec   ? TimeForm::Timespec
                : *unit == kDuration ? TimeForm::Duration
                                     : form;
  }
  line.require("unit", wait.time < 0 || wait.unit != 0 || wait.form != form);
  meaning.wait = wait;
}

void readWait(PropertyReader &line, Meaning &meaning) {
  readTime(line, meaning, "limit", TimeForm::Limit);
  meaning.wait->events = line.argument("events");
}

void readPause(PropertyReader &line, Meaning &meaning) {
  readTime(line, meaning, "time", TimeForm::Count);
}

void readAtomic(PropertyReader &line, Meaning &meaning) {
  const auto op = line.choice("op", std::span(kOps).first(3));
  line.require("op", op.has_value());
  meaning.atomic = static_cast<Op>(op.value_or(0));
  if (const auto how = line.choice("gathers", kGathered))
    meaning.gathers = static_cast<Accumulation>(*how);
  meaning.swaps = line.flag("swaps");
}

void readUpdate(PropertyReader &, Meaning &meaning) {
  meaning.atomic = Op::ReadModifyWrite;
  meaning.plain = true;
}

void readAtomicMethod(PropertyReader &line, Meaning &meaning) {
  const auto op = line.choice("op", kOps);
  line.require("op", op.has_value());
  meaning.method = AtomicMethod{};
  if (op && *op < 3)
    meaning.method->op = static_cast<Op>(*op);
}

void readFill(PropertyReader &line, Meaning &meaning) {
  meaning.fills = line.argument("into", 0);
  meaning.one_value = line.flag("one-value");
}

template <TypeClass kind> void readType(PropertyReader &line, Meaning &meaning) {
  meaning.type = KnownType{kind, line.number("largest", UINT64_MAX)};
}

template <LockStep step> void readLock(PropertyReader &, Meaning &meaning) {
  meaning.lock = step;
}

template <bool Meaning::*flag> void readFlag(PropertyReader &, Meaning &meaning) {
  meaning.*flag = true;
}

void readPlacement(PropertyReader &line, Meaning &meaning) {
  meaning.places_memory = true;
  meaning.for_process = line.flag("process");
}

constexpr Kind kKinds[] = {
    {"starter", readStarter},
    {"thread-number", readFlag<&Meaning::thread_number>},
    {"thread-method", readFlag<&Meaning::thread_method>},
    {"joins-thread", readFlag<&Meaning::joins_thread>},
    {"detaches-thread", readFlag<&Meaning::detaches_thread>},
    {"cancels-thread", readFlag<&Meaning::cancels_thread>},
    {"ends-process", readFlag<&Meaning::ends_process>},
    {"acquires", readLock<LockStep::Acquire>},
    {"releases", readLock<LockStep::Release>},
    {"atomic", readAtomic},
    {"atomic-method", readAtomicMethod},
    {"updates", readUpdate},
    {"fence", readFlag<&Meaning::fence>},
    {"wait", readWait},
    {"pause", readPause},
    {"allocator", readAllocator},
    {"fills", readFill},
    {"places-memory", readPlacement},
    {"keeps-bytes", readFlag<&Meaning::keeps_bytes>},
    {"changes-container", readFlag<&Meaning::changes_container>},
    {"lock-type", readType<TypeClass::Lock>},
    {"atomic-type", readType<TypeClass::Atomic>},
    {"condition-type", readType<TypeClass::Condition>},
    {"thread-type", readType<TypeClass::Thread>},
    {"container-type", readType<TypeClass::Container>},
    {"array-type", readType<TypeClass::Array>},
    {"pointer-type", readType<TypeClass::Pointer>},
    {"cacheline-size", readFlag<&Meaning::cacheline_size>},
    {"ordinary", readFlag<&Meaning::ordinary>},
};

/// `std::*::wait` is the one place where a name that is no word may leave something open.
bool isWrongPattern(std::string_view name) {
  const std::size_t star = name.find('*');
  if (star == std::string_view::npos || name.find("operator") != std::string_view::npos)
    return false;
  const std::size_t between = name.find("::*::");
  return between == std::string_view::npos || between == 0 || star != between + 2 ||
         name.find('*', star + 1) != std::string_view::npos ||
         name.find("::", between + 5) != std::string_view::npos;
}

std::optional<Wrong> unknownKind(std::string_view kind) {
  std::vector<std::string_view> names{kWordKind, kNameWordKind, kOppositesKind};
  std::transform(std::begin(kKinds), std::end(kKinds), std::back_inserter(names),
                 [](const Kind &one) { return one.name; });
  const std::string_view like = mostLike(kind, names);
  return Wrong{fmt::format("the kind '{}' is unknown", shown(kind)),
               like.empty() ? fmt::format("write one of {}", fmt::join(names, ", "))
                            : fmt::format("did you mean '{}'?", like)};
}

} // namespace

std::optional<Wrong> readMeaning(const Line &line, Meaning &meaning) {
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                 [&](const Kind &one) { return one.name == line.kind; });
  if (kind == std::end(kKinds))
    return unknownKind(line.kind);
  if (isWrongPattern(line.name))
    return Wrong{fmt::format("'{}' leaves open what it may not", shown(line.name)),
                 "write a whole name, or std::*::name; for parts of names write: word *lock* "
                 "acquires"};
  PropertyReader reader(line);
  kind->read(reader, meaning);
  return reader.finish();
}

} // namespace fsfind::analyzer

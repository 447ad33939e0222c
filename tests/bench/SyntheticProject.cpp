#include "tests/bench/SyntheticProject.h"

#include "tests/support/FactsBuilder.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::bench {
namespace {

using test::FactsBuilder;
using test::kInLoop;

// Strides that spread what units use over the project. They are primes, so that no two patterns
// coincide.
constexpr std::uint32_t kHeaderStride = 7, kFunctionStride = 37, kCallStride = 31;
constexpr std::uint32_t kUnitsInFolder = 100, kUnitsOfOneBelow = 10;
constexpr std::uint32_t kRecordLine = 10; ///< of each header
constexpr std::uint32_t kFunctionLine = 20;
/// One of so many functions takes the unit's lock, one calls another unit, one the header's
/// function, one allocates.
constexpr std::uint32_t kLocking = 3, kCallingOut = 4, kCallingHeader = 2, kAllocating = 10;
/// One of so many headers declares an array whose elements could be wrapped.
constexpr std::uint32_t kWithArray = 40;

std::string nameOf(std::uint32_t unit, std::uint32_t function) {
  return fmt::format("unit_{}_{}", unit, function);
}

/// What a unit knows of one header.
struct SeenHeader {
  std::uint32_t number = 0;
  TypeIndex pointer; ///< to its record
  FunctionIndex function;
};

class UnitFacts {
public:
  UnitFacts(const ProjectShape &shape, std::uint32_t number)
      : shape_(shape), number_(number),
        file_(fmt::format("/project/module_{}/unit_{}.c", number / kUnitsInFolder, number)) {}

  Facts all() {
    seeHeaders();
    addState();
    addFunctions();
    if (number_ == 0)
      builder_.call(builder_.function("main"), own_.front());
    if (number_ % shape_.planted_every == 0)
      plant();
    return placed();
  }

private:
  [[nodiscard]] std::string headerPath(std::uint32_t header) const {
    return fmt::format("/project/include/part_{}.h", header);
  }

  void seeHeaders() {
    const TypeIndex count = builder_.plain(8), flags = builder_.plain(4, "unsigned");
    const TypeIndex name = builder_.array(builder_.plain(1, "char"), 32, "PART_NAME");
    for (std::uint32_t i = 0; i < shape_.seen_headers; ++i) {
      SeenHeader seen;
      seen.number = (number_ * kHeaderStride + i) % shape_.headers;
      const std::string part = fmt::format("part_{}", seen.number);
      const TypeIndex record = builder_.record(
          part,
          {{"count", count}, {"flags", flags}, {"state", flags}, {"name", name}, {"limit", count}});
      seen.pointer = builder_.pointer(record);
      seen.function = builder_.function(part + "_get");
      builder_.read(seen.function, builder_.parameter(0, seen.pointer).deref().member("count"));
      headers_.push_back(seen);
    }
  }

  void addState() {
    const TypeIndex number = builder_.plain(8);
    const TypeIndex state = builder_.record(
        fmt::format("unit_{}_state", number_),
        {{"lock", builder_.lock()}, {"total", number}, {"last", number}, {"errors", number}});
    state_ = builder_.global(fmt::format("unit_{}_own", number_), state);
    builder_.at(state_).storage = Storage::Static;
  }

  void addFunctions() {
    const std::uint32_t range = shape_.most_functions - shape_.least_functions + 1;
    const std::uint32_t count = shape_.least_functions + number_ * kFunctionStride % range;
    for (std::uint32_t i = 0; i < count; ++i) {
      own_.push_back(builder_.function(nameOf(number_, i)));
      builder_.at(own_.back()).internal = i != 0;
    }
    for (std::uint32_t i = 0; i < count; ++i)
      fill(i);
  }

  void fill(std::uint32_t at) {
    const FunctionIndex function = own_[at];
    const SeenHeader &header = headers_[(at * kCallStride + number_) % headers_.size()];
    const auto part = [&] { return builder_.parameter(0, header.pointer); };
    builder_.at(function).loops.resize(2);
    builder_.read(function, part().deref().member("flags"));
    builder_.read(function, part().deref().member("limit"), kInLoop);
    if (at % kLocking == 0)
      updateState(function);
    if (at + 1 < own_.size())
      pass(function, own_[at + 1], part());
    if (at % kCallingHeader == 0)
      pass(function, header.function, part());
    if (at % kCallingOut == 0)
      pass(function, outside(nameOf(below(at), 0)), part());
    if (at % kAllocating == 0)
      allocate(function, header);
  }

  void updateState(FunctionIndex function) {
    builder_.at(function).locks.push_back(builder_.variable(state_).member("lock").designator());
    test::How held = kInLoop;
    held.held = {0};
    builder_.update(function, builder_.variable(state_).member("total"), held);
    builder_.write(function, builder_.variable(state_).member("last"), held);
  }

  void pass(FunctionIndex from, FunctionIndex to, const test::Path &what) {
    FactArgument argument;
    argument.what = what.designator();
    builder_.call(from, to).arguments.push_back(std::move(argument));
  }

  /// The number of a unit that this one calls. Calls go down: a tenth of the units serves all
  /// others, a tenth of these all of them, and so on.
  [[nodiscard]] std::uint32_t below(std::uint32_t call) const {
    return (number_ * kCallStride + call) % (number_ / kUnitsOfOneBelow + 1);
  }

  /// A function that another unit defines.
  FunctionIndex outside(const std::string &name) {
    const FunctionIndex made = builder_.function(name);
    builder_.at(made).defined = false;
    return made;
  }

  void allocate(FunctionIndex function, const SeenHeader &header) {
    FactAllocation made;
    made.target = builder_.variable(builder_.local("made", header.pointer, function)).designator();
    made.how = "malloc";
    made.count = "sizeof *made";
    builder_.at(function).allocations.push_back(std::move(made));
  }

  void plant() {
    const TypeIndex number = builder_.plain(8);
    const TypeIndex counters = builder_.record(fmt::format("unit_{}_counters", number_),
                                               {{"sent", number}, {"received", number}});
    const VariableIndex variable =
        builder_.global(fmt::format("unit_{}_counts", number_), counters);
    const FunctionIndex starter = builder_.function(fmt::format("unit_{}_start", number_));
    for (const char *member : {"sent", "received"}) {
      const FunctionIndex entry =
          builder_.function(fmt::format("unit_{}_{}_thread", number_, member));
      builder_.start(starter, entry);
      builder_.write(entry, builder_.variable(variable).member(member), kInLoop);
      builder_.call(entry, own_.front());
    }
  }

  /// Gives everything the file and the place that it has in every unit.
  Facts placed() {
    Facts facts = builder_.build();
    facts.files = {{file_, number_ + 1}};
    facts.units.front().file = file_;
    facts.c_files = {file_};
    for (const SeenHeader &header : headers_) {
      const FileIndex file(facts.files.size());
      facts.files.push_back({headerPath(header.number), header.number + 1});
      facts.c_files.push_back(headerPath(header.number));
      put(facts, header, file);
    }
    std::sort(facts.c_files.begin(), facts.c_files.end());
    for (FactFunction &function : facts.functions)
      if (!function.defined)
        function.place = {};
    return facts;
  }

  void put(Facts &facts, const SeenHeader &header, FileIndex file) const {
    const RecordIndex at = *facts.type(*facts.type(header.pointer).element).record;
    FactRecord &record = facts.records[at.value()];
    std::uint32_t line = kRecordLine;
    record.place = {file, line, 1};
    for (FactMember &member : record.members)
      member.place = {file, ++line, 1};
    FactFunction &function = facts.functions[header.function.value()];
    function.place = {file, kFunctionLine, 1};
    for (FactAccess &access : function.accesses)
      access.place = {file, kFunctionLine + 1, 1};
    if (header.number % kWithArray == 0)
      facts.slots.push_back(arrayOf(header, file));
  }

  /// An array that the header declares and this unit uses: an edit in each of both.
  [[nodiscard]] FactSlots arrayOf(const SeenHeader &header, FileIndex file) const {
    FactSlots slots;
    slots.key = fmt::format("part_{}_table", header.number);
    slots.wrapper = "Padded";
    slots.types = {"long"};
    slots.size = slots.align = 8;
    slots.edits = {{{FileIndex(0), 1, 1}, {FileIndex(0), 1, 5}, "table[0].value"},
                   {{file, 1, 1}, {file, 1, 5}, "struct Padded"}};
    return slots;
  }

  const ProjectShape &shape_;
  std::uint32_t number_;
  std::string file_;
  FactsBuilder builder_;
  std::vector<SeenHeader> headers_;
  std::vector<FunctionIndex> own_;
  VariableIndex state_;
};

} // namespace

Facts SyntheticProject::unit(std::uint32_t number) const {
  return UnitFacts(shape_, number).all();
}

} // namespace fsfind::bench

#include "rules/source/pages/FirstTouch.h"

#include "rules/model/NameHints.h"
#include "rules/source/pages/GrowingCopy.h"
#include "rules/source/pages/Makers.h"
#include "rules/source/pages/ReadBefore.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Bytes: 16 pages of 4 KiB. Less data of a thread's own stays in its caches, on whichever node it
/// lies.
constexpr std::uint64_t kLarge = 65536;

/// The index counts a loop whose iterations the threads divide among themselves.
bool isShared(Provenance from) {
  return from == Provenance::ParallelLoop || from == Provenance::StridedLoop;
}

class Collector {
public:
  explicit Collector(const Program &program) : program_(program), facts_(program.facts()) {}

  std::map<BufferKey, BufferStory> run() {
    if (!anyoneIsMany())
      return {}; // no buffer is used by several threads
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      for (const FactAllocation &allocation : facts_.functions[i].allocations)
        addAllocation(FunctionIndex{i}, allocation);
      for (const FactAccess &access : facts_.functions[i].accesses)
        addAccess(FunctionIndex{i}, access);
    }
    std::erase_if(stories_, [this](const auto &one) {
      return one.second.fills.empty() || one.second.uses.empty() || holdsRows(one.first);
    });
    return std::move(stories_);
  }

private:
  [[nodiscard]] bool anyoneIsMany() const {
    const auto &roles = program_.roles().all();
    return std::any_of(roles.begin(), roles.end(), [](const Role &role) { return role.many; });
  }

  /// The buffer is a table of pointers to rows, which are buffers of their own: the table is small
  /// beside them.
  [[nodiscard]] bool holdsRows(BufferKey key) const {
    ++key.depth;
    return stories_.contains(key);
  }

  /// A role of several threads that executes the access; none if there is none.
  [[nodiscard]] std::optional<RoleIndex> manyRole(const Reached &reached) const {
    if (reached.role && program_.roles().role(*reached.role).many)
      return reached.role;
    for (const Execution &execution : program_.roles().of(reached.caller))
      if (program_.roles().role(execution.role).many && execution.role != kUnknownRole)
        return execution.role;
    return std::nullopt;
  }

  /// Only main or unknown callers execute the access, no thread that the program starts.
  [[nodiscard]] bool byOneThread(const Reached &reached) const {
    const auto roles = program_.roles().of(reached.caller);
    return !(reached.role && isStarted(*reached.role)) &&
           std::none_of(roles.begin(), roles.end(),
                        [](const Execution &execution) { return isStarted(execution.role); });
  }

  void addAllocation(FunctionIndex in, const FactAllocation &allocation) {
    const Designator all = allElements(allocation.target);
    for (const Reached &reached : resolve(all, in)) {
      auto element = elementOf(facts_, reached.what, reached.in);
      if (!element)
        continue;
      BufferStory &story = stories_[element->key];
      const bool one_thread = byOneThread(reached);
      if (allocation.kind == AllocationKind::NodeBound || !one_thread)
        story.placed = true;
      story.allocations.push_back(&allocation);
      if (allocation.touches && allocation.element && !one_thread)
        placeArrays(*allocation.element);
      if (!one_thread || !allocation.touches)
        continue;
      Fill fill{.at = {in, allocation.place},
                .how = allocation.how,
                .spawner = element->per_thread || startsInLoop(in, allocation.loop_depth),
                .of_fresh = true,
                .bytes = allocation.bytes};
      story.fills.push_back(fill);
      if (allocation.element)
        fillArrays(*allocation.element, fill);
      if (allocation.element && facts_.type(*allocation.element).kind == TypeClass::Container) {
        ++element->key.depth; // the constructor fills the rows with copies of one row
        fill.bytes = 0;
        stories_[element->key].fills.push_back(std::move(fill));
      }
    }
  }

  /// Clearing or making a record fills the large arrays in it.
  void fillArrays(TypeIndex type, const Fill &fill) {
    if (const auto record = recordOf(type))
      for (const BufferKey &key : arraysIn(facts_, *record, kLarge))
        stories_[key].fills.push_back(fill);
  }

  void placeArrays(TypeIndex type) {
    if (const auto record = recordOf(type))
      for (const BufferKey &key : arraysIn(facts_, *record, kLarge))
        stories_[key].placed = true;
  }

  [[nodiscard]] std::optional<RecordIndex> recordOf(TypeIndex type) const {
    return facts_.type(type).kind == TypeClass::Record ? facts_.type(type).record : std::nullopt;
  }

  void addWhole(FunctionIndex in, const FactAccess &access) {
    for (const Reached &reached : resolve(access.what, in))
      if (!byOneThread(reached))
        placeArrays(access.what.type);
      else if (access.held.empty())
        fillArrays(access.what.type,
                   {.at = {in, access.place}, .spawner = startsInLoop(in, access.loop_depth)});
  }

  /// The objects that the designator may denote; where it leads to an unknown value or a result,
  /// the designator itself.
  [[nodiscard]] std::vector<Reached> resolve(const Designator &what, FunctionIndex in) const {
    std::vector<Reached> all = program_.bindings().resolve(what, in);
    for (Reached &one : all)
      if (one.what.root == Root::Result || one.what.root == Root::Unknown) {
        one.what = what;
        one.in = in;
      }
    return all;
  }

  /// The access stores a newly allocated row in a table: the row counts, not the pointer.
  [[nodiscard]] bool isRowAllocated(FunctionIndex in, const FactAccess &access) const {
    return !facts_.function(in).allocations.empty() && dataOf(in).allocatesAt(access.what);
  }

  /// A pointer or container is set to a buffer that a function made.
  void addMade(FunctionIndex in, const FactAccess &access) {
    const auto made = madeBy(facts_, *access.stored->function);
    if (!made)
      return;
    Designator array = access.what;
    if (made->allocation)
      array.steps.insert(array.steps.end(), made->allocation->target.steps.begin(),
                         made->allocation->target.steps.end());
    for (const Reached &reached : resolve(allElements(array), in)) {
      const auto element = elementOf(facts_, reached.what, reached.in);
      if (!element)
        continue;
      BufferStory &story = stories_[element->key];
      const bool one_thread = byOneThread(reached);
      story.placed = story.placed || !one_thread || (made->by_threads && !made->filled);
      if (made->allocation && !isRowAllocated(in, access))
        story.allocations.push_back(made->allocation);
      if (one_thread && made->filled)
        story.fills.push_back(
            {.at = {in, access.place},
             .how = facts_.function(*access.stored->function).name,
             .spawner = element->per_thread || startsInLoop(in, access.loop_depth),
             .of_fresh = true,
             .bytes = made->allocation ? made->allocation->bytes : 0});
    }
  }

  [[nodiscard]] bool startsInLoop(FunctionIndex in, std::uint32_t loop_depth) const {
    const auto &starts = facts_.function(in).starts;
    return loop_depth > 0 && std::any_of(starts.begin(), starts.end(),
                                         [](const FactStart &start) { return !start.waits(); });
  }

  void addAccess(FunctionIndex in, const FactAccess &access) {
    if (access.bulk && access.op == Op::Write)
      addWhole(in, access);
    if (access.op == Op::Write && access.stored && access.stored->root == Root::Result)
      addMade(in, access);
    const TypeClass kind = facts_.type(access.what.type).kind;
    if (kind == TypeClass::Container || kind == TypeClass::Thread || kind == TypeClass::Lock ||
        (kind == TypeClass::Pointer && isRowAllocated(in, access)))
      return;
    for (const Reached &reached : resolve(access.what, in)) {
      const auto element = elementOf(facts_, reached.what, reached.in);
      if (!element)
        continue;
      if (const auto role = manyRole(reached))
        addUse(in, access, reached, *element, *role);
      else if (access.op == Op::Write && byOneThread(reached) &&
               !isGenericFill(in, reached, *element))
        addFill(in, access, *element);
    }
  }

  /// A member is filled by a function that threads run too: their object may be another one.
  [[nodiscard]] bool isGenericFill(FunctionIndex in, const Reached &reached,
                                   const BufferElement &element) const {
    return element.key.array.record &&
           (isRunByMany(reached.author) || (reached.through_store && isRunByMany(in)));
  }

  [[nodiscard]] bool isRunByMany(FunctionIndex function) const {
    const auto roles = program_.roles().of(function);
    return std::any_of(roles.begin(), roles.end(), [&](Execution execution) {
      return execution.role != kUnknownRole && program_.roles().role(execution.role).many;
    });
  }

  [[nodiscard]] bool isSameRoot(FunctionIndex in, const Designator &outside,
                                const Designator &inside) const {
    if (!inside.variable || inside.variable == outside.variable)
      return inside.variable && inside.variable == outside.variable;
    const FactVariable &captured = facts_.variable(*inside.variable);
    return outside.root == Root::Parameter && captured.function == in &&
           captured.parameter == outside.parameter;
  }

  /// The threads have the same write, so one thread fills only small buffers:
  /// `if (n < kSmall) memset(p, 0, n); else` the threads do.
  [[nodiscard]] bool isSharedOutToo(FunctionIndex in, const FactAccess &fill) const {
    const auto alike = [&](const FactAccess &one) {
      return one.op == Op::Write && one.bulk == fill.bulk && one.value->from == fill.value->from &&
             one.value->number == fill.value->number && isSameRoot(in, fill.what, one.what);
    };
    const auto &starts = facts_.function(in).starts;
    return (fill.bulk || fill.value->from == Provenance::Constant) &&
           std::any_of(starts.begin(), starts.end(), [&](const FactStart &start) {
             const auto &accesses = facts_.function(start.entry).accesses;
             return std::any_of(accesses.begin(), accesses.end(), alike);
           });
  }

  void addFill(FunctionIndex in, const FactAccess &access, const BufferElement &element) {
    const Provenance from = element.index.from;
    const bool part = from == Provenance::Unknown && element.index.scale == 0;
    const bool loop = from == Provenance::Loop || from == Provenance::StridedLoop ||
                      (part && access.loop_depth > 0);
    const bool bulk = from == Provenance::Whole;
    const FactFunction &function = facts_.function(in);
    // A buffer that is written under a lock is shared already.
    if ((!loop && !bulk) || !access.held.empty() || readsBefore(dataOf(in), access) ||
        isGrowingCopy(dataOf(in), access) || isSharedOutToo(in, access))
      return;
    const std::uint64_t size = facts_.type(access.what.type).size;
    stories_[element.key].fills.push_back(
        {.at = {in, access.place},
         .how = {},
         .spawner = element.per_thread && access.loop_depth > 0,
         .of_fresh = function.kind == FunctionKind::Constructor,
         .bytes = bulk ? 0 : std::uint64_t{access.iterations} * size});
  }

  /// Of the function at hand.
  [[nodiscard]] const FunctionData &dataOf(FunctionIndex in) const {
    if (!data_ || data_of_ != in)
      data_.emplace(facts_.function(in));
    data_of_ = in;
    return *data_;
  }

  void addUse(FunctionIndex in, const FactAccess &access, const Reached &reached,
              const BufferElement &element, RoleIndex role) {
    BufferStory &story = stories_[element.key];
    SharedUse use{.at = {in, access.place}, .role = role, .writes = access.op != Op::Read};
    const Provenance from = element.index.from;
    use.hashed = from == Provenance::Hash;
    const bool by_thread = from == Provenance::ThreadId || from == Provenance::SpawnLoop ||
                           from == Provenance::ThreadHash;
    if (by_thread && element.index.scale != 0 && !spansPages(access, element.index.scale)) {
      story.of_threads = true;
      return;
    }
    if (by_thread || isShared(from) || element.per_part)
      use.spread = Spread::Parts;
    else if (element.per_thread)
      use.spread = Spread::OwnBuffer;
    else if (use.writes && !access.atomic && access.held.empty())
      use.spread = Spread::Written;
    else if (from == Provenance::Unknown && access.loop_depth == 0)
      return;
    use.initialises = access.op == Op::Write && initialises(in, reached, access);
    story.uses.push_back(use);
  }

  /// Whether the elements of two threads are pages apart, so that each could lie on its thread's
  /// node.
  [[nodiscard]] bool spansPages(const FactAccess &access, std::uint32_t scale) const {
    std::uint64_t size = facts_.type(access.what.type).size;
    for (const FactStep &step : access.what.steps)
      if (step.kind == StepKind::Member)
        size = std::max(size, facts_.record(step.record).size);
    return size * scale >= kLarge;
  }

  [[nodiscard]] bool initialises(FunctionIndex in, const Reached &reached,
                                 const FactAccess &access) const {
    if (access.bulk || access.value->from == Provenance::Constant)
      return true;
    return namesFilling(facts_.words, facts_.function(in).name) ||
           namesFilling(facts_.words, facts_.function(reached.caller).name);
  }

  const Program &program_;
  const Facts &facts_;
  std::map<BufferKey, BufferStory> stories_;
  mutable std::optional<FunctionData> data_;
  mutable FunctionIndex data_of_;
};

} // namespace

std::map<BufferKey, BufferStory> bufferStories(const Program &program) {
  return Collector(program).run();
}

} // namespace fsfind

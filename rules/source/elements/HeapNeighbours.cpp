#include "rules/source/elements/HeapNeighbours.h"

#include "rules/evidence/Links.h"
#include "rules/model/NameHints.h"
#include "rules/source/contention/DatumUses.h"
#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace fsfind {

namespace {

/// Bytes that an allocator puts before each object, and the multiple that it rounds sizes to
/// (glibc's malloc, like most others).
constexpr std::uint64_t kHeader = 8, kRounding = 16;

/// End of the used bytes if any element of a block may be used; meet() cuts it to the block's size.
constexpr std::uint64_t kWholeBlock = 1U << 31;

struct Users {
  Bytes used;
  std::vector<const Use *> all;
  const Use *writer = nullptr; ///< in a loop, or of a lock
  RoleIndex role;
};

class Neighbours {
public:
  explicit Neighbours(const Program &program) : program_(program), facts_(program.facts()) {}

  std::vector<Finding> run() {
    findOwned();
    dropParts();
    findUsers();
    for (std::size_t i = 0; i < facts_.functions.size(); ++i)
      for (const FactAllocation &allocation : facts_.functions[i].allocations)
        look(FunctionIndex{i}, allocation);
    return std::move(found_);
  }

private:
  /// Records of which each thread has one object, behind a pointer.
  void findOwned() {
    for (const FactVariable &variable : facts_.variables)
      if (variable.storage == Storage::ThreadLocal)
        own(pointee(variable.type));
    for (std::size_t i = 0; i < facts_.functions.size(); ++i) {
      for (const FactAccess &access : facts_.functions[i].accesses)
        findChosen(access.what, FunctionIndex{i});
      for (const FactCall &call : facts_.functions[i].calls)
        if (call.object)
          findChosen(*call.object, FunctionIndex{i});
      for (const FactStart &start : facts_.functions[i].starts)
        findStarted(start);
    }
    for (const Use &use : program_.uses())
      if (use.frame && isThroughOwn(use) && use.passed.back().type)
        own(pointee(*use.passed.back().type));
  }

  /// The last pointer on the way is an element chosen by the thread's number.
  [[nodiscard]] static bool isThroughOwn(const Use &use) {
    return !use.passed.empty() && use.passed.back().by == Selector::Thread;
  }

  void own(std::optional<RecordIndex> record) {
    if (record)
      owned_.insert(*record);
  }

  [[nodiscard]] std::optional<RecordIndex> pointee(TypeIndex at) const {
    const FactType &type = facts_.type(at);
    return type.kind == TypeClass::Pointer && type.element ? facts_.type(*type.element).record
                                                           : std::nullopt;
  }

  /// `workers[tid]->done`
  void findChosen(const Designator &what, FunctionIndex in) {
    for (std::size_t i = 0; i + 2 < what.steps.size(); ++i) {
      if (what.steps[i].kind != StepKind::Index || what.steps[i + 1].kind != StepKind::Deref ||
          what.steps[i + 2].kind != StepKind::Member)
        continue;
      const Selector by = program_.bindings().selector(what.steps[i].index, in);
      if (by == Selector::Thread || by == Selector::Name)
        own(what.steps[i + 2].record);
      else if (by == Selector::Shard)
        shards_.insert(what.steps[i + 2].record);
    }
    if (what.steps.size() > 1 && what.steps.back().kind == StepKind::Deref &&
        what.steps[what.steps.size() - 2].kind == StepKind::Index &&
        program_.bindings().selector(what.steps[what.steps.size() - 2].index, in) ==
            Selector::Thread)
      own(facts_.type(what.type).record);
  }

  void findStarted(const FactStart &start) {
    if (!start.many)
      return;
    const auto add = [&](const Designator &what) {
      const bool element = std::any_of(what.steps.begin(), what.steps.end(), [](const auto &step) {
        return step.kind == StepKind::Index && step.index->from == Provenance::SpawnLoop;
      });
      if (!element || what.address_of)
        return;
      own(pointee(what.type));
      if (what.steps.back().kind == StepKind::Deref)
        own(facts_.type(what.type).record);
    };
    if (start.object)
      add(*start.object);
    for (const FactArgument &argument : start.arguments)
      add(argument.what);
  }

  /// Drops records that are members of other records: pointers to them need not lead to an
  /// allocation of their own.
  void dropParts() {
    for (const FactRecord &record : facts_.records)
      for (const FactMember &member : record.members)
        if (const auto part = facts_.type(member.type).record) {
          owned_.erase(*part);
          shards_.erase(*part);
        }
  }

  /// Takes the lock in a shard's record: different threads may lock different shards.
  [[nodiscard]] bool locksShard(const Use &use) const {
    return use.access->acquire_lock && isLock(use) && shards_.contains(use.frame->record) &&
           isOffered(use);
  }

  void findUsers() {
    for (const Use &use : program_.uses()) {
      if (use.setup || use.root || use.instance == Instance::Shared)
        continue;
      if (use.frame && !use.frame->in_array && isKept(use.frame->record))
        addUse(users_[use.frame->record], use, use.frame->bytes);
      else if (!use.frame && isThroughOwn(use))
        addUse(blocks_[use.passed.back().array], use,
               use.selections.empty() ? use.bytes : Bytes{0, kWholeBlock});
    }
  }

  [[nodiscard]] bool isKept(RecordIndex record) const {
    return owned_.contains(record) || shards_.contains(record);
  }

  void addUse(Users &users, const Use &use, Bytes bytes) const {
    if (users.all.empty())
      users.used = bytes;
    users.used.widen(bytes);
    users.all.push_back(&use);
    if (!users.writer && use.frame && locksShard(use)) {
      users.writer = &use;
      users.role = use.roles.front().role;
    }
    const bool owned = !use.frame || owned_.contains(use.frame->record);
    for (const Execution &execution : use.roles)
      if (owned && use.writes() && execution.hot() && execution.role != kMainRole &&
          (!users.writer || users.role == kUnknownRole)) {
        users.writer = &use;
        users.role = execution.role;
      }
  }

  void look(FunctionIndex in, const FactAllocation &allocation) {
    const Users *users = usersOf(allocation);
    if (users && users->writer && isInRow(in, allocation) && meet(allocation, users->used) &&
        known_.insert(users).second)
      report(in, allocation, *users);
  }

  /// Users of an allocated object, or of a block whose pointer is an element of a table; null if
  /// there are none.
  [[nodiscard]] const Users *usersOf(const FactAllocation &allocation) const {
    const bool of_one = allocation.kind == AllocationKind::Malloc ||
                        allocation.kind == AllocationKind::Calloc ||
                        allocation.kind == AllocationKind::New;
    if (!of_one || !allocation.element || allocation.bytes == 0)
      return nullptr;
    if (const auto record = recordOf(allocation)) {
      const auto found = users_.find(*record);
      return found == users_.end() ? nullptr : &found->second;
    }
    if (allocation.bytes > 2 * program_.lineSize()) // only its edges are shared
      return nullptr;
    const auto &steps = allocation.target.steps;
    const auto found = blocks_.find(arrayOf(allocation.target));
    return found == blocks_.end() || steps.empty() || steps.back().kind != StepKind::Index
               ? nullptr
               : &found->second;
  }

  [[nodiscard]] std::optional<RecordIndex> recordOf(const FactAllocation &allocation) const {
    const FactType &type = facts_.type(*allocation.element);
    return type.record && allocation.bytes == type.size ? type.record : std::nullopt;
  }

  /// One thread allocates several objects in a loop. Not in a loop that starts their threads,
  /// because starting a thread allocates memory in between; nor where each thread allocates its
  /// own, which allocators take from places of the threads.
  [[nodiscard]] bool isInRow(FunctionIndex in, const FactAllocation &allocation) const {
    const auto &holder = allocation.target.variable;
    if (holder && facts_.variable(*holder).storage == Storage::ThreadLocal)
      return false;
    const auto &starts = facts_.function(in).starts;
    const bool spawns = std::any_of(starts.begin(), starts.end(),
                                    [](const FactStart &start) { return !start.waits(); });
    if (allocation.loop_depth > 0 && !(spawns && isForSpawn(allocation.target)))
      return true;
    return allocation.loop_depth == 0 && isCalledInLoop(in);
  }

  [[nodiscard]] static bool isForSpawn(const Designator &target) {
    return target.steps.empty() ||
           std::any_of(target.steps.begin(), target.steps.end(), [](const FactStep &step) {
             return step.kind == StepKind::Index && step.index->from == Provenance::SpawnLoop;
           });
  }

  [[nodiscard]] bool isCalledInLoop(FunctionIndex function) const {
    return std::any_of(facts_.functions.begin(), facts_.functions.end(), [&](const auto &caller) {
      return std::any_of(caller.calls.begin(), caller.calls.end(), [&](const FactCall &one) {
        return one.callee == function && one.loop_depth > 0 &&
               (caller.starts.empty() || keepsElsewhere(caller, function));
      });
    });
  }

  /// The caller stores what `maker` returns in elements that the counter of a loop that starts
  /// threads does not choose.
  [[nodiscard]] static bool keepsElsewhere(const FactFunction &caller, FunctionIndex maker) {
    return std::any_of(caller.accesses.begin(), caller.accesses.end(),
                       [&](const FactAccess &access) {
                         return access.stored && access.stored->root == Root::Result &&
                                access.stored->function == maker && !isForSpawn(access.what);
                       });
  }

  /// Two such objects, neighbours on the heap, mostly share a line.
  [[nodiscard]] bool meet(const FactAllocation &allocation, Bytes used) const {
    const std::uint64_t stride =
        (allocation.bytes + kHeader + kRounding - 1) / kRounding * kRounding;
    used.end = std::min(used.end, allocation.bytes);
    return allocation.alignment != 0 && allocation.alignment < program_.lineSize() &&
           meetNeighbours(used, stride, allocation.alignment, program_.lineSize()).mostly();
  }

  /// What the function that makes the objects allocates as well may come to lie between them.
  [[nodiscard]] const FactAllocation *between(FunctionIndex in, const FactAllocation &one) const {
    const auto &all = facts_.function(in).allocations;
    const auto found = std::find_if(all.begin(), all.end(), [&](const FactAllocation &other) {
      const std::uint64_t line = program_.lineSize();
      return &other != &one && other.loop_depth >= one.loop_depth &&
             (other.bytes == 0 || other.bytes + one.bytes >= line);
    });
    return found == all.end() ? nullptr : &*found;
  }

  void report(FunctionIndex in, const FactAllocation &allocation, const Users &users) {
    const auto record = recordOf(allocation);
    const std::string type =
        record ? facts_.record(*record).name : facts_.type(*allocation.element).text;
    Finding finding;
    finding.confidence = Confidence::Medium;
    finding.location = facts_.place(allocation.place);
    finding.object.kind = ObjectKind::Heap;
    finding.allocator_induced = true;
    finding.object.type = type;
    finding.object.size = allocation.bytes;
    finding.members = membersOf(users);
    const bool owned = !record || owned_.contains(*record);
    finding.message = fmt::format(
        "objects of '{}' ({} bytes), {}, are allocated one after the other by {}: the heap puts "
        "neighbours in one {}-byte cacheline, and {} {}{}",
        type, allocation.bytes, owned ? "one for each thread" : "each with a lock of its own",
        allocation.how, program_.lineSize(), program_.whoUses(*users.writer, users.role),
        owned ? "writes its own" : "locks any", users.writer->looped ? " in a loop" : "");
    if (record) {
      finding.record = program_.recordInfo(*record);
      finding.object.declared = facts_.place(facts_.record(*record).place);
      finding.related.push_back({finding.object.declared, "the record is declared here"});
    }
    const Side side{users.writer->path, users.writer, users.role};
    judgeLinks(program_, {.sides = {side}, .elements = true}, finding);
    if (const FactAllocation *other = between(in, allocation))
      lack(finding, "line",
           fmt::format("{} in line {} may lie between two of them", other->how, other->place.line));
    relateUse(program_, finding, side);
    relateStarts(program_, finding, users.role);
    found_.push_back(std::move(finding));
  }

  [[nodiscard]] std::vector<FindingMember> membersOf(const Users &users) const {
    std::map<std::string, Datum> data;
    for (const Use *use : users.all) {
      const std::string &name = use->frame ? use->frame->path : use->path;
      Datum &datum = data[name];
      datum.name = name;
      datum.declared = use->declared;
      datum.bytes = use->frame ? use->frame->bytes : use->bytes;
      datum.uses.push_back(use);
    }
    std::vector<FindingMember> members;
    for (const auto &[name, datum] : data)
      members.push_back(draftMember(program_, datum));
    return members;
  }

  const Program &program_;
  const Facts &facts_;
  std::set<RecordIndex> owned_;
  std::set<RecordIndex> shards_; ///< records with one object for each shard
  std::map<RecordIndex, Users> users_;
  /// Blocks that are no records, by the array of the pointers to them.
  std::map<ArrayId, Users> blocks_;
  std::set<const Users *> known_;
  std::vector<Finding> found_;
};

} // namespace

std::vector<Finding> heapNeighbours(const Program &program) {
  return Neighbours(program).run();
}

} // namespace fsfind

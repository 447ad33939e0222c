#include "rules/catalogue/HeapNeighbours.h"

#include "rules/catalogue/Draft.h"
#include "rules/catalogue/PartyUses.h"
#include "rules/program/Names.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace fsfind {

namespace {

/// What an allocator puts before each object and rounds to (glibc's malloc, like most others).
constexpr std::uint64_t kHeader = 8, kRounding = 16;

struct Users {
  Bytes used;
  std::vector<const Use *> all;
  const Use *writer = nullptr; ///< in a loop
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
  /// Records that each thread has one of, behind a pointer.
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
        return step.kind == StepKind::Index && step.index.from == Provenance::SpawnLoop;
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

  /// Of other records: what is written through pointers to one need not be on the heap.
  void dropParts() {
    for (const FactRecord &record : facts_.records)
      for (const FactMember &member : record.members)
        if (const auto part = facts_.type(member.type).record) {
          owned_.erase(*part);
          shards_.erase(*part);
        }
  }

  /// A lock of its own says that different threads use different ones.
  [[nodiscard]] bool locksShard(const Use &use) const {
    return use.access->acquire_lock && isLock(use) && shards_.contains(use.frame->record) &&
           isOffered(use);
  }

  void findUsers() {
    for (const Use &use : program_.uses()) {
      if (use.setup || use.root || !use.frame || use.frame->in_array ||
          use.instance == Instance::Shared ||
          !(owned_.contains(use.frame->record) || shards_.contains(use.frame->record)))
        continue;
      Users &users = users_[use.frame->record];
      if (users.all.empty())
        users.used = use.frame->bytes;
      users.used.widen(use.frame->bytes);
      users.all.push_back(&use);
      if (!users.writer && locksShard(use)) {
        users.writer = &use;
        users.role = use.roles.front().role;
      }
      for (const Reach &reach : use.roles)
        if (use.writes() && use.hot(reach) && reach.role != kMainRole &&
            owned_.contains(use.frame->record) && (!users.writer || users.role == kUnknownRole)) {
          users.writer = &use;
          users.role = reach.role;
        }
    }
  }

  void look(FunctionIndex in, const FactAllocation &allocation) {
    const auto record = recordOf(allocation);
    const auto users = record ? users_.find(*record) : users_.end();
    if (users == users_.end() || !users->second.writer || !isInRow(in, allocation) ||
        !meet(*record, allocation, users->second.used) || !known_.insert(*record).second)
      return;
    report(*record, allocation, users->second);
  }

  /// Of one object.
  [[nodiscard]] std::optional<RecordIndex> recordOf(const FactAllocation &allocation) const {
    const bool of_one = allocation.kind == AllocationKind::Malloc ||
                        allocation.kind == AllocationKind::Calloc ||
                        allocation.kind == AllocationKind::New;
    if (!of_one || !allocation.element)
      return std::nullopt;
    const FactType &type = facts_.type(*allocation.element);
    return type.record && allocation.bytes == type.size ? type.record : std::nullopt;
  }

  /// One thread allocates several in a loop; one that starts their threads in the same loop
  /// allocates for these in between.
  [[nodiscard]] bool isInRow(FunctionIndex in, const FactAllocation &allocation) const {
    const auto &starts = facts_.function(in).starts;
    const bool spawns = std::any_of(starts.begin(), starts.end(), [](const FactStart &start) {
      return !isSynchronousStart(start.how);
    });
    if (allocation.loop_depth > 0 && !(spawns && isForSpawn(allocation.target)))
      return true;
    return allocation.loop_depth == 0 && isCalledInLoop(in);
  }

  [[nodiscard]] static bool isForSpawn(const Designator &target) {
    return target.steps.empty() ||
           std::any_of(target.steps.begin(), target.steps.end(), [](const FactStep &step) {
             return step.kind == StepKind::Index && step.index.from == Provenance::SpawnLoop;
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

  /// What the function makes goes to elements before the loop that starts threads.
  [[nodiscard]] static bool keepsElsewhere(const FactFunction &caller, FunctionIndex maker) {
    return std::any_of(caller.accesses.begin(), caller.accesses.end(),
                       [&](const FactAccess &access) {
                         return access.stored && access.stored->root == Root::Result &&
                                access.stored->function == maker && !isForSpawn(access.what);
                       });
  }

  /// As neighbours on the heap.
  [[nodiscard]] bool meet(RecordIndex at, const FactAllocation &allocation, Bytes used) const {
    const std::uint64_t size = facts_.record(at).size;
    const std::uint64_t stride = (size + kHeader + kRounding - 1) / kRounding * kRounding;
    return allocation.alignment != 0 && allocation.alignment < program_.lineSize() &&
           meetNeighbours(used, stride, allocation.alignment, program_.lineSize()).mostly();
  }

  void report(RecordIndex at, const FactAllocation &allocation, const Users &users) {
    const FactRecord &record = facts_.record(at);
    Finding finding;
    finding.confidence = Confidence::Medium;
    finding.location = facts_.place(allocation.place);
    finding.object.kind = ObjectKind::Heap;
    finding.object.type = record.name;
    finding.object.size = record.size;
    finding.object.declared = facts_.place(record.place);
    finding.record = program_.recordInfo(at);
    finding.members = membersOf(users);
    const bool owned = owned_.contains(at);
    finding.message = fmt::format(
        "objects of '{}' ({} bytes), {}, are allocated one after the other by {}: the heap puts "
        "neighbours in one {}-byte cacheline, and {} {}{}",
        record.name, record.size, owned ? "one for each thread" : "each with a lock of its own",
        allocation.how, program_.lineSize(), program_.whoUses(*users.writer, users.role),
        owned ? "writes its own" : "locks any", users.writer->looped ? " in a loop" : "");
    finding.related.push_back({finding.object.declared, "the record is declared here"});
    relateUse(program_, finding, *users.writer, users.role, users.writer->path);
    relateStarts(program_, finding, users.role);
    found_.push_back(std::move(finding));
  }

  [[nodiscard]] std::vector<FindingMember> membersOf(const Users &users) const {
    std::map<std::string, Party> parties;
    for (const Use *use : users.all) {
      Party &party = parties[use->frame->path];
      party.name = use->frame->path;
      party.declared = use->declared;
      party.bytes = use->frame->bytes;
      party.uses.push_back(use);
    }
    std::vector<FindingMember> members;
    for (const auto &[name, party] : parties)
      members.push_back(draftMember(program_, party));
    return members;
  }

  const Program &program_;
  const Facts &facts_;
  std::set<RecordIndex> owned_, known_;
  std::set<RecordIndex> shards_; ///< of which a hash chooses one
  std::map<RecordIndex, Users> users_;
  std::vector<Finding> found_;
};

} // namespace

std::vector<Finding> heapNeighbours(const Program &program) {
  return Neighbours(program).run();
}

} // namespace fsfind

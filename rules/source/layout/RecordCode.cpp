#include "rules/source/layout/RecordCode.h"

#include "rules/source/contention/Contention.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace fsfind {

namespace {

constexpr int kDeepestBase = 32;
constexpr std::size_t kMostBases = 256;

/// `path` is the member's own, or leads into it: `stats`, `stats.sum`, `stats[].sum` for `stats`.
bool leadsInto(std::string_view path, std::string_view member) {
  return path.starts_with(member) &&
         (path.size() == member.size() || path[member.size()] == '.' || path[member.size()] == '[');
}

/// The function that the author sees: the one around a lambda or region.
FunctionIndex namedFunction(const Facts &facts, FunctionIndex at) {
  while (facts.function(at).kind != FunctionKind::Function && facts.function(at).parent)
    at = *facts.function(at).parent;
  return at;
}

/// Where the author of the use wrote it: the access, or the call that passes the object's member.
FactPlace placeOf(const Facts &facts, const Use &use) {
  const std::vector<FactCall> &calls = facts.function(use.author).calls;
  for (const FactCall *call : use.passed_by)
    if (std::any_of(calls.begin(), calls.end(), [&](const FactCall &one) { return &one == call; }))
      return call->place;
  return use.access->place;
}

class Collector {
public:
  Collector(const RecordUses &uses, RecordIndex record, const TypeLayout &layout)
      : uses_(uses), program_(uses.program()), record_(record), layout_(layout),
        found_(layout.members.size()) {
    addBases(record, 0, 0);
  }

  std::vector<MemberCode> run() {
    std::vector<RecordIndex> records;
    for (const auto &[record, offset] : selves_)
      records.push_back(record);
    for (const Use *use : uses_.of(records))
      add(*use);
    std::vector<MemberCode> all;
    for (auto &member : found_)
      all.push_back(sorted(std::move(member)));
    return all;
  }

private:
  /// By function and threads.
  using Found = std::map<std::pair<std::string, std::string>, CodeUse>;

  void addBases(RecordIndex record, std::uint64_t offset, int depth) {
    if (depth == kDeepestBase || selves_.size() == kMostBases)
      return;
    selves_.emplace_back(record, offset);
    for (const FactMember &member : program_.facts().record(record).members)
      if (const auto base = program_.facts().type(member.type).record; member.base && base)
        addBases(*base, offset + member.offset, depth + 1);
  }

  void add(const Use &use) {
    for (const auto &[record, offset] : selves_) {
      if (record != record_ && use.root)
        continue; // an object of the base class
      if (use.frame && use.frame->record == record)
        addBytes(use, {use.frame->bytes.begin + offset, use.frame->bytes.end + offset},
                 use.frame->path);
      addSteps(use, record, offset);
    }
    if (!use.frame)
      return;
    for (const RecordPart &part : use.frame->parts)
      if (part.record == record_ && use.frame->bytes.begin >= part.begin)
        addBytes(use, {use.frame->bytes.begin - part.begin, use.frame->bytes.end - part.begin},
                 std::string_view(use.frame->path)
                     .substr(std::min(part.path_begin, use.frame->path.size())));
  }

  /// What frames and their parts do not tell: an element that an index chooses, of an array in the
  /// record at any depth, as the frame of such a use begins behind it; and a member of a union.
  void addSteps(const Use &use, RecordIndex record, std::uint64_t offset) {
    const std::vector<FactStep> &steps = use.access->what.steps;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == StepKind::Member && steps[i].record == record)
        addWay(use, offset, {steps.begin() + static_cast<std::ptrdiff_t>(i), steps.end()});
  }

  /// `way` leads from the record through members to an element, of which the whole array is taken,
  /// to a member, or elsewhere.
  void addWay(const Use &use, std::uint64_t offset, std::span<const FactStep> way) {
    std::string path;
    const FactMember *member = nullptr;
    for (const FactStep &step : way) {
      if (step.kind == StepKind::Index && member != nullptr &&
          program_.facts().type(member->type).kind == TypeClass::Array)
        return addBytes(use, {offset, offset + member->size}, path);
      const std::vector<FactMember> *members =
          step.kind == StepKind::Member ? &program_.facts().record(step.record).members : nullptr;
      if (members == nullptr || step.member >= members->size())
        return;
      member = &(*members)[step.member];
      offset += member->offset;
      if (!member->base && !member->name.empty())
        path += (path.empty() ? "" : ".") + member->name;
    }
    if (member != nullptr && program_.facts().record(record_).is_union)
      addBytes(use, {offset, offset + member->size}, path);
  }

  /// Bytes from the record's begin. Of members that share them, as those of unions, only the one
  /// that `path` leads into is used.
  void addBytes(const Use &use, Bytes bytes, std::string_view path) {
    std::vector<std::size_t> met, named;
    for (std::size_t i = 0; i < layout_.members.size(); ++i) {
      const LaidOutMember &member = layout_.members[i];
      if (member.offset >= bytes.end || bytes.begin >= member.offset + member.size)
        continue;
      met.push_back(i);
      if (leadsInto(path, member.path) || leadsInto(member.path, path))
        named.push_back(i);
    }
    for (const std::size_t member : named.empty() ? met : named)
      for (const Execution &execution : use.roles)
        addTo(found_[member], use, execution);
  }

  void addTo(Found &found, const Use &use, const Execution &execution) {
    const Facts &facts = program_.facts();
    const Role &role = program_.roles().role(execution.role);
    const std::string function = facts.function(namedFunction(facts, use.author)).name;
    const std::string threads = execution.role == kMainRole      ? "main"
                                : execution.role == kUnknownRole ? ""
                                                                 : role.name;
    CodeUse &one = found[{function, threads}];
    const bool first_write = use.writes() && !one.writes;
    if (first_write || !one.place.known())
      one.place = facts.place(placeOf(facts, use));
    one.function = function;
    one.threads = threads;
    one.many = role.many && execution.role != kMainRole && !use.byOneThread(execution);
    one.reads = one.reads || use.access->op != Op::Write;
    one.writes = one.writes || use.writes();
    one.often = one.often || use.looped || execution.hot();
  }

  static MemberCode sorted(Found found) {
    MemberCode code;
    for (auto &[key, use] : found)
      code.push_back(std::move(use));
    std::stable_sort(code.begin(), code.end(),
                     [](const CodeUse &a, const CodeUse &b) { return a.writes > b.writes; });
    return code;
  }

  const RecordUses &uses_;
  const Program &program_;
  RecordIndex record_;
  const TypeLayout &layout_;
  /// The record, and its base classes, with their offsets in it.
  std::vector<std::pair<RecordIndex, std::uint64_t>> selves_;
  std::vector<Found> found_; ///< by member
};

} // namespace

RecordUses::RecordUses(const Program &program) : program_(program) {
  for (const auto *uses : {&program.uses(), &program.singleReads()})
    for (const Use &use : *uses)
      if (counts(use))
        add(use);
}

void RecordUses::add(const Use &use) {
  std::set<RecordIndex> records;
  for (const FactStep &step : use.access->what.steps)
    if (step.kind == StepKind::Member)
      records.insert(step.record);
  if (use.frame) {
    records.insert(use.frame->record);
    for (const RecordPart &part : use.frame->parts)
      records.insert(part.record);
  }
  for (const RecordIndex record : records)
    uses_[record].push_back(all_.size());
  all_.push_back(&use);
}

std::vector<const Use *> RecordUses::of(std::span<const RecordIndex> records) const {
  std::set<std::size_t> positions;
  for (const RecordIndex record : records)
    if (const auto found = uses_.find(record); found != uses_.end())
      positions.insert(found->second.begin(), found->second.end());
  std::vector<const Use *> uses;
  for (const std::size_t at : positions)
    uses.push_back(all_[at]);
  return uses;
}

std::vector<MemberCode> codeOf(const RecordUses &uses, RecordIndex record,
                               const TypeLayout &layout) {
  return Collector(uses, record, layout).run();
}

} // namespace fsfind

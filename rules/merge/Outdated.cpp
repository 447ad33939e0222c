#include "rules/merge/Outdated.h"

#include "rules/codec/Fields.h"
#include "rules/merge/FactIdentity.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

namespace fsfind {

namespace {

constexpr std::uint32_t kGone =
    std::numeric_limits<std::uint32_t>::max(); ///< no member; see makeSound()

/// The new position of each old member, found by name; kGone if there is none. Members with equal
/// names (unnamed ones) are matched in order.
std::vector<std::uint32_t> newPositions(const FactRecord &old, const FactRecord *now) {
  std::map<std::string_view, std::vector<std::uint32_t>> by_name;
  for (std::size_t i = now ? now->members.size() : 0; i-- > 0;)
    by_name[now->members[i].name].push_back(static_cast<std::uint32_t>(i));
  std::vector<std::uint32_t> positions;
  for (const FactMember &member : old.members) {
    std::vector<std::uint32_t> &left = by_name[member.name];
    positions.push_back(left.empty() ? kGone : left.back());
    if (!left.empty())
      left.pop_back();
  }
  return positions;
}

/// Gives every reference to a member its new position.
class MoveMembers {
public:
  explicit MoveMembers(std::map<RecordIndex, std::vector<std::uint32_t>> positions)
      : positions_(std::move(positions)) {}
  template <class... Fields> void operator()(Fields &...fields) { (move(fields), ...); }

private:
  template <class T> void move(T &) {}
  template <Optional T> void move(T &value) {
    if (value)
      move(*value);
  }
  template <RareValue T> void move(T &value) {
    if (auto *kept = value.kept())
      move(*kept);
  }
  template <List T> void move(T &list) {
    for (auto &element : list)
      move(element);
  }
  template <Fact T> void move(T &fact) { eachField(fact, *this); }
  void move(FactStep &step) {
    if (step.kind == StepKind::Member)
      moveMember(step.record, step.member);
    else
      move(step.index);
  }
  void move(FactIndex &index) {
    if (index.record)
      moveMember(*index.record, index.member);
    if (index.member == kGone)
      index.record.reset(), index.member = 0;
  }
  void moveMember(RecordIndex record, std::uint32_t &member) const {
    if (const auto found = positions_.find(record); found != positions_.end())
      member = member < found->second.size() ? found->second[member] : kGone;
  }

  std::map<RecordIndex, std::vector<std::uint32_t>> positions_;
};

/// Keeps only what a declaration says: that there is a record of this name.
FactRecord declarationOf(FactRecord record) {
  FactRecord left;
  left.key = std::move(record.key);
  left.name = std::move(record.name);
  left.pattern = std::move(record.pattern);
  left.is_union = record.is_union;
  return left;
}

void forget(FactVariable &variable) {
  variable.defined = false;
  variable.place = variable.declaration = {};
  variable.shared = {};
}

void forget(FactFunction &function) {
  function.defined = false;
  function.place = {};
  function.locks.clear();
  function.loops.clear();
  function.accesses.clear();
  function.calls.clear();
  function.starts.clear();
  function.allocations.clear();
  function.sums.clear();
  function.catches = function.unwinds = function.detaches = false;
}

} // namespace

void dropOutdated(Facts &program, const std::vector<bool> &changed, const Facts &current) {
  const auto is_outdated = [&](const auto &entity) {
    return entity.place.known() && changed[entity.place.file.value()];
  };
  std::map<std::string_view, const FactRecord *> records;
  for (const FactRecord &record : current.records)
    if (isComplete(record))
      records.try_emplace(record.key, &record);
  std::map<RecordIndex, std::vector<std::uint32_t>> positions;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    FactRecord &record = program.records[i];
    if (!is_outdated(record))
      continue;
    const auto now = records.find(record.key);
    positions[RecordIndex(i)] = newPositions(record, now == records.end() ? nullptr : now->second);
    record = declarationOf(std::move(record));
  }
  for (FactVariable &variable : program.variables)
    if (is_outdated(variable))
      forget(variable);
  for (FactFunction &function : program.functions)
    if (is_outdated(function))
      forget(function);
  std::erase_if(program.slots, [&](const FactSlots &slots) {
    return is_outdated(slots) ||
           std::any_of(slots.edits.begin(), slots.edits.end(), [&](const FactEdit &edit) {
             return edit.begin.known() && changed[edit.begin.file.value()];
           });
  });
  MoveMembers move(std::move(positions));
  move(program.functions);
}

} // namespace fsfind

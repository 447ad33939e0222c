#include "rules/join/GuardedMembers.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fsfind {

namespace {

using Member = std::pair<RecordIndex, std::size_t>;

std::optional<Member> memberIn(const Designator &what) {
  const auto last = std::find_if(what.steps.rbegin(), what.steps.rend(), [](const FactStep &step) {
    return step.kind == StepKind::Member;
  });
  return last == what.steps.rend() ? std::nullopt
                                   : std::optional(Member{last->record, last->member});
}

Member memberOf(const UsedDatum &datum) {
  return {datum.trail.back().record, datum.trail.back().member};
}

bool isLock(const UsedDatum &datum, const Facts &facts) {
  const auto &[record, member] = memberOf(datum);
  const std::vector<FactMember> &members = facts.record(record).members;
  return member < members.size() && facts.type(members[member].type).kind == TypeClass::Lock;
}

/// Code that runs before other threads know the object, after them, or waits for their end.
bool isOfOneThread(const FactFunction &function) {
  return function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor ||
         function.name == "main";
}

/// Which members' locks are held wherever code uses a member.
class Held {
public:
  explicit Held(const Facts &facts) {
    for (const FactFunction &function : facts.functions)
      if (!isOfOneThread(function))
        for (const FactAccess &access : function.accesses)
          if (const auto member = memberIn(access.what))
            note(*member, access, function);
  }

  [[nodiscard]] bool guards(const Member &lock, const Member &member) const {
    const auto found = at_.find(member);
    return found != at_.end() && found->second.contains(lock);
  }

private:
  void note(const Member &member, const FactAccess &access, const FactFunction &function) {
    std::set<Member> held;
    for (const std::uint32_t position : access.held)
      if (position < function.locks.size())
        if (const auto lock = memberIn(function.locks[position]))
          held.insert(*lock);
    const auto [known, fresh] = at_.try_emplace(member, held);
    if (!fresh)
      std::erase_if(known->second, [&](const Member &lock) { return !held.contains(lock); });
  }

  std::map<Member, std::set<Member>> at_;
};

bool isUsedBy(const UsedDatum &datum, const std::vector<std::string> &threads) {
  const auto isAmong = [&](const std::string &thread) {
    return std::find(threads.begin(), threads.end(), thread) != threads.end();
  };
  return std::all_of(datum.member.writers.begin(), datum.member.writers.end(), isAmong) &&
         std::all_of(datum.member.readers.begin(), datum.member.readers.end(),
                     [&](const std::string &reader) { return isAmong(threadNamed(reader)); });
}

} // namespace

const UsedDatum *uniteGuarded(std::vector<UsedDatum> &all, const Facts &facts) {
  const auto lock = std::find_if(all.begin(), all.end(),
                                 [&](const UsedDatum &one) { return isLock(one, facts); });
  if (lock == all.end())
    return nullptr;
  const Held held(facts);
  const std::vector<std::string> &writers = lock->member.writers;
  bool all_guarded = true;
  for (UsedDatum &one : all) {
    if (&one == &*lock)
      continue;
    if (held.guards(memberOf(*lock), memberOf(one)) && isUsedBy(one, writers))
      one.member.writers = writers;
    else
      all_guarded = false;
  }
  return all_guarded ? &*lock : nullptr;
}

} // namespace fsfind

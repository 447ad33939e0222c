#include "rules/program/Composition.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace fsfind {

namespace {

bool ends(Steps steps, StepKind kind) {
  return !steps.empty() && steps.back().kind == kind;
}

/// The index of `p[i]` in `a` where `p` is `&a[k]`: k chooses the part of `a`, i the element in it.
FactIndex joined(const FactIndex &part, const FactIndex &inner) {
  if (inner.from == Provenance::Constant)
    return part;
  FactIndex both = part;
  if (part.from == Provenance::ThreadId && part.scale != 1)
    return both; // each thread has a block of `scale` elements
  both.from = part.from == Provenance::Constant ? inner.from : Provenance::ParallelLoop;
  both.scale = 1;
  return both;
}

FactStep firstElement() {
  FactStep step;
  step.kind = StepKind::Index;
  step.index.edit().from = Provenance::Constant;
  return step;
}

/// A union that only adds padding to its one member.
bool isPaddedMember(const FactRecord &record) {
  return record.is_union &&
         std::count_if(record.members.begin(), record.members.end(),
                       [](const FactMember &member) { return !member.padding; }) == 1;
}

/// The way goes through a pointer in the object that is passed: the callee chose the member there.
bool isFurther(const Designator &used) {
  return std::count_if(used.steps.begin(), used.steps.end(),
                       [](const FactStep &step) { return step.kind == StepKind::Deref; }) > 1;
}

/// The record and all records that it derives from, directly or not.
std::set<std::uint32_t> withBases(const Bases &bases, RecordIndex record) {
  std::vector<RecordIndex> left = {record};
  std::set<std::uint32_t> all;
  while (!left.empty()) {
    const RecordIndex one = left.back();
    left.pop_back();
    if (all.insert(one.value()).second)
      left.insert(left.end(), bases[one.value()].begin(), bases[one.value()].end());
  }
  return all;
}

/// Neither is a base of the other, but they have one in common.
bool areSiblings(const Bases &bases, RecordIndex a, RecordIndex b) {
  const auto of_a = withBases(bases, a), of_b = withBases(bases, b);
  return !of_a.contains(b.value()) && !of_b.contains(a.value()) &&
         std::any_of(of_a.begin(), of_a.end(),
                     [&](std::uint32_t one) { return of_b.contains(one); });
}

/// Follows a designator's way and knows the class of the object that it has reached.
class ClassOnTheWay {
public:
  ClassOnTheWay(const Facts &facts, const Bases &bases, const Designator &what)
      : facts_(facts), bases_(bases) {
    if (what.root == Root::Variable)
      enter(&facts.type(facts.variable(*what.variable).type));
  }

  /// False if the step is to a member that the object cannot have.
  bool go(const FactStep &step) {
    if (step.kind != StepKind::Member) {
      enter(type_ && type_->element ? &facts_.type(*type_->element) : nullptr);
      return true;
    }
    if (step.record.value() >= facts_.records.size() ||
        step.member >= facts_.record(step.record).members.size())
      return true;
    const FactMember &member = facts_.record(step.record).members[step.member];
    if (class_ && step.record != part_ && areSiblings(bases_, *class_, step.record))
      return false;
    if (!member.base) {
      enter(&facts_.type(member.type));
      return true;
    }
    if (!class_)
      class_ = step.record; // a base is a part of the same object
    part_ = facts_.type(member.type).record;
    return true;
  }

private:
  void enter(const FactType *type) {
    type_ = type;
    part_ = class_ = type ? type->record : std::nullopt;
  }

  const Facts &facts_;
  const Bases &bases_;
  const FactType *type_ = nullptr; ///< null: not known
  std::optional<RecordIndex> class_;
  std::optional<RecordIndex> part_; ///< the class, or the base of it that the last steps lead to
};

} // namespace

Bases basesIn(const Facts &facts) {
  Bases bases(facts.records.size());
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (const FactMember &member : facts.records[i].members)
      if (member.base)
        if (const auto base = facts.type(member.type).record)
          bases[i].push_back(*base);
  return bases;
}

bool isPossible(const Facts &facts, const Bases &bases, const Designator &what) {
  ClassOnTheWay way(facts, bases, what);
  return std::all_of(what.steps.begin(), what.steps.end(),
                     [&](const FactStep &step) { return way.go(step); });
}

bool extend(const Facts &facts, Designator &value, const Designator &rest, Steps steps) {
  if (value.root == Root::Unknown || steps.empty())
    return false;
  const FactType &type = facts.type(value.type);
  const TypeClass kind = type.kind;
  // An address kept in an integer is followed as the pointer that it is converted back to.
  const bool number = kind == TypeClass::Plain && type.size != 0;
  const bool pointer = kind == TypeClass::Pointer || kind == TypeClass::Container || number ||
                       (kind == TypeClass::Atomic && type.element);
  if (value.address_of || !pointer) {
    if (steps.front().kind != StepKind::Deref)
      return false; // a copy of the callee's own
    steps = steps.subspan(1);
    const bool array = kind == TypeClass::Array;
    const bool indexed = !steps.empty() && steps.front().kind == StepKind::Index;
    if (array && !indexed)
      value.steps.push_back(firstElement());
    if (!array && indexed && ends(value.steps, StepKind::Index)) {
      value.steps.back().index = joined(*value.steps.back().index, *steps.front().index);
      steps = steps.subspan(1);
    } else if (!array && indexed && steps.front().index->from == Provenance::Constant &&
               steps.front().index->number == 0)
      steps = steps.subspan(1);
  }
  value.steps.insert(value.steps.end(), steps.begin(), steps.end());
  value.address_of = rest.address_of;
  value.type = rest.type;
  return true;
}

bool choosesMember(const Facts &facts, const Designator &passed, const Designator &used) {
  return passed.address_of && ends(passed.steps, StepKind::Member) &&
         !isPaddedMember(facts.record(passed.steps.back().record)) && !isFurther(used);
}

} // namespace fsfind

#include "rules/source/pages/Buffers.h"

#include "rules/model/DisplayName.h"

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

bool selectsByThread(const FactStep &step) {
  return step.kind == StepKind::Index &&
         (step.index->from == Provenance::SpawnLoop || step.index->from == Provenance::ThreadId);
}

bool selectsPart(const FactStep &step) {
  return step.kind == StepKind::Index && (step.index->from == Provenance::ParallelLoop ||
                                          step.index->from == Provenance::StridedLoop);
}

/// The position after the last Deref: where the block of memory begins that is accessed.
std::size_t beginOfBlock(const std::vector<FactStep> &steps) {
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const FactStep &step) { return step.kind == StepKind::Deref; });
  return static_cast<std::size_t>(steps.rend() - last);
}

/// Position of the index that selects the element; the number of steps if there is none.
std::size_t selectionIn(const std::vector<FactStep> &steps, std::size_t begin) {
  const auto from = steps.begin() + static_cast<std::ptrdiff_t>(begin);
  return static_cast<std::size_t>(std::find_if(from, steps.end(),
                                               [](const FactStep &step) {
                                                 return step.kind == StepKind::Index &&
                                                        step.index->from != Provenance::Constant;
                                               }) -
                                  steps.begin());
}

bool setRoot(const Facts &facts, const Designator &what, FunctionIndex in, BufferKey &key) {
  if (what.root == Root::Variable) {
    if (facts.type(facts.variable(*what.variable).type).kind == TypeClass::Plain)
      return false; // a number: an offset that is made a pointer
    key.array.variable = what.variable;
    return true;
  }
  if (what.root != Root::Parameter)
    return false;
  key.function = in;
  key.parameter = what.parameter;
  return true;
}

bool isArray(const Facts &facts, const ArrayId &array) {
  if (!array.known())
    return false;
  const TypeIndex type = array.variable ? facts.variable(*array.variable).type
                                        : facts.record(*array.record).members[array.member].type;
  return facts.type(type).kind == TypeClass::Array;
}

} // namespace

std::optional<BufferElement> elementOf(const Facts &facts, const Designator &what,
                                       FunctionIndex in) {
  const auto &steps = what.steps;
  const std::size_t block = beginOfBlock(steps), at = selectionIn(steps, block);
  if (at == steps.size() || what.root == Root::Unknown || what.root == Root::Result)
    return std::nullopt;
  BufferElement element;
  element.index = steps[at].index;
  std::size_t array = at; // one past the member that holds the buffer; 0 = the root holds it
  while (array > 0 && steps[array - 1].kind != StepKind::Member)
    --array;
  const auto first = steps.begin() + static_cast<std::ptrdiff_t>(array);
  const auto derefs =
      std::count_if(first, steps.begin() + static_cast<std::ptrdiff_t>(at),
                    [](const FactStep &step) { return step.kind == StepKind::Deref; });
  element.of_pointer = derefs > 0;
  element.key.depth = static_cast<std::uint32_t>(derefs);
  const auto selection = steps.begin() + static_cast<std::ptrdiff_t>(at);
  element.per_thread = std::any_of(steps.begin(), selection, selectsByThread);
  element.per_part = std::any_of(steps.begin(), selection, selectsPart);
  if (array > 0) {
    element.key.array.record = steps[array - 1].record;
    element.key.array.member = steps[array - 1].member;
    if (steps[array - 1].member >= facts.record(steps[array - 1].record).members.size())
      return std::nullopt;
  } else if (!setRoot(facts, what, in, element.key))
    return std::nullopt;
  // The first Deref of a pointer or container leads to the buffer itself; that of an array of
  // pointers leads to a row.
  if (element.key.depth > 0 && !isArray(facts, element.key.array))
    --element.key.depth;
  return element;
}

Designator allElements(Designator array) {
  FactStep all;
  all.kind = StepKind::Index;
  all.index.edit().from = Provenance::Whole;
  if (!array.address_of) {
    array.steps.push_back({});
    array.steps.push_back(std::move(all));
    return array;
  }
  array.address_of = false;
  if (!array.steps.empty() && array.steps.back().kind == StepKind::Index)
    array.steps.back() = std::move(all);
  else
    array.steps.push_back(std::move(all));
  return array;
}

std::vector<BufferKey> arraysIn(const Facts &facts, RecordIndex record, std::uint64_t least) {
  std::vector<BufferKey> found;
  std::vector<RecordIndex> left = {record};
  std::set<std::uint32_t> seen;
  while (!left.empty()) {
    const RecordIndex at = left.back();
    left.pop_back();
    if (!seen.insert(at.value()).second)
      continue;
    const auto &members = facts.record(at).members;
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      const FactType &type = facts.type(members[i].type);
      if (members[i].size < least)
        continue;
      if (type.kind == TypeClass::Array) {
        BufferKey key;
        key.array.record = at;
        key.array.member = i;
        found.push_back(key);
      } else if (type.record && type.kind == TypeClass::Record)
        left.push_back(*type.record);
    }
  }
  return found;
}

std::string nameOfBuffer(const Facts &facts, const BufferKey &key) {
  std::string name;
  if (key.array.variable)
    name = facts.variable(*key.array.variable).name;
  else if (key.array.record) {
    const FactRecord &record = facts.record(*key.array.record);
    name = memberName(record, record.members[key.array.member]);
  } else
    name = "the buffer given to " + facts.function(*key.function).name;
  for (std::uint32_t i = 0; i < key.depth; ++i)
    name += "[]";
  return name;
}

std::optional<TypeIndex> typeOfBuffer(const Facts &facts, const BufferKey &key) {
  std::optional<TypeIndex> type;
  if (key.array.variable)
    type = facts.variable(*key.array.variable).type;
  else if (key.array.record)
    type = facts.record(*key.array.record).members[key.array.member].type;
  for (std::uint32_t i = 0; type && i < key.depth; ++i)
    type = facts.type(*type).element;
  return type;
}

std::uint64_t ownBytes(const Facts &facts, const BufferKey &key) {
  const auto of = [&](TypeIndex at) {
    const FactType &type = facts.type(at);
    return type.kind == TypeClass::Array ? type.size : 0;
  };
  if (key.depth > 0)
    return 0;
  if (key.array.variable)
    return of(facts.variable(*key.array.variable).type);
  if (key.array.record)
    return of(facts.record(*key.array.record).members[key.array.member].type);
  return 0;
}

} // namespace fsfind

#include "rules/program/Walk.h"

#include "rules/model/NameHints.h"

#include <algorithm>

namespace fsfind {

namespace {

constexpr std::int64_t kBitsOfWord = 64, kBytesOfWord = 8;

/// The largest power of two that divides both.
std::uint64_t commonAlign(std::uint64_t align, std::uint64_t offset) {
  const std::uint64_t both = align | offset;
  return both & (~both + 1);
}

/// Sets the declaration of the member that holds the bytes where it is not known yet: in the frame,
/// and in the parts entered since the last member.
void setDeclared(RecordFrame &frame, FactPlace declared) {
  if (!frame.declared.known())
    frame.declared = declared;
  for (RecordPart &part : frame.parts)
    if (!part.declared.known())
      part.declared = declared;
}

bool isOwn(const Selection &selection) {
  return selection.by == Selector::Thread || selection.by == Selector::Name;
}

bool isSharedOut(const Selection &selection) {
  return isOwn(selection) || selection.by == Selector::Parallel ||
         selection.by == Selector::Strided;
}

/// Nothing tells how the index is related to threads, and it is no counter of a loop over all
/// elements. (An array of locks with such an index is taken for shards: see select().)
bool isOpen(const Selection &selection) {
  const Provenance from = selection.index.from;
  return (selection.by == Selector::None || selection.by == Selector::User) &&
         (from == Provenance::Unknown || from == Provenance::Member);
}

/// Sets the used bytes of each selected element. `bytes` are counted from the begin of the root, or
/// of the pointer's target.
void setUsed(RareList<Selection> &selections, Bytes bytes) {
  for (std::size_t i = 0; i < selections.size(); ++i) {
    Bytes used = bytes;
    if (i + 1 < selections.size()) { // all elements of the array that lies in the element
      const Selection &inner = selections[i + 1];
      used = {inner.begin, inner.begin + inner.element * std::max<std::uint64_t>(inner.count, 1)};
    }
    selections[i].used = {used.begin - selections[i].begin, used.end - selections[i].begin};
  }
}

} // namespace

bool isOfBits(const Facts &facts, const FactType &type) {
  if (!type.element || facts.type(*type.element).text != "bool")
    return false;
  constexpr std::uint64_t kSpan = 16; // bytes; also of a std::valarray
  return type.kind == TypeClass::Array ? type.size != 0 && type.elements > type.size
                                       : type.kind == TypeClass::Container && type.size > kSpan;
}

bool isOfBits(const Facts &facts, const ArrayId &array) {
  if (!array.known())
    return false;
  const TypeIndex type = array.variable ? facts.variable(*array.variable).type
                                        : facts.record(*array.record).members[array.member].type;
  return isOfBits(facts, facts.type(type));
}

bool Use::hot() const {
  return looped || std::any_of(roles.begin(), roles.end(),
                               [](const Execution &execution) { return execution.hot(); });
}

bool Walk::run(const Reached &reached, Use &use) {
  if (!begin(reached, use))
    return false;
  const auto &steps = reached.what.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const FactStep *next = i + 1 < steps.size() ? &steps[i + 1] : nullptr;
    if (steps[i].kind == StepKind::Deref)
      deref(use);
    else if (steps[i].kind == StepKind::Index)
      index(steps[i], next, reached.what.type, use);
    else if (!member(steps[i], use))
      return false;
  }
  finish(reached.what, use);
  const auto instance = instanceOf(reached, use);
  use.instance = instance.value_or(Instance::PerThread);
  return instance.has_value();
}

bool Walk::begin(const Reached &reached, Use &use) {
  const Designator &what = reached.what;
  fresh_ = true;
  if (what.root != Root::Variable)
    return !what.steps.empty();
  const FactVariable &variable = facts_.variable(*what.variable);
  const bool number = facts_.type(variable.type).kind == TypeClass::Plain;
  if (number && !what.steps.empty() && what.steps.front().kind == StepKind::Deref)
    return false; // an integer offset, not an address yet
  at_.variable = what.variable;
  type_ = variable.type;
  use.root = what.variable;
  use.declared = variable.place;
  use.is_volatile = facts_.type(variable.type).is_volatile;
  known_size_ = facts_.type(variable.type).size;
  return !facts_.type(variable.type).constant || !what.steps.empty();
}

void Walk::deref(Use &use) {
  own_row_ = use.path.ends_with("[]") && isSharedOut(use.selections.back());
  behind_own_ = behind_own_ || std::any_of(use.selections.begin(), use.selections.end(), isOwn) ||
                (use.root && facts_.variable(*use.root).storage == Storage::ThreadLocal);
  one_of_many_ = one_of_many_ || !use.selections.empty();
  setUsed(use.selections, {offset_, offset_ + known_size_});
  for (const Selection &selection : use.selections)
    use.passed.push_back(selection);
  ++derefs_;
  in_row_ |= chosen_;
  use.root.reset();
  use.frame.reset();
  use.selections.clear();
  use.path.clear();
  use.is_volatile = false;
  offset_ = known_size_ = 0;
  after_select_ = false;
  fresh_ = true;
  type_ = type_ ? facts_.type(*type_).element : std::nullopt;
  if (type_)
    use.is_volatile = facts_.type(*type_).is_volatile;
}

void Walk::addToPath(const std::string &text, Use &use) {
  const auto add = [&](std::string &path) {
    if (!path.empty() && text != "[]")
      path += '.';
    path += text;
  };
  add(use.path);
  if (use.frame)
    add(use.frame->path);
}

std::uint64_t Walk::frameAlign(const FactRecord &record, const Use &use) const {
  std::uint64_t align = std::max<std::uint64_t>(record.align, 1);
  if (!use.root)
    return align;
  const FactVariable &variable = facts_.variable(*use.root);
  const std::uint64_t promised =
      std::max(variable.declared_align, facts_.type(variable.type).align);
  std::uint64_t offset = offset_;
  for (const Selection &selection : use.selections)
    offset |= selection.stride == 0 ? selection.element : selection.stride;
  return std::max(align, commonAlign(promised, offset));
}

void Walk::openFrame(RecordIndex index, Use &use) {
  const FactRecord &record = facts_.record(index);
  RecordFrame frame;
  frame.record = index;
  frame.in_array = !use.selections.empty();
  frame.linked = derefs_ > 0 && at_.record == index;
  frame.align = frameAlign(record, use);
  use.frame = std::move(frame);
  frame_begin_ = offset_;
  fresh_ = after_select_ = false;
}

bool Walk::member(const FactStep &step, Use &use) {
  if (step.record.value() >= facts_.records.size())
    return false;
  const FactRecord &record = facts_.record(step.record);
  if (step.member >= record.members.size())
    return false;
  if (fresh_)
    openFrame(step.record, use);
  else if (use.frame && !record.is_union)
    use.frame->parts.push_back(
        {.record = step.record,
         .begin = offset_ - frame_begin_,
         .path_begin = use.frame->path.empty() ? 0 : use.frame->path.size() + 1,
         .alternatives = use.frame->alternatives.size(),
         .declared = {}});
  if (record.is_union && use.frame)
    use.frame->alternatives.emplace_back(offset_ - frame_begin_, step.member);
  const FactMember &member = record.members[step.member];
  offset_ += member.offset;
  known_size_ = member.size;
  type_ = member.type;
  at_ = {.variable = {}, .record = step.record, .member = step.member};
  chosen_ = in_row_ = false;
  use.is_volatile = use.is_volatile || facts_.type(member.type).is_volatile;
  if (member.base || member.name.empty())
    return true;
  addToPath(member.name, use);
  use.declared = member.place;
  if (use.frame)
    setDeclared(*use.frame, use.declared);
  return true;
}

void Walk::index(const FactStep &step, const FactStep *next, TypeIndex last, Use &use) {
  Selection chosen;
  chosen.on_heap = derefs_ > 0 && fresh_ && offset_ == 0 && use.selections.empty();
  std::uint64_t size = 0; // of an array of bits: they have no bytes of their own
  if (type_ && facts_.type(*type_).kind == TypeClass::Array) {
    const FactType &array = facts_.type(*type_);
    size = isOfBits(facts_, array) ? array.size : 0;
    chosen.count = array.elements;
    chosen.extent = array.extent;
    type_ = array.element;
    chosen.on_heap = false;
  } else if (!next && (!type_ || facts_.type(*type_).size == 0)) // behind a void pointer
    type_ = last;
  if (type_)
    chosen.element = facts_.type(*type_).size;
  if (chosen.element == 0 && next && next->kind == StepKind::Member &&
      next->record.value() < facts_.records.size())
    chosen.element = facts_.record(next->record).size;
  known_size_ = chosen.element;
  chosen_ = true;
  if (step.index->from == Provenance::Constant) {
    offset_ += size == 0 ? chosen.element * step.index->number
                         : kBytesOfWord * (step.index->number / kBitsOfWord);
    return;
  }
  chosen.type = type_;
  chosen.array = at_;
  chosen.of_row = in_row_;
  chosen.begin = offset_;
  chosen.stride = chosen.element * step.index->scale;
  array_ = {offset_,
            offset_ +
                (size != 0 ? size : chosen.element * std::max<std::uint64_t>(chosen.count, 1))};
  addToPath("[]", use);
  use.selections.push_back(std::move(chosen));
  select(*step.index, use);
  // An element that is a record begins a frame.
  fresh_ = next && next->kind == StepKind::Member;
}

/// A lock, or a record whose only member besides padding is a lock.
bool Walk::isLock(TypeIndex at) const {
  const FactType &type = facts_.type(at);
  if (type.kind == TypeClass::Lock || !type.record)
    return type.kind == TypeClass::Lock;
  const auto &members = facts_.record(*type.record).members;
  return std::count_if(members.begin(), members.end(),
                       [](const FactMember &one) { return !one.padding; }) == 1 &&
         facts_.type(members.front().type).kind == TypeClass::Lock;
}

void Walk::select(const FactIndex &index, Use &use) {
  Selection &chosen = use.selections.back();
  chosen.index = index;
  chosen.by = bindings_.selector(index);
  if (own_row_ && chosen.by == Selector::Name)
    chosen.by = Selector::None; // the row is one thread's, so its index tells no threads apart
  const bool open = isOpen(chosen);
  if (open && chosen.type && isLock(*chosen.type))
    chosen.by = Selector::Shard;
  else if (open &&
           (namesUser(facts_.words, index.text) || namesThreadCount(facts_.words, chosen.extent)))
    chosen.by = Selector::User;
  after_select_ = true;
}

void Walk::finish(const Designator &what, Use &use) {
  const FactType &type = facts_.type(what.type);
  use.leaf = type.kind;
  use.is_volatile = use.is_volatile || type.is_volatile;
  if (use.leaf == TypeClass::Lock && !use.selections.empty() && isOpen(use.selections.back()))
    use.selections.back().by = Selector::Shard; // each element has a lock, as shards do
  const std::uint64_t size = type.size != 0 ? type.size : known_size_;
  use.bytes = {offset_, offset_ + size};
  setUsed(use.selections, use.bytes);
  if (!use.frame)
    return;
  const Bytes within = after_select_ ? array_ : use.bytes;
  use.frame->whole_array = after_select_;
  use.frame->bytes = {within.begin - frame_begin_, within.end - frame_begin_};
}

std::optional<Instance> Walk::instanceOf(const Reached &reached, const Use &use) const {
  const Designator &what = reached.what;
  Instance instance = Instance::Unknown;
  if (what.root == Root::Variable) {
    const FactVariable &variable = facts_.variable(*what.variable);
    if (variable.storage == Storage::ThreadLocal && derefs_ == 0)
      return std::nullopt;
    const bool owned = derefs_ == 0 || facts_.type(variable.type).kind == TypeClass::Container;
    const bool reachable = variable.storage != Storage::Local || reached.through_start;
    if (!reachable && owned && !variable.captured)
      return std::nullopt;
    // Two threads that each choose some element may touch different ones.
    if (reachable && !one_of_many_ && use.selections.empty())
      instance = Instance::Shared;
  } else if (derefs_ == 0 && what.root != Root::Unknown)
    return std::nullopt; // a parameter or result by value
  if (behind_own_ || std::any_of(use.selections.begin(), use.selections.end(), isOwn))
    instance = Instance::PerThread;
  return instance;
}

} // namespace fsfind

#include "rules/source/elements/SlotTable.h"

#include "rules/program/Walk.h"
#include "rules/source/elements/KeptSlots.h"

#include <algorithm>

namespace fsfind {

namespace {

bool isSelected(const Selection &selection) {
  return selection.by == Selector::Thread || selection.by == Selector::Name ||
         selection.by == Selector::User || selection.by == Selector::Shard;
}

/// The array is thread-local, or a local of the function or of a caller that passed it to no other
/// thread: all elements belong to one thread, whatever threads read them.
bool isOwners(const Facts &facts, const Use &use, const Selection &selection) {
  if (!selection.array.variable)
    return false;
  const FactVariable &variable = facts.variable(*selection.array.variable);
  return variable.storage == Storage::ThreadLocal ||
         (variable.storage == Storage::Local &&
          (variable.function == use.function || (!variable.captured && !use.handed_over)));
}

/// The access has the index itself; else it reaches the element by a pointer.
bool choosesItself(const FactAccess &access) {
  return std::any_of(access.what.steps.begin(), access.what.steps.end(),
                     [](const FactStep &step) { return step.kind == StepKind::Index; });
}

bool isLockOfShard(const Choice &choice) {
  return choice.selection->by == Selector::Shard && choice.use->access->acquire_lock;
}

SlotKey keyOf(const Facts &facts, const Use &use, const Selection &selection) {
  std::optional<RecordIndex> record;
  FunctionIndex function;
  if (!selection.array.known()) {
    record = selection.type ? facts.type(*selection.type).record : std::nullopt;
    if (!record)
      function = use.function;
  }
  return {selection.array, selection.of_row, record, function, selection.stride, selection.begin};
}

} // namespace

bool asksThread(const Selection &selection) {
  return selection.index.from == Provenance::ThreadId ||
         selection.index.from == Provenance::ThreadHash;
}

bool isBlock(const Selection &selection) {
  return selection.stride == 0 && selection.element != 0 && selection.by == Selector::Thread &&
         selection.index.from == Provenance::ThreadId && selection.on_heap;
}

SlotTable::SlotTable(const Program &program) : program_(program) {
  for (const Use &use : program.uses())
    if (!use.setup && use.leaf != TypeClass::Thread)
      addSelected(use);
  addGuarded();
  addKept();
  addKeptInObjects();
  for (const Use &use : program.uses())
    if (!use.setup)
      addPassed(use);
  noteScans();
}

void SlotTable::add(const Use &use, const Selection &selection, bool kept) {
  if (selection.array.variable &&
      program_.facts().variable(*selection.array.variable).storage == Storage::ThreadLocal)
    return; // also where pointers of another array lead to its elements
  Slots &slots = slots_[keyOf(program_.facts(), use, selection)];
  if (slots.choices.empty())
    slots.used = selection.used;
  slots.used.widen(selection.used);
  slots.choices.push_back({&use, &selection, kept});
}

void SlotTable::addSelected(const Use &use) {
  for (const Selection &selection : use.selections) {
    if ((selection.stride == 0 && !isBlock(selection)) || !isSelected(selection) ||
        (!selection.array.known() && !selection.type))
      continue;
    if (!isOwners(program_.facts(), use, selection))
      add(use, selection, false);
    break; // only the outermost such selection
  }
}

/// Adds uses of elements that have locks of their own, even if nothing is known of their index.
void SlotTable::addGuarded() {
  for (const Use &use : program_.uses())
    for (const Selection &selection : use.selections) {
      if (use.setup || selection.by != Selector::None || selection.stride == 0 ||
          !selection.array.known())
        continue;
      const auto known = slots_.find(keyOf(program_.facts(), use, selection));
      if (known != slots_.end() &&
          std::any_of(known->second.choices.begin(), known->second.choices.end(), isLockOfShard))
        add(use, selection, false);
    }
}

/// A thread that follows a pointer in its element reads the pointer there.
void SlotTable::addPassed(const Use &use) {
  if (std::none_of(use.roles.begin(), use.roles.end(), [&](const Execution &execution) {
        return program_.roles().role(execution.role).many;
      }))
    return;
  for (const Selection &selection : use.passed)
    if (selection.by == Selector::Thread)
      if (const auto known = slots_.find(keyOf(program_.facts(), use, selection));
          known != slots_.end())
        known->second.used.widen(selection.used);
}

/// Adds uses through pointers to records of which threads keep elements (see keptSlots).
void SlotTable::addKept() {
  for (const Selection &kept : keptSlots(program_)) {
    const auto record = program_.facts().type(*kept.type).record;
    for (const Use &use : program_.uses()) {
      if (use.setup || use.root || !use.frame || use.frame->record != *record ||
          use.frame->in_array)
        continue;
      Selection &selection = kept_.emplace_back(kept);
      selection.used = use.frame->bytes;
      add(use, selection, true);
    }
  }
}

/// Adds what an object publishes in an element whose address it was given, in arrays of no more
/// elements than there may be users.
void SlotTable::addKeptInObjects() {
  constexpr std::uint64_t kMostUsers = 1024;
  for (const Use &use : program_.uses()) {
    if (use.setup || !use.handed_over || !use.writes() || !use.synchronises() ||
        use.selections.size() != 1 || choosesItself(*use.access))
      continue;
    const Selection &chosen = use.selections.front();
    if (chosen.by != Selector::None || chosen.on_heap || chosen.stride == 0 || chosen.count < 2 ||
        chosen.count > kMostUsers || !chosen.array.known())
      continue;
    Selection &selection = kept_.emplace_back(chosen);
    selection.by = Selector::User;
    add(use, selection, true);
  }
}

/// Marks arrays that a loop goes through: over all elements, or over those in use.
void SlotTable::noteScans() {
  const auto scans = [](const Use &use, const Selection &selection) {
    return selection.by == Selector::Serial ||
           (selection.by == Selector::None && use.looped && !use.writes() && !use.handed_over);
  };
  for (const Use &use : program_.uses())
    if (!use.setup && use.synchronises())
      for (const Selection &selection : use.selections)
        if (scans(use, selection))
          if (const auto found = slots_.find(keyOf(program_.facts(), use, selection));
              found != slots_.end())
            found->second.scanned = true;
}

} // namespace fsfind

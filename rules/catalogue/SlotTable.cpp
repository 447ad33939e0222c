#include "rules/catalogue/SlotTable.h"

#include "rules/catalogue/KeptSlots.h"
#include "rules/program/Walk.h"

#include <algorithm>

namespace fsfind {

namespace {

bool isSelected(const Selection &selection) {
  return selection.by == Selector::Thread || selection.by == Selector::Name ||
         selection.by == Selector::Party || selection.by == Selector::Shard;
}

/// The array is the function's own, or that of a caller who gave it to no other thread, and so are
/// its elements, whatever threads read them.
bool isOwners(const Facts &facts, const Use &use, const Selection &selection) {
  if (!selection.holder.variable)
    return false;
  const FactVariable &variable = facts.variable(*selection.holder.variable);
  return variable.storage == Storage::ThreadLocal ||
         (variable.storage == Storage::Local &&
          (variable.function == use.function || (!variable.captured && !use.handed_over)));
}

SlotKey keyOf(const Facts &facts, const Use &use, const Selection &selection) {
  std::optional<RecordIndex> record;
  FunctionIndex function;
  if (!selection.holder.known()) {
    record = selection.type ? facts.type(*selection.type).record : std::nullopt;
    if (!record)
      function = use.function;
  }
  return {selection.holder, record, function, selection.stride, selection.begin};
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
  addKept();
  addPointers();
  noteScans();
}

void SlotTable::add(const Use &use, const Selection &selection, bool kept) {
  Slots &slots = slots_[keyOf(program_.facts(), use, selection)];
  if (slots.choices.empty())
    slots.used = selection.used;
  slots.used.widen(selection.used);
  slots.choices.push_back({&use, &selection, kept});
}

void SlotTable::addSelected(const Use &use) {
  for (const Selection &selection : use.selections) {
    if ((selection.stride == 0 && !isBlock(selection)) || !isSelected(selection) ||
        (!selection.holder.known() && !selection.type))
      continue;
    if (!isOwners(program_.facts(), use, selection))
      add(use, selection, false);
    break; // the outermost such
  }
}

/// What is written through pointers to such records is written in the elements.
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

/// The pointers and containers in elements are read wherever what they lead to is used. That counts
/// where elements are as large as a line: of smaller ones neighbours meet anyway.
void SlotTable::addPointers() {
  const bool large = std::any_of(slots_.begin(), slots_.end(), [&](const auto &one) {
    return std::get<3>(one.first) >= program_.lineSize();
  });
  const Facts &facts = program_.facts();
  for (std::size_t i = 0; large && i < facts.functions.size(); ++i)
    for (const FactAccess &access : facts.functions[i].accesses)
      if (access.loop_depth > 0 || access.op != Op::Read)
        addPointer(access, FunctionIndex{i});
}

void SlotTable::addPointer(const FactAccess &access, FunctionIndex in) {
  const Facts &facts = program_.facts();
  Designator holder = access.what;
  while (!holder.steps.empty() && holder.steps.back().kind != StepKind::Deref)
    holder.steps.pop_back();
  if (holder.steps.size() < 2 || holder.steps[holder.steps.size() - 2].kind != StepKind::Member)
    return;
  holder.steps.pop_back();
  const FactStep &member = holder.steps.back();
  holder.type = facts.record(member.record).members[member.member].type;
  for (const Reached &reached : program_.bindings().resolve(holder, in)) {
    Use use;
    use.function = in;
    if (!Walk(facts, program_.bindings()).run(reached, use))
      continue;
    for (const Selection &selection : use.selections)
      if (const auto slots = slots_.find(keyOf(facts, use, selection)); slots != slots_.end())
        slots->second.used.widen(selection.used);
  }
}

void SlotTable::noteScans() {
  for (const Use &use : program_.uses())
    if (!use.setup && use.synchronises())
      for (const Selection &selection : use.selections)
        if (selection.by == Selector::Serial)
          if (const auto found = slots_.find(keyOf(program_.facts(), use, selection));
              found != slots_.end())
            found->second.scanned = true;
}

} // namespace fsfind

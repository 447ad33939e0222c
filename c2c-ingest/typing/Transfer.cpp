#include "c2c-ingest/typing/Transfer.h"

#include "c2c-ingest/typing/CalleeNames.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

using machine::Effect;
using machine::Register;

/// Definitions are numbered: so many for each instruction, then one for each block and register.
constexpr Definition kPerInstruction = 8;

constexpr std::uint64_t kPointerSize = 8;

} // namespace

Transfer::Transfer(const debuginfo::FunctionInfo &function, const FlowGraph &graph,
                   debuginfo::Module &module, const machine::Convention &convention,
                   Callees &callees, Knowledge &knowledge, MemoryTypes &types)
    : graph_(graph), module_(module), convention_(convention), callees_(callees),
      knowledge_(knowledge), types_(types),
      calls_preserve_registers_(function.calls_preserve_registers),
      frame_(function, *module.types()) {
  for (const Block &block : graph.blocks)
    entry_is_a_loop_ =
        entry_is_a_loop_ || std::any_of(block.successors.begin(), block.successors.end(),
                                        [&](std::uint32_t next) { return next == graph.entry; });
}

std::optional<Argument> Transfer::argumentIn(const Value &value) const {
  if (!graph_.entry || entry_is_a_loop_ || value.definition == kNoDefinition)
    return {};
  const Definition first = meeting(*graph_.entry, 0);
  if (value.definition < first || value.definition - first >= machine::kRegisterCount)
    return {};
  const auto reg = static_cast<Register>(value.definition - first);
  if (value.kind == Value::Kind::Pointer)
    return Argument{reg, value.distance, value.spread};
  if (value.kind == Value::Kind::Linear && value.step == 1)
    return Argument{reg, value.offset, 0};
  return {};
}

bool Transfer::returns(std::uint32_t number) {
  const machine::Instruction &instruction = graph_.code[number];
  if (instruction.flow != machine::Flow::Call || !instruction.target)
    return true;
  const debuginfo::Signature *callee = callees_.signatureAt(*instruction.target);
  return !callee || !(callee->no_return || neverReturns(callee->name));
}

Definition Transfer::meeting(std::uint32_t block, Register reg) const {
  const auto instructions = static_cast<Definition>(graph_.code.size());
  return instructions * kPerInstruction + block * machine::kRegisterCount + reg;
}

MachineState Transfer::entryState(std::uint32_t entry_block) const {
  MachineState state;
  for (Register reg = 0; reg < machine::kRegisterCount; ++reg)
    state.registers[reg] = knowledge_.of(meeting(entry_block, reg));
  state.write(convention_.stack, frameAddress(-convention_.entry_cfa));
  return state;
}

void Transfer::execute(std::uint32_t number, MachineState &state) {
  const machine::Instruction &instruction = graph_.code[number];
  Definition definition = number * kPerInstruction;
  const Definition last = definition + kPerInstruction - 1;
  for (const Effect &effect : instruction.effects) {
    apply(effect, {number, definition}, state);
    definition = std::min(definition + 1, last);
  }
  if (instruction.flow == machine::Flow::Call)
    call({number, last}, state);
}

void Transfer::apply(const Effect &effect, const Step &step, MachineState &state) {
  using Kind = Effect::Kind;
  switch (effect.kind) {
  case Kind::Clobber:
  case Kind::Difference:
    return state.write(effect.to, knowledge_.of(step.definition));
  case Kind::Mask:
    return state.write(effect.to, known(masked(state.read(effect.from), effect.value), step));
  case Kind::Flip:
    return state.write(effect.to, known(flipped(state.read(effect.from), effect.value), step));
  case Kind::Copy:
    return state.write(effect.to, state.read(effect.from));
  case Kind::Constant:
    return state.write(effect.to, constant(effect.value));
  case Kind::AddConstant:
    return state.write(effect.to, add(state.read(effect.from), constant(effect.value)));
  case Kind::Scale:
    return state.write(effect.to, scaled(state.read(effect.from), effect.value));
  case Kind::Multiply:
    return state.write(effect.to, product(effect, step, state));
  case Kind::AddressOf:
    return state.write(effect.to, state.address(effect.memory));
  case Kind::Load:
    return state.write(effect.to, loaded(effect, step, state));
  case Kind::Store:
    return store(effect, step, state);
  case Kind::Either:
    return state.write(effect.to,
                       known(meet(state.read(effect.to), state.read(effect.from)), step));
  }
}

/// The value if anything is known of it, else that which the step makes.
Value Transfer::known(const Value &value, const Step &step) const {
  return value == kUnknown ? knowledge_.of(step.definition) : value;
}

/// The pointer that the frame variable at `address` is declared to hold; none if there is none.
std::optional<Value> Transfer::declaredAt(const Value &address, const Step &step,
                                          const MachineState &state) {
  const auto found = frame_.at(address, graph_.code[step.instruction].address, state);
  if (!found)
    return {};
  Value into = pointerTo(found->variable->type, found->offset);
  into.step = address.step;
  return types_.pointerAt(into);
}

/// The value `held` of a variable whose declaration makes it `declared`: the better of both.
Value Transfer::asDeclared(const Value &held, const Value &declared) {
  knowledge_.learn(held, declared);
  if (held.kind == Value::Kind::Pointer)
    return withOrigin(types_.better(held, declared), held);
  return held.kind == Value::Kind::Linear ? withOrigin(declared, held) : held;
}

void Transfer::store(const Effect &effect, const Step &step, MachineState &state) {
  const Value address = state.address(effect.memory);
  if (effect.size == kPointerSize)
    learnFromPlace(address, state.read(effect.from));
  if (address.kind != Value::Kind::Frame || address.step != 0)
    return;
  Value stored = state.read(effect.from);
  if (effect.size == kPointerSize)
    if (const auto declared = declaredAt(address, step, state))
      stored = asDeclared(stored, *declared);
  state.store(address.offset, effect.size, stored);
}

/// The pointer that the static variable, its element, or the member at `address` is declared to
/// hold; none if there is none.
std::optional<Value> Transfer::pointerDeclaredAt(const Value &address) {
  if (address.kind == Value::Kind::Pointer)
    return types_.pointerAt(address);
  if (address.kind != Value::Kind::Static)
    return {};
  const auto variable = module_.staticVariable(static_cast<std::uint64_t>(address.offset));
  if (!variable)
    return {};
  Value into = pointerTo(variable->type, static_cast<std::int64_t>(variable->offset));
  into.step = address.step;
  return types_.pointerAt(into);
}

/// Learns from a static variable or a member that the value is stored in. Members of others lead
/// into the middle of objects, too, as links of lists do.
void Transfer::learnFromPlace(const Value &address, const Value &stored) {
  if (address.kind == Value::Kind::Pointer && stored.offset != 0)
    return;
  if (const auto pointer = pointerDeclaredAt(address))
    knowledge_.learn(stored, *pointer);
}

Value Transfer::product(const Effect &effect, const Step &step, const MachineState &state) const {
  const Value a = state.read(effect.to), b = state.read(effect.from);
  if (b.kind == Value::Kind::Constant)
    return scaled(a, b.offset);
  return a.kind == Value::Kind::Constant ? scaled(b, a.offset) : knowledge_.of(step.definition);
}

Value Transfer::loaded(const Effect &effect, const Step &step, const MachineState &state) {
  const Value made = knowledge_.of(step.definition);
  if (effect.size != kPointerSize)
    return made;
  const Value address = state.address(effect.memory);
  std::optional<Value> pointer;
  std::uint64_t holder = 0;
  switch (address.kind) {
  case Value::Kind::Frame:
    return loadedFromFrame(address, step, state);
  case Value::Kind::Pointer:
    pointer = pointerDeclaredAt(address);
    break;
  case Value::Kind::Static:
    pointer = pointerDeclaredAt(address);
    if (const auto variable = module_.staticVariable(static_cast<std::uint64_t>(address.offset));
        variable && address.step == 0 && variable->offset == 0 && types_.isPointer(variable->type))
      holder = static_cast<std::uint64_t>(address.offset);
    break;
  case Value::Kind::ThreadLocal:
    if (address.offset == 0 && address.step == 0) // the thread's block begins with its own address
      return address;
    break;
  default:
    break;
  }
  if (!pointer)
    return made;
  Value result = made.kind == Value::Kind::Pointer ? types_.better(*pointer, made) : *pointer;
  result.holder = holder;
  return result;
}

Value Transfer::loadedFromFrame(const Value &address, const Step &step, const MachineState &state) {
  const Value stored = address.step == 0 ? state.slot(address.offset) : kUnknown;
  if (const auto declared = declaredAt(address, step, state)) {
    if (stored.kind == Value::Kind::Unknown)
      return *declared;
    return asDeclared(stored, *declared);
  }
  return stored.kind == Value::Kind::Unknown ? knowledge_.of(step.definition) : stored;
}

void Transfer::call(const Step &step, MachineState &state) {
  const std::optional<std::uint64_t> target = graph_.code[step.instruction].target;
  const debuginfo::Signature *callee = target ? callees_.signatureAt(*target) : nullptr;
  Value result = knowledge_.of(step.definition);
  if (callee) {
    if (calls_preserve_registers_)
      learnArguments(*callee, state);
    result = resultOf(*target, *callee, step, state);
  }
  for (Register reg = 0; reg < machine::kRegisterCount; ++reg)
    if ((convention_.clobbered >> reg & 1) != 0 ||
        (!calls_preserve_registers_ && reg != convention_.stack))
      state.registers[reg] = kUnknown;
  state.write(convention_.result, result);
}

/// Learns from parameters up to the first record: the ABI may split it or pass it by reference, so
/// it is not known in which registers the parameters behind it are.
void Transfer::learnArguments(const debuginfo::Signature &callee, const MachineState &state) {
  debuginfo::TypeTable &types = *module_.types();
  if (callee.result && types.isRecord(*callee.result))
    return;
  for (std::size_t i = 0; i < callee.parameters.size() && i < convention_.arguments.size(); ++i) {
    const auto type = callee.parameters[i];
    if (!type || types.isRecord(*type))
      return;
    if (const auto pointer = types_.pointerIn(*type))
      knowledge_.learn(state.read(convention_.arguments[i]), *pointer);
  }
}

Value Transfer::resultOf(std::uint64_t target, const debuginfo::Signature &callee, const Step &step,
                         const MachineState &before) {
  const machine::Instruction &call = graph_.code[step.instruction];
  if (isAllocator(callee.name))
    allocations_.try_emplace(step.definition,
                             Allocation{call.address, call.address + call.length, callee.name});
  const std::optional<Value> passed = passedThrough(target, before);
  std::optional<Value> typed;
  if (callee.result &&
      (!module_.types()->isRecord(*callee.result) || types_.isWidePointer(*callee.result)))
    typed = types_.pointerIn(*callee.result);
  if (passed && typed && passed->kind == Value::Kind::Pointer)
    return withOrigin(types_.better(*passed, *typed), *passed);
  if (passed && (passed->isAddress() || !typed))
    return *passed;
  return typed ? withOrigin(*typed, passed.value_or(kUnknown)) : knowledge_.of(step.definition);
}

std::optional<Value> Transfer::passedThrough(std::uint64_t target, const MachineState &before) {
  const auto argument = callees_.returnedBy(target);
  if (!argument)
    return {};
  Value index = constant(argument->distance);
  if (argument->step != 0)
    index = {Value::Kind::Linear, {}, kNoDefinition, argument->distance, argument->step, 0, 0};
  const Value passed = add(before.read(argument->reg), index);
  return passed.isAddress() || passed.kind == Value::Kind::Linear ? std::optional(passed)
                                                                  : std::nullopt;
}

} // namespace fsfind::typing

#include "c2c-ingest/typing/FunctionTypes.h"

#include "c2c-ingest/typing/Dataflow.h"
#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <algorithm>
#include <map>
#include <set>

namespace fsfind::typing {

namespace {

using machine::Flow;
using machine::Instruction;

class FunctionTyper {
public:
  FunctionTyper(const debuginfo::FunctionInfo &function, debuginfo::Module &module,
                machine::Decoder &decoder, const machine::Convention &convention, Callees &callees)
      : module_(module), convention_(convention), memory_types_(*module.types()),
        knowledge_(memory_types_),
        graph_(withAccesses(flowGraphOf(function, module, decoder), convention, callees)),
        seeds_(function, graph_, memory_types_),
        transfer_(function, graph_, module, convention, callees, knowledge_, memory_types_) {
    types_.entry = function.entry;
    types_.code = function.code;
  }

  FunctionTypes run() {
    if (graph_.code.empty())
      return std::move(types_);
    Dataflow flow(graph_, seeds_, transfer_, knowledge_);
    flow.run();
    flow.visit([&](std::uint32_t i, const MachineState &state) { read(i, state); });
    markEscapes();
    if (returns_agree_)
      types_.returned = returned_;
    for (const auto &[definition, allocation] : transfer_.allocations())
      if (const Value made = knowledge_.of(definition);
          made.kind == Value::Kind::Pointer && made.offset == 0)
        types_.allocations.push_back({made.type, allocation.call, allocation.returns,
                                      allocation.allocator, keeperOf(definition)});
    return std::move(types_);
  }

private:
  static FlowGraph withAccesses(FlowGraph &&graph, const machine::Convention &convention,
                                Callees &callees) {
    for (Instruction &instruction : graph.code)
      if (instruction.flow == Flow::Call && instruction.target)
        if (const debuginfo::Signature *callee = callees.signatureAt(*instruction.target))
          accessByCall(instruction, callee->name, convention);
    return std::move(graph);
  }

  void read(std::uint32_t i, const MachineState &state) {
    const Instruction &instruction = graph_.code[i];
    FunctionTypes::Operands &operands = types_.operands[instruction.address];
    for (const bool store : {false, true})
      if (const auto access = graph_.accessAt(instruction.address, store))
        (store ? operands.store_at : operands.load_at) = graph_.code[*access].address;
    for (const machine::MemoryAccess &access : instruction.accesses)
      readAccess(access, instruction.address, state, operands);
    if (instruction.change == machine::Change::Replace)
      operands.stored = storedBy(instruction, state);
    const bool leaves = instruction.flow == Flow::Jump && instruction.target &&
                        !graph_.indexOf(*instruction.target);
    findKeepers(instruction, state);
    if (isAccessByCall(instruction))
      return;
    findEscapes(instruction, state);
    if (instruction.flow == Flow::Call || leaves)
      readCall(instruction, state);
    if (instruction.flow == Flow::Return || leaves)
      readReturn(leaves ? std::nullopt : transfer_.argumentIn(state.read(convention_.result)));
  }

  static std::optional<std::int64_t> storedBy(const Instruction &instruction,
                                              const MachineState &state) {
    using Kind = machine::Effect::Kind;
    const auto found = std::find_if(instruction.effects.begin(), instruction.effects.end(),
                                    [](const auto &one) { return one.kind == Kind::Store; });
    if (found == instruction.effects.end() || found->size == 0 || found->size > 8)
      return {};
    const Value stored = found->constant ? constant(found->value) : state.read(found->from);
    if (stored.kind != Value::Kind::Constant)
      return {};
    const unsigned unused = 64 - 8U * found->size;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(stored.offset) << unused >> unused);
  }

  void readAccess(const machine::MemoryAccess &access, std::uint64_t svma,
                  const MachineState &state, FunctionTypes::Operands &operands) {
    const Value address = state.address(access.memory);
    Hypothesis use;
    use.size = access.size;
    use.load = access.load;
    use.store = access.store;
    auto view = viewOf(address, svma, state);
    if (!view)
      view = inFrame(transfer_.frame().at(access.memory.base, access.memory.displacement, svma),
                     access.memory.index == machine::kNoRegister ? 0 : access.memory.scale);
    const auto note = [&](std::optional<Hypothesis> &&one, std::vector<Hypothesis> &into) {
      if (!one)
        return;
      one->size = use.size;
      one->load = use.load;
      one->store = use.store;
      into.push_back(std::move(*one));
    };
    if (const std::vector<Value> choices = choicesOf(address); choices.size() > 1)
      for (const Value &choice : choices)
        note(viewOf(choice, svma, state), operands.choices);
    note(std::move(view), operands.views);
    if (const auto argument = transfer_.argumentIn(address))
      operands.passed.push_back({*argument, use});
  }

  void readCall(const Instruction &instruction, const MachineState &state) {
    std::vector<FunctionTypes::Handed> &handed = types_.calls[instruction.address];
    for (const machine::Register reg : convention_.arguments) {
      const Value value = state.read(reg);
      handed.push_back({viewOf(value, instruction.address, state), transfer_.argumentIn(value)});
    }
  }

  /// Notes variables whose address other functions may get: it is in a register at a call, or is
  /// stored.
  void findEscapes(const Instruction &instruction, const MachineState &state) {
    if (instruction.flow == Flow::Call)
      for (machine::Register reg = 0; reg < machine::kRegisterCount; ++reg)
        if (reg != convention_.stack)
          letEscape(state.read(reg), instruction.address, state);
    for (const machine::Effect &effect : instruction.effects)
      if (effect.kind == machine::Effect::Kind::Store)
        letEscape(state.read(effect.from), instruction.address, state);
  }

  /// Notes static pointers that the function stores values in, and values that it stores elsewhere
  /// beside what the pointer held before: these are links of a list, whose head the pointer is.
  void findKeepers(const Instruction &instruction, const MachineState &state) {
    for (const machine::Effect &effect : instruction.effects) {
      if (effect.kind != machine::Effect::Kind::Store)
        continue;
      const Value address = state.address(effect.memory), stored = state.read(effect.from);
      if (address.kind == Value::Kind::Static && address.step == 0 && isWhole(stored))
        keepers_[stored.definition].insert(static_cast<std::uint64_t>(address.offset));
      if (stored.holder != 0 && address.definition != kNoDefinition)
        linked_.insert({address.definition, stored.holder});
    }
  }

  /// A value as an instruction made it, nothing added.
  static bool isWhole(const Value &value) {
    if (value.definition == kNoDefinition)
      return false;
    return value.kind == Value::Kind::Pointer
               ? value.distance == 0 && value.spread == 0
               : value.kind == Value::Kind::Linear && value.step == 1 && value.offset == 0;
  }

  /// The one static pointer that keeps the value; none if several do, or if it is a list's head.
  std::optional<Keeper> keeperOf(Definition definition) {
    const auto known = keepers_.find(definition);
    if (known == keepers_.end() || known->second.size() != 1 ||
        linked_.contains({definition, *known->second.begin()}))
      return {};
    return keeperAt(*known->second.begin());
  }

  std::optional<Keeper> keeperAt(std::uint64_t svma) {
    const auto variable = module_.staticVariable(svma);
    if (!variable || variable->offset != 0 || !memory_types_.isPointer(variable->type))
      return {};
    return Keeper{variable->name, variable->declared};
  }

  void letEscape(const Value &value, std::uint64_t svma, const MachineState &state) {
    if (value.kind != Value::Kind::Frame)
      return;
    if (const auto found = transfer_.frame().at(value, svma, state))
      escaped_.insert({found->variable->name, found->variable->function});
  }

  void markEscapes() {
    for (auto &[address, operands] : types_.operands)
      for (Hypothesis &view : operands.views)
        view.escapes = escaped_.contains({view.variable, view.function});
    for (auto &[address, handed] : types_.calls)
      for (FunctionTypes::Handed &one : handed)
        if (one.view)
          one.view->escapes = escaped_.contains({one.view->variable, one.view->function});
  }

  void readReturn(const std::optional<Argument> &argument) {
    if (!argument || (returned_ && *returned_ != *argument))
      returns_agree_ = false;
    returned_ = argument;
  }

  /// The object or variable at an address; none if the address has no known kind.
  std::optional<Hypothesis> viewOf(const Value &address, std::uint64_t svma,
                                   const MachineState &state) {
    switch (address.kind) {
    case Value::Kind::Pointer: {
      auto view = inPointed(address);
      if (view && address.holder != 0)
        view->keeper = keeperAt(address.holder);
      return view;
    }
    case Value::Kind::Frame:
      return inFrame(transfer_.frame().at(address, svma, state), address.step);
    case Value::Kind::Static:
      return inVariable(Hypothesis::Root::Static,
                        module_.staticVariable(static_cast<std::uint64_t>(address.offset)),
                        address.step);
    case Value::Kind::ThreadLocal:
      return inVariable(Hypothesis::Root::ThreadLocal, module_.threadVariable(address.offset),
                        address.step);
    default:
      return {};
    }
  }

  /// What a pointer leads to. In a library's wrapper, such as a container's node, that is the
  /// author's object in it; none for the wrapper's own links and counts.
  std::optional<Hypothesis> inPointed(const Value &address) {
    Hypothesis view{Hypothesis::Root::Pointer, address.type, address.offset, address.step};
    debuginfo::TypeTable &types = *module_.types();
    if (!types.isWrapper(address.type))
      return view;
    if (address.offset < 0)
      return {};
    const auto offset = static_cast<std::uint64_t>(address.offset);
    if (address.step == 0) {
      const auto held = types.heldAt(address.type, offset);
      if (!held)
        return {};
      view.type = held->type;
      view.offset = static_cast<std::int64_t>(offset - held->begin);
      return view;
    }
    const auto array = types.arrayAt(address.type, offset, address.step);
    if (!array || types.size(array->element) == 0)
      return {};
    view.type = array->element;
    view.offset = static_cast<std::int64_t>((offset - array->begin) % types.size(array->element));
    return view;
  }

  static std::optional<Hypothesis> inFrame(const std::optional<FrameVariables::Found> &found,
                                           std::uint64_t step) {
    if (!found)
      return {};
    Hypothesis view{Hypothesis::Root::Frame, found->variable->type, found->offset, step};
    view.variable = found->variable->name;
    view.function = found->variable->function;
    view.declared = found->variable->declared;
    return view;
  }

  static std::optional<Hypothesis> inVariable(Hypothesis::Root root,
                                              std::optional<debuginfo::TypedVariable> variable,
                                              std::uint64_t step) {
    if (!variable)
      return {};
    Hypothesis view{root, variable->type, static_cast<std::int64_t>(variable->offset), step};
    view.variable = std::move(variable->name);
    view.declared = std::move(variable->declared);
    return view;
  }

  debuginfo::Module &module_;
  const machine::Convention &convention_;
  MemoryTypes memory_types_;
  Knowledge knowledge_;
  FlowGraph graph_;
  Seeds seeds_;
  Transfer transfer_;
  FunctionTypes types_;
  std::optional<Argument> returned_;
  bool returns_agree_ = true;
  std::set<std::pair<std::string, std::string>> escaped_; ///< names of variable and function
  std::map<Definition, std::set<std::uint64_t>> keepers_; ///< svma of static pointers, by value
  std::set<std::pair<Definition, std::uint64_t>>
      linked_; ///< where what, by a keeper's svma, is stored
};

} // namespace

FunctionTypes typesOf(const debuginfo::FunctionInfo &function, debuginfo::Module &module,
                      machine::Decoder &decoder, const machine::Convention &convention,
                      Callees &callees) {
  return FunctionTyper(function, module, decoder, convention, callees).run();
}

} // namespace fsfind::typing

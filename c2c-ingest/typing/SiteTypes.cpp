#include "c2c-ingest/typing/SiteTypes.h"

#include "c2c-ingest/typing/Dataflow.h"

#include <elf.h>

#include <algorithm>
#include <optional>

namespace fsfind::typing {

namespace {

std::optional<machine::Arch> archOf(std::uint16_t elf_machine) {
  switch (elf_machine) {
  case EM_X86_64:
    return machine::Arch::X86_64;
  case EM_AARCH64:
    return machine::Arch::AArch64;
  default:
    return {};
  }
}

/// What is known of one function's operands, by address.
struct TypedFunction {
  std::vector<debuginfo::AddressRange> code;
  struct Operands {
    std::vector<Hypothesis> hypotheses;
    std::optional<std::uint64_t> before; ///< the instruction that runs just before this one
    bool loads = false, stores = false;
  };
  std::map<std::uint64_t, Operands> operands;
};

/// Types all memory operands of one function.
class FunctionTyper {
public:
  FunctionTyper(const debuginfo::FunctionInfo &function, debuginfo::Module &module,
                machine::Decoder &decoder, const machine::Convention &convention)
      : function_(function), module_(module), memory_types_(*module.types()),
        knowledge_(memory_types_), graph_(flowGraphOf(function, module, decoder)),
        seeds_(function, graph_, memory_types_),
        transfer_(function, graph_, module, convention, knowledge_, memory_types_) {}

  TypedFunction type(std::vector<AllocationSite> &allocations) {
    TypedFunction typed{function_.code, {}};
    if (graph_.code.empty())
      return typed;
    Dataflow flow(graph_, seeds_, transfer_, knowledge_);
    flow.run();
    flow.visit([&](std::uint32_t i, const MachineState &state) { read(i, state, typed); });
    for (const auto &[definition, allocation] : transfer_.allocations())
      if (const Value made = knowledge_.of(definition); made.kind == Value::Kind::Pointer)
        allocations.push_back({made.type, allocation.call, allocation.allocator});
    return typed;
  }

private:
  void read(std::uint32_t i, const MachineState &state, TypedFunction &typed) {
    const machine::Instruction &instruction = graph_.code[i];
    TypedFunction::Operands &operands = typed.operands[instruction.address];
    if (i > 0) {
      const machine::Instruction &before = graph_.code[i - 1];
      if (before.address + before.length == instruction.address)
        operands.before = before.address;
    }
    for (const machine::MemoryAccess &access : instruction.accesses) {
      operands.loads |= access.load;
      operands.stores |= access.store;
      auto hypothesis = hypothesisFor(access, instruction.address, state);
      if (!hypothesis)
        continue;
      hypothesis->size = access.size;
      hypothesis->load = access.load;
      hypothesis->store = access.store;
      operands.hypotheses.push_back(std::move(*hypothesis));
    }
  }

  std::optional<Hypothesis> hypothesisFor(const machine::MemoryAccess &access, std::uint64_t svma,
                                          const MachineState &state) {
    const Value address = state.address(access.memory);
    switch (address.kind) {
    case Value::Kind::Pointer:
      return Hypothesis{Hypothesis::Root::Pointer, address.type, address.offset, address.step};
    case Value::Kind::Frame:
      return inFrame(frame().at(address, svma, state), address.step);
    case Value::Kind::Static:
      return inVariable(module_.staticVariable(static_cast<std::uint64_t>(address.offset)),
                        address.step);
    case Value::Kind::ThreadLocal:
      return {};
    default:
      return inFrame(frame().at(access.memory.base, access.memory.displacement, svma),
                     access.memory.index == machine::kNoRegister ? 0 : access.memory.scale);
    }
  }

  [[nodiscard]] const FrameVariables &frame() const { return transfer_.frame(); }

  [[nodiscard]] std::optional<Hypothesis> inFrame(const std::optional<FrameVariables::Found> &found,
                                                  std::uint64_t step) const {
    if (!found)
      return {};
    Hypothesis hypothesis{Hypothesis::Root::Frame, found->variable->type, found->offset, step};
    hypothesis.variable = found->variable->name;
    hypothesis.function = found->variable->function;
    hypothesis.declared = found->variable->declared;
    return hypothesis;
  }

  static std::optional<Hypothesis> inVariable(std::optional<debuginfo::TypedVariable> variable,
                                              std::uint64_t step) {
    if (!variable)
      return {};
    Hypothesis hypothesis{Hypothesis::Root::Static, variable->type,
                          static_cast<std::int64_t>(variable->offset), step};
    hypothesis.variable = std::move(variable->name);
    hypothesis.declared = std::move(variable->declared);
    return hypothesis;
  }

  const debuginfo::FunctionInfo &function_;
  debuginfo::Module &module_;
  MemoryTypes memory_types_;
  Knowledge knowledge_;
  FlowGraph graph_;
  Seeds seeds_;
  Transfer transfer_;
};

const std::vector<Hypothesis> kNothing;

} // namespace

struct SiteTypes::State {
  debuginfo::Module &module;
  std::unique_ptr<machine::Decoder> decoder;
  const machine::Convention *convention = nullptr;
  std::map<std::uint64_t, TypedFunction> functions; ///< by entry
  std::vector<AllocationSite> allocations;

  const TypedFunction *functionAt(std::uint64_t svma);
  const TypedFunction::Operands *operandsAt(const TypedFunction &function, std::uint64_t svma,
                                            bool store) const;
};

const TypedFunction *SiteTypes::State::functionAt(std::uint64_t svma) {
  for (const auto &[entry, function] : functions)
    for (const debuginfo::AddressRange &part : function.code)
      if (svma >= part.begin && svma < part.end)
        return &function;
  const auto info = module.functionInfo(svma);
  if (!info)
    return nullptr;
  TypedFunction typed = FunctionTyper(*info, module, *decoder, *convention).type(allocations);
  return &functions.insert_or_assign(info->entry, std::move(typed)).first->second;
}

const TypedFunction::Operands *SiteTypes::State::operandsAt(const TypedFunction &function,
                                                            std::uint64_t svma, bool store) const {
  const auto here = function.operands.find(svma);
  if (here == function.operands.end())
    return nullptr;
  const auto fits = [store](const TypedFunction::Operands &operands) {
    return store ? operands.stores : operands.loads;
  };
  if (fits(here->second) || !here->second.before)
    return &here->second;
  const auto before = function.operands.find(*here->second.before);
  return before != function.operands.end() && fits(before->second) ? &before->second
                                                                   : &here->second;
}

SiteTypes::SiteTypes(debuginfo::Module &module) : state_(new State{module, {}, {}, {}, {}}) {
  const auto arch = archOf(module.machine());
  if (!arch || !module.types())
    return;
  state_->decoder = machine::Decoder::create(*arch);
  state_->convention = &machine::conventionOf(*arch);
}

SiteTypes::~SiteTypes() = default;
SiteTypes::SiteTypes(SiteTypes &&) noexcept = default;

const std::vector<Hypothesis> &SiteTypes::at(std::uint64_t svma, bool store) {
  if (!state_->decoder)
    return kNothing;
  const TypedFunction *function = state_->functionAt(svma);
  const TypedFunction::Operands *operands =
      function ? state_->operandsAt(*function, svma, store) : nullptr;
  return operands ? operands->hypotheses : kNothing;
}

const std::vector<AllocationSite> &SiteTypes::allocations() const {
  return state_->allocations;
}

} // namespace fsfind::typing

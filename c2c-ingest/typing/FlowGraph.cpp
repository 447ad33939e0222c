#include "c2c-ingest/typing/FlowGraph.h"

#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

using machine::Flow;
using machine::Instruction;

bool fallsThrough(const Instruction &instruction) {
  return instruction.flow == Flow::Next || instruction.flow == Flow::Branch ||
         instruction.flow == Flow::Call;
}

bool endsBlock(const Instruction &instruction) {
  return instruction.flow != Flow::Next && instruction.flow != Flow::Call;
}

bool accesses(const Instruction &instruction, bool store) {
  return std::any_of(
      instruction.accesses.begin(), instruction.accesses.end(),
      [store](const machine::MemoryAccess &access) { return store ? access.store : access.load; });
}

class GraphBuilder {
public:
  explicit GraphBuilder(FlowGraph &graph) : graph_(graph) {}

  void decode(const debuginfo::AddressRange &part, const debuginfo::Module &module,
              machine::Decoder &decoder) {
    std::span<const std::byte> bytes = module.bytesAt(part.begin, part.end - part.begin);
    std::uint64_t address = part.begin;
    while (!bytes.empty() && graph_.code.size() < kMaxInstructions) {
      auto instruction = decoder.decode(bytes, address);
      if (!instruction || instruction->length == 0 || instruction->length > bytes.size())
        return;
      address += instruction->length;
      bytes = bytes.subspan(instruction->length);
      graph_.code.push_back(std::move(*instruction));
    }
  }

  void connect(std::uint64_t entry) {
    std::sort(graph_.code.begin(), graph_.code.end(),
              [](const Instruction &a, const Instruction &b) { return a.address < b.address; });
    findLeaders();
    makeBlocks();
    for (std::uint32_t number = 0; number < graph_.blocks.size(); ++number)
      addSuccessors(number);
    if (const auto first = graph_.indexOf(entry)) {
      graph_.entry = graph_.blockOf(*first);
      graph_.blocks[*graph_.entry].entered = true;
    }
  }

private:
  [[nodiscard]] bool follows(std::size_t index) const {
    const Instruction &before = graph_.code[index - 1];
    return before.address + before.length == graph_.code[index].address;
  }

  void findLeaders() {
    leaders_.assign(graph_.code.size(), false);
    for (std::size_t i = 0; i < graph_.code.size(); ++i) {
      if (i == 0 || endsBlock(graph_.code[i - 1]) || !follows(i))
        leaders_[i] = true;
      const Instruction &instruction = graph_.code[i];
      if (instruction.target && instruction.flow != Flow::Call)
        if (const auto target = graph_.indexOf(*instruction.target))
          leaders_[*target] = true;
    }
  }

  void makeBlocks() {
    for (std::uint32_t i = 0; i < graph_.code.size(); ++i) {
      if (leaders_[i])
        graph_.blocks.push_back({i, i, {}, false, false});
      graph_.blocks.back().end = i + 1;
    }
  }

  void addSuccessors(std::uint32_t number) {
    Block &block = graph_.blocks[number];
    const Instruction &last = graph_.code[block.end - 1];
    block.jumps_anywhere = last.flow == Flow::Jump && !last.target;
    if (fallsThrough(last) && block.end < graph_.code.size() && follows(block.end))
      addEdge(block, number + 1);
    if (last.target && (last.flow == Flow::Jump || last.flow == Flow::Branch))
      if (const auto target = graph_.indexOf(*last.target))
        addEdge(block, graph_.blockOf(*target));
  }

  void addEdge(Block &from, std::uint32_t to) {
    from.successors.push_back(to);
    graph_.blocks[to].entered = true;
  }

  FlowGraph &graph_;
  std::vector<bool> leaders_;
};

} // namespace

std::optional<std::uint32_t> FlowGraph::indexOf(std::uint64_t svma) const {
  const auto at = std::lower_bound(code.begin(), code.end(), svma,
                                   [](const Instruction &instruction, std::uint64_t address) {
                                     return instruction.address < address;
                                   });
  if (at == code.end() || at->address != svma)
    return {};
  return static_cast<std::uint32_t>(at - code.begin());
}

std::uint32_t FlowGraph::blockOf(std::uint32_t instruction) const {
  const auto after =
      std::upper_bound(blocks.begin(), blocks.end(), instruction,
                       [](std::uint32_t index, const Block &block) { return index < block.first; });
  return static_cast<std::uint32_t>(after - blocks.begin() - 1);
}

std::optional<std::uint32_t> FlowGraph::accessAt(std::uint64_t svma, bool store) const {
  const auto here = indexOf(svma);
  if (!here)
    return {};
  const Instruction *before = *here == 0 ? nullptr : &code[*here - 1];
  if (before != nullptr && before->address + before->length != svma)
    before = nullptr;
  if (accesses(code[*here], store))
    return here;
  return before != nullptr && accesses(*before, store) ? std::optional(*here - 1) : std::nullopt;
}

FlowGraph flowGraphOf(const debuginfo::FunctionInfo &function, const debuginfo::Module &module,
                      machine::Decoder &decoder) {
  FlowGraph graph;
  GraphBuilder builder(graph);
  for (const debuginfo::AddressRange &part : function.code)
    builder.decode(part, module, decoder);
  builder.connect(function.entry);
  return graph;
}

} // namespace fsfind::typing

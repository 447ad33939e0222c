#pragma once

#include "c2c-ingest/machine/Decoder.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

/// Instructions as text that a table of expectations can hold: effects, then accesses, then flow.
/// `rax = load8 [rdi+rcx*4+8] | r8 [rdi+rcx*4+8]`
namespace fsfind::test {

class MachineText {
public:
  explicit MachineText(machine::Arch arch) : arch_(arch) {}

  [[nodiscard]] std::string of(const machine::Instruction &instruction) const {
    std::string text;
    for (const machine::Effect &effect : instruction.effects)
      text += (text.empty() ? "" : "; ") + of(effect);
    for (const machine::MemoryAccess &access : instruction.accesses)
      text += fmt::format("{}| {}{}{} {}", text.empty() ? "" : " ", access.load ? "r" : "",
                          access.store ? "w" : "", access.size, memory(access.memory));
    if (instruction.flow != machine::Flow::Next)
      text += fmt::format("{}-> {}", text.empty() ? "" : " ", flow(instruction.flow));
    if (instruction.target)
      text += fmt::format(" {:#x}", *instruction.target);
    return text;
  }

  [[nodiscard]] std::string memory(const machine::Memory &memory) const {
    std::string text = memory.thread_local_base ? "tls" : "";
    if (memory.absolute)
      text += "abs";
    if (memory.base != machine::kNoRegister)
      text += (text.empty() ? "" : "+") + name(memory.base);
    if (memory.index != machine::kNoRegister)
      text += fmt::format("+{}*{}", name(memory.index), memory.scale);
    if (memory.displacement != 0)
      text += fmt::format("{:+}", memory.displacement);
    return "[" + text + "]";
  }

private:
  [[nodiscard]] std::string name(machine::Register reg) const {
    constexpr std::array kX86 = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
                                 "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
    if (reg == machine::kNoRegister)
      return "?";
    if (reg == machine::kScratchRegister)
      return "tmp";
    if (arch_ == machine::Arch::X86_64)
      return reg < kX86.size() ? kX86[reg] : "wrong";
    return reg == 31 ? "sp" : fmt::format("x{}", reg);
  }

  [[nodiscard]] std::string of(const machine::Effect &effect) const {
    using Kind = machine::Effect::Kind;
    const std::string to = name(effect.to), from = name(effect.from);
    switch (effect.kind) {
    case Kind::Clobber:
      return fmt::format("{} = ?", to);
    case Kind::Copy:
      return fmt::format("{} = {}{}", to, from, effect.size == 4 ? " low" : "");
    case Kind::Constant:
      return fmt::format("{} = {}", to, effect.value);
    case Kind::AddConstant:
      return fmt::format("{} = {} {:+}", to, from, effect.value);
    case Kind::Scale:
      return fmt::format("{} = {} * {}", to, from, effect.value);
    case Kind::Mask:
      return fmt::format("{} = {} & {}", to, from, effect.value);
    case Kind::Flip:
      return fmt::format("{} = {} ^ {}", to, from, effect.value);
    case Kind::AddressOf:
      return fmt::format("{} = &{}", to, memory(effect.memory));
    case Kind::Load:
      return fmt::format("{} = load{} {}", to, effect.size, memory(effect.memory));
    case Kind::Store:
      return fmt::format("store{} {} = {}", effect.size, memory(effect.memory),
                         effect.constant ? std::to_string(effect.value) : from);
    case Kind::Either:
      return fmt::format("{} or= {}", to, from);
    case Kind::Difference:
      return fmt::format("{} = {} - {}", to, name(effect.memory.base), name(effect.memory.index));
    case Kind::Multiply:
      return fmt::format("{} *= {}", to, from);
    }
    return "wrong";
  }

  static std::string_view flow(machine::Flow flow) {
    switch (flow) {
    case machine::Flow::Next:
      return "next";
    case machine::Flow::Branch:
      return "branch";
    case machine::Flow::Jump:
      return "jump";
    case machine::Flow::Call:
      return "call";
    case machine::Flow::Return:
      return "return";
    case machine::Flow::Stop:
      return "stop";
    }
    return "wrong";
  }

  machine::Arch arch_;
};

/// What a row of a table says.
struct MachineRow {
  std::string_view hex;
  std::string_view assembly;
  std::string_view expected;
};

inline std::vector<std::byte> bytesOf(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(std::byte(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

} // namespace fsfind::test

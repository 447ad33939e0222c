#include "c2c-ingest/machine/LlvmTarget.h"

#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <string>

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86Disassembler();
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64Disassembler();
}

namespace fsfind::machine {

namespace {

void registerTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64Disassembler();
  });
}

/// LLVM takes triples as strings up to version 21 and as Triple from 22.
template <typename Call> auto withTriple(const llvm::Triple &triple, Call call) {
  if constexpr (requires { call(triple); })
    return call(triple);
  else
    return call(triple.str());
}

const llvm::Target *findTarget(const llvm::Triple &triple) {
  registerTargets();
  std::string error;
  return withTriple(
      triple, [&](const auto &name) -> decltype(llvm::TargetRegistry::lookupTarget(name, error)) {
        return llvm::TargetRegistry::lookupTarget(name, error);
      });
}

/// Names by DWARF number (see Register).
constexpr std::array kX86Names = {"RAX", "RDX", "RCX", "RBX", "RSI", "RDI", "RBP", "RSP",
                                  "R8",  "R9",  "R10", "R11", "R12", "R13", "R14", "R15"};
constexpr std::array kAArch64Names = {"X0",  "X1",  "X2",  "X3",  "X4",  "X5",  "X6",  "X7",
                                      "X8",  "X9",  "X10", "X11", "X12", "X13", "X14", "X15",
                                      "X16", "X17", "X18", "X19", "X20", "X21", "X22", "X23",
                                      "X24", "X25", "X26", "X27", "X28", "FP",  "LR",  "SP"};

std::span<const char *const> generalRegisters(Arch arch) {
  if (arch == Arch::X86_64)
    return kX86Names;
  return kAArch64Names;
}

constexpr unsigned kSecondSyntax = 1;

} // namespace

std::unique_ptr<LlvmTarget> LlvmTarget::create(Arch arch) {
  const bool x86 = arch == Arch::X86_64;
  const llvm::Triple triple(x86 ? "x86_64-unknown-linux-gnu" : "aarch64-unknown-linux-gnu");
  const llvm::Target *target = findTarget(triple);
  if (target == nullptr)
    return nullptr;
  std::unique_ptr<LlvmTarget> made(new LlvmTarget);
  made->registers_.reset(
      withTriple(triple, [&](const auto &name) -> decltype(target->createMCRegInfo(name)) {
        return target->createMCRegInfo(name);
      }));
  const llvm::MCTargetOptions options;
  made->assembly_.reset(withTriple(
      triple,
      [&](const auto &name) -> decltype(target->createMCAsmInfo(*made->registers_, name, options)) {
        return target->createMCAsmInfo(*made->registers_, name, options);
      }));
  made->opcodes_.reset(target->createMCInstrInfo());
  made->subtarget_.reset(withTriple(
      triple, [&](const auto &name) -> decltype(target->createMCSubtargetInfo(name, "", "")) {
        return target->createMCSubtargetInfo(name, "", x86 ? "" : "+all");
      }));
  made->context_ = std::make_unique<llvm::MCContext>(
      triple, made->assembly_.get(), made->registers_.get(), made->subtarget_.get());
  made->disassembler_.reset(target->createMCDisassembler(*made->subtarget_, *made->context_));
  made->printer_.reset(target->createMCInstPrinter(triple, kSecondSyntax, *made->assembly_,
                                                   *made->opcodes_, *made->registers_));
  if (!made->disassembler_ || !made->printer_)
    return nullptr;
  made->addGeneralRegisters(arch);
  return made;
}

void LlvmTarget::addGeneralRegisters(Arch arch) {
  parts_.resize(registers_->getNumRegs());
  const auto names = generalRegisters(arch);
  for (unsigned number = 1; number < parts_.size(); ++number) {
    if (registerName(number) == (arch == Arch::X86_64 ? "EFLAGS" : "NZCV"))
      flags_ = number;
    for (std::size_t reg = 0; reg < names.size(); ++reg)
      if (registerName(number) == names[reg])
        addParts(number, static_cast<Register>(reg));
  }
}

/// Sizes are those of the register classes GR8 to GR64, GPR32all and GPR64all.
void LlvmTarget::addParts(unsigned whole, Register reg) {
  for (const auto sub : registers_->subregs_inclusive(whole)) {
    RegisterPart &part = parts_[static_cast<unsigned>(sub)];
    part.reg = reg;
    for (const llvm::MCRegisterClass &group : registers_->regclasses()) {
      const llvm::StringRef name = registers_->getRegClassName(&group);
      if (group.contains(sub) && (name.starts_with("GR") || name.starts_with("GPR")))
        part.size = static_cast<std::uint8_t>(group.getSizeInBits() / 8);
    }
    const llvm::StringRef name = registerName(static_cast<unsigned>(sub));
    part.high = name.size() == 2 && name[1] == 'H';
  }
}

std::size_t LlvmTarget::disassemble(llvm::MCInst &instruction, std::span<const std::byte> bytes,
                                    std::uint64_t address) const {
  const llvm::ArrayRef<std::uint8_t> data(reinterpret_cast<const std::uint8_t *>(bytes.data()),
                                          bytes.size());
  std::uint64_t length = 0;
  const auto status =
      disassembler_->getInstruction(instruction, length, data, address, llvm::nulls());
  if (status == llvm::MCDisassembler::Fail || length > bytes.size())
    return 0;
  return length;
}

const llvm::MCInstrDesc &LlvmTarget::describe(unsigned opcode) const {
  return opcodes_->get(opcode);
}

llvm::StringRef LlvmTarget::opcodeName(unsigned opcode) const {
  return opcodes_->getName(opcode);
}

unsigned LlvmTarget::opcodeCount() const {
  return opcodes_->getNumOpcodes();
}

llvm::StringRef LlvmTarget::registerName(unsigned number) const {
  return registers_->getName(number);
}

const RegisterPart &LlvmTarget::part(unsigned number) const {
  static constexpr RegisterPart kNone;
  return number < parts_.size() ? parts_[number] : kNone;
}

std::vector<Register> LlvmTarget::generalRegistersIn(unsigned number) const {
  std::vector<Register> found;
  if (number == 0 || number >= parts_.size())
    return found;
  for (const auto sub : registers_->subregs_inclusive(number)) {
    const Register reg = part(static_cast<unsigned>(sub)).reg;
    if (reg != kNoRegister && std::find(found.begin(), found.end(), reg) == found.end())
      found.push_back(reg);
  }
  return found;
}

std::string LlvmTarget::print(const llvm::MCInst &instruction) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  printer_->printInst(&instruction, 0, "", *subtarget_, out);
  return text;
}

} // namespace fsfind::machine

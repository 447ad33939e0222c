#include "c2c-ingest/machine/X86Meaning.h"

#include "rules/model/ListedNames.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace fsfind::machine {

namespace {

using X86Rule = std::pair<std::string_view, X86Verb>;

/// Found by the letters before the width, in whatever form: ADD of ADD64rr.
constexpr std::array kByLetters = {
    X86Rule{"MOV", X86Verb::Move},
    X86Rule{"MOVZX", X86Verb::MoveExtended},
    X86Rule{"MOVSX", X86Verb::MoveExtended},
    X86Rule{"LEA", X86Verb::LoadAddress},
    X86Rule{"ADD", X86Verb::Add},
    X86Rule{"SUB", X86Verb::Subtract},
    X86Rule{"INC", X86Verb::Increment},
    X86Rule{"DEC", X86Verb::Decrement},
    X86Rule{"SHL", X86Verb::ShiftLeft},
    X86Rule{"SAL", X86Verb::ShiftLeft},
    X86Rule{"SHR", X86Verb::ShiftRight},
    X86Rule{"IMUL", X86Verb::Multiply},
    X86Rule{"AND", X86Verb::And},
    X86Rule{"OR", X86Verb::Or},
    X86Rule{"XOR", X86Verb::Xor},
    X86Rule{"BTS", X86Verb::BitTestAndChange},
    X86Rule{"BTR", X86Verb::BitTestAndChange},
    X86Rule{"BTC", X86Verb::BitTestAndChange},
    X86Rule{"CMOV", X86Verb::ConditionalMove},
    X86Rule{"XCHG", X86Verb::Exchange},
    X86Rule{"XADD", X86Verb::ExchangeAdd},
    X86Rule{"LXADD", X86Verb::ExchangeAdd},
    X86Rule{"CMPXCHG", X86Verb::CompareExchange},
    X86Rule{"LCMPXCHG", X86Verb::CompareExchange},
};

constexpr std::array kByPrefix = {
    X86Rule{"PUSH", X86Verb::Push},
    X86Rule{"POP16", X86Verb::Pop},
    X86Rule{"POP64", X86Verb::Pop},
    X86Rule{"POPP64", X86Verb::Pop},
    X86Rule{"POPF16", X86Verb::Pop},
    X86Rule{"POPF64", X86Verb::Pop},
    X86Rule{"POPFS", X86Verb::Pop},
    X86Rule{"POPGS", X86Verb::Pop},
    X86Rule{"LEAVE", X86Verb::Leave},
    X86Rule{"CALL", X86Verb::Call},
    X86Rule{"FARCALL", X86Verb::Call},
    X86Rule{"JMP", X86Verb::Jump},
    X86Rule{"FARJMP", X86Verb::Jump},
    X86Rule{"JCC", X86Verb::Branch},
    X86Rule{"JECXZ", X86Verb::Branch},
    X86Rule{"JRCXZ", X86Verb::Branch},
    X86Rule{"LOOP", X86Verb::Branch},
    X86Rule{"XBEGIN_", X86Verb::Branch},
    X86Rule{"RET", X86Verb::Return},
    X86Rule{"LRET", X86Verb::Return},
    X86Rule{"IRET", X86Verb::Return},
    X86Rule{"SYSRET", X86Verb::Return},
    X86Rule{"SYSEXIT", X86Verb::Return},
    X86Rule{"UD1", X86Verb::Stop},
    X86Rule{"UD2", X86Verb::Stop},
    X86Rule{"SYSCALL", X86Verb::SystemCall},
    X86Rule{"SYSENTER", X86Verb::SystemCall},
};

constexpr std::array kByWholeName = {
    X86Rule{"MOVZX32rr8", X86Verb::ByteExtended},
    X86Rule{"SETCCr", X86Verb::SetCondition},
    X86Rule{"MOVZX64rr8", X86Verb::ByteExtended},
    X86Rule{"TRAP", X86Verb::Stop},
    X86Rule{"HLT", X86Verb::Stop},
    X86Rule{"INT3", X86Verb::Stop},
    X86Rule{"MOVSX64rr32", X86Verb::SignExtended},
    X86Rule{"CDQE", X86Verb::SignExtended},
    X86Rule{"XLAT", X86Verb::TranslateByte},
};

constexpr std::array kStrings = {
    X86Rule{"MOVS", X86Verb::MoveString},     X86Rule{"STOS", X86Verb::StoreString},
    X86Rule{"LODS", X86Verb::LoadString},     X86Rule{"SCAS", X86Verb::ScanString},
    X86Rule{"CMPS", X86Verb::CompareStrings},
};

/// Opcodes that do not access their memory operand: hints, and computed addresses.
constexpr std::array<std::string_view, 11> kTouchNothing = {
    "LEA",    "NOOP", "PREFETCH", "CLFLUSH", "CLWB", "CLDEMOTE",
    "INVLPG", "UD1",  "BNDCL",    "BNDCU",   "BNDMK"};

/// What Intel's syntax calls a memory operand of so many bytes.
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 9> kIntelSizes = {{
    {"byte ptr", 1},
    {"xmmword ptr", 16},
    {"ymmword ptr", 32},
    {"zmmword ptr", 64},
    {"dword ptr", 4},
    {"qword ptr", 8},
    {"fword ptr", 6},
    {"tbyte ptr", 10},
    {"word ptr", 2},
}};

constexpr std::uint8_t kBitsPerByte = 8;

struct OpcodeName {
  std::string_view letters; ///< ADD of ADD64ri8
  unsigned bits = 0;        ///< 64
  std::string_view form;    ///< ri8
};

OpcodeName parse(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  OpcodeName parsed;
  const std::size_t digits = std::min(name.find_first_of(kDigits), name.size());
  parsed.letters = name.substr(0, digits);
  const std::size_t end = std::min(name.find_first_not_of(kDigits, digits), name.size());
  for (const char digit : name.substr(digits, std::min<std::size_t>(end - digits, 3)))
    parsed.bits = parsed.bits * 10 + static_cast<unsigned>(digit - '0');
  parsed.form = name.substr(end);
  return parsed;
}

template <typename Rules> const X86Rule *findEqual(const Rules &rules, std::string_view name) {
  for (const X86Rule &rule : rules)
    if (rule.first == name)
      return &rule;
  return nullptr;
}

template <typename Rules> const X86Rule *findPrefix(const Rules &rules, std::string_view name) {
  for (const X86Rule &rule : rules)
    if (name.starts_with(rule.first))
      return &rule;
  return nullptr;
}

/// MOVSB, MOVSW, MOVSL, MOVSQ: not MOVSDrm, which is SSE's.
X86Verb stringVerb(std::string_view name) {
  constexpr std::string_view kWidths = "BWLQ";
  if (name.size() != 5 || kWidths.find(name.back()) == std::string_view::npos)
    return X86Verb::Other;
  const X86Rule *rule = findEqual(kStrings, name.substr(0, 4));
  return rule == nullptr ? X86Verb::Other : rule->second;
}

/// Shifts by a register's value (form rCL) have no verb; form r1 shifts by one bit.
X86Verb generalVerb(const OpcodeName &name) {
  const X86Rule *rule = findEqual(kByLetters, name.letters);
  if (rule == nullptr || (name.bits != 64 && name.bits != 32 && name.bits != 16 && name.bits != 8))
    return X86Verb::Other;
  const bool shift = rule->second == X86Verb::ShiftLeft || rule->second == X86Verb::ShiftRight;
  if (shift && name.form.starts_with("rCL"))
    return X86Verb::Other;
  return rule->second;
}

X86Verb verbOf(std::string_view name) {
  if (const X86Rule *rule = findEqual(kByWholeName, name))
    return rule->second;
  if (const X86Rule *rule = findPrefix(kByPrefix, name))
    return rule->second;
  if (const X86Verb verb = stringVerb(name); verb != X86Verb::Other)
    return verb;
  return generalVerb(parse(name));
}

std::uint8_t stringWidth(char letter) {
  switch (letter) {
  case 'B':
    return 1;
  case 'W':
    return 2;
  case 'L':
    return 4;
  default:
    return 8;
  }
}

std::uint8_t widthOf(X86Verb verb, std::string_view name) {
  if (verb >= X86Verb::MoveString && verb <= X86Verb::CompareStrings)
    return stringWidth(name.back());
  if (name == "LEA64_32r")
    return 4;
  const unsigned bits = parse(name).bits;
  return bits <= 64 ? static_cast<std::uint8_t>(bits / kBitsPerByte) : 0;
}

/// LLVM's tables do not say how wide a memory operand is, but its printer does.
std::uint8_t printedSize(const llvm::MCInst &instruction, const LlvmTarget &target) {
  const std::string text = target.print(instruction);
  for (const auto &[word, size] : kIntelSizes)
    if (const auto at = text.find(word);
        at != std::string::npos && (at == 0 || text[at - 1] < 'a' || text[at - 1] > 'z'))
      return size;
  return 0;
}

/// True for BT and the like with a bit number in a register, which may lead far beyond the operand.
bool isBitString(std::string_view name) {
  return name.starts_with("BT") && name.ends_with("mr");
}

void describeMemory(X86Meaning &meaning, const llvm::MCInst &instruction,
                    const LlvmTarget &target) {
  const llvm::MCInstrDesc &description = target.describe(instruction.getOpcode());
  const std::string_view name = target.opcodeName(instruction.getOpcode());
  const auto operands = description.operands();
  std::size_t first = 0;
  while (first < operands.size() && operands[first].OperandType != llvm::MCOI::OPERAND_MEMORY)
    ++first;
  if (meaning.verb == X86Verb::LoadAddress)
    first = 1;
  std::size_t end = first;
  while (end < operands.size() && end < first + 5 &&
         (operands[end].OperandType == llvm::MCOI::OPERAND_MEMORY ||
          meaning.verb == X86Verb::LoadAddress))
    ++end;
  if (end - first != 5 && end - first != 2)
    return;
  meaning.memory_first = static_cast<std::uint8_t>(first);
  meaning.memory_count = static_cast<std::uint8_t>(end - first);
  if (startsWithOneOf(name, kTouchNothing))
    return;
  meaning.store = description.mayStore();
  meaning.load = description.mayLoad() || !meaning.store;
  if (!isBitString(name))
    meaning.memory_size = printedSize(instruction, target);
}

} // namespace

X86Meaning x86MeaningOf(const llvm::MCInst &instruction, const LlvmTarget &target) {
  const std::string_view name = target.opcodeName(instruction.getOpcode());
  X86Meaning meaning;
  meaning.verb = verbOf(name);
  meaning.width = widthOf(meaning.verb, name);
  if (meaning.verb < X86Verb::MoveString)
    describeMemory(meaning, instruction, target);
  return meaning;
}

} // namespace fsfind::machine

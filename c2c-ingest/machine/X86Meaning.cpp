#include "c2c-ingest/machine/X86Meaning.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace fsfind::machine {

namespace {

using Rule = std::pair<std::string_view, X86Verb>;

/// Found by the letters before the width, in whatever form: ADD of ADD64rr.
constexpr std::array kByLetters = {
    Rule{"MOV", X86Verb::Move},
    Rule{"MOVZX", X86Verb::MoveExtended},
    Rule{"MOVSX", X86Verb::MoveExtended},
    Rule{"LEA", X86Verb::LoadAddress},
    Rule{"ADD", X86Verb::Add},
    Rule{"SUB", X86Verb::Subtract},
    Rule{"INC", X86Verb::Increment},
    Rule{"DEC", X86Verb::Decrement},
    Rule{"SHL", X86Verb::ShiftLeft},
    Rule{"SAL", X86Verb::ShiftLeft},
    Rule{"SHR", X86Verb::ShiftRight},
    Rule{"IMUL", X86Verb::Multiply},
    Rule{"AND", X86Verb::And},
    Rule{"OR", X86Verb::Or},
    Rule{"XOR", X86Verb::Xor},
    Rule{"BTS", X86Verb::BitTestAndChange},
    Rule{"BTR", X86Verb::BitTestAndChange},
    Rule{"BTC", X86Verb::BitTestAndChange},
    Rule{"CMOV", X86Verb::ConditionalMove},
    Rule{"XCHG", X86Verb::Exchange},
    Rule{"XADD", X86Verb::ExchangeAdd},
    Rule{"LXADD", X86Verb::ExchangeAdd},
    Rule{"CMPXCHG", X86Verb::CompareExchange},
    Rule{"LCMPXCHG", X86Verb::CompareExchange},
};

constexpr std::array kByPrefix = {
    Rule{"PUSH", X86Verb::Push},
    Rule{"POP16", X86Verb::Pop},
    Rule{"POP64", X86Verb::Pop},
    Rule{"POPP64", X86Verb::Pop},
    Rule{"POPF16", X86Verb::Pop},
    Rule{"POPF64", X86Verb::Pop},
    Rule{"POPFS", X86Verb::Pop},
    Rule{"POPGS", X86Verb::Pop},
    Rule{"LEAVE", X86Verb::Leave},
    Rule{"CALL", X86Verb::Call},
    Rule{"FARCALL", X86Verb::Call},
    Rule{"JMP", X86Verb::Jump},
    Rule{"FARJMP", X86Verb::Jump},
    Rule{"JCC", X86Verb::Branch},
    Rule{"JECXZ", X86Verb::Branch},
    Rule{"JRCXZ", X86Verb::Branch},
    Rule{"LOOP", X86Verb::Branch},
    Rule{"XBEGIN_", X86Verb::Branch},
    Rule{"RET", X86Verb::Return},
    Rule{"LRET", X86Verb::Return},
    Rule{"IRET", X86Verb::Return},
    Rule{"SYSRET", X86Verb::Return},
    Rule{"SYSEXIT", X86Verb::Return},
    Rule{"UD1", X86Verb::Stop},
    Rule{"UD2", X86Verb::Stop},
    Rule{"SYSCALL", X86Verb::SystemCall},
    Rule{"SYSENTER", X86Verb::SystemCall},
};

constexpr std::array kByName = {
    Rule{"MOVZX32rr8", X86Verb::ByteExtended},
    Rule{"SETCCr", X86Verb::SetCondition},
    Rule{"MOVZX64rr8", X86Verb::ByteExtended},
    Rule{"TRAP", X86Verb::Stop},
    Rule{"HLT", X86Verb::Stop},
    Rule{"INT3", X86Verb::Stop},
    Rule{"MOVSX64rr32", X86Verb::SignExtended},
    Rule{"CDQE", X86Verb::SignExtended},
    Rule{"XLAT", X86Verb::TranslateByte},
};

constexpr std::array kStrings = {
    Rule{"MOVS", X86Verb::MoveString},     Rule{"STOS", X86Verb::StoreString},
    Rule{"LODS", X86Verb::LoadString},     Rule{"SCAS", X86Verb::ScanString},
    Rule{"CMPS", X86Verb::CompareStrings},
};

/// Opcodes that do not access their memory operand: hints, and computed addresses.
constexpr std::array<std::string_view, 11> kTouchNothing = {
    "LEA",    "NOOP", "PREFETCH", "CLFLUSH", "CLWB", "CLDEMOTE",
    "INVLPG", "UD1",  "BNDCL",    "BNDCU",   "BNDMK"};

/// What Intel's syntax calls a memory operand of so many bytes.
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 9> kSizes = {{
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

template <typename Rules> const Rule *findEqual(const Rules &rules, std::string_view name) {
  for (const Rule &rule : rules)
    if (rule.first == name)
      return &rule;
  return nullptr;
}

template <typename Rules> const Rule *findPrefix(const Rules &rules, std::string_view name) {
  for (const Rule &rule : rules)
    if (name.starts_with(rule.first))
      return &rule;
  return nullptr;
}

/// MOVSB, MOVSW, MOVSL, MOVSQ: not MOVSDrm, which is SSE's.
X86Verb stringVerb(std::string_view name) {
  constexpr std::string_view kWidths = "BWLQ";
  if (name.size() != 5 || kWidths.find(name.back()) == std::string_view::npos)
    return X86Verb::Other;
  const Rule *rule = findEqual(kStrings, name.substr(0, 4));
  return rule == nullptr ? X86Verb::Other : rule->second;
}

/// Shifts by a register's value (form rCL) have no verb; form r1 shifts by one bit.
X86Verb generalVerb(const OpcodeName &name) {
  const Rule *rule = findEqual(kByLetters, name.letters);
  if (rule == nullptr || (name.bits != 64 && name.bits != 32 && name.bits != 16 && name.bits != 8))
    return X86Verb::Other;
  const bool shift = rule->second == X86Verb::ShiftLeft || rule->second == X86Verb::ShiftRight;
  if (shift && name.form.starts_with("rCL"))
    return X86Verb::Other;
  return rule->second;
}

X86Verb verbOf(std::string_view name) {
  if (const Rule *rule = findEqual(kByName, name))
    return rule->second;
  if (const Rule *rule = findPrefix(kByPrefix, name))
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
  for (const auto &[word, size] : kSizes)
    if (const auto at = text.find(word);
        at != std::string::npos && (at == 0 || text[at - 1] < 'a' || text[at - 1] > 'z'))
      return size;
  return 0;
}

/// True for BT and the like with a bit number in a register, which may lead far beyond the operand.
bool isBitString(std::string_view name) {
  return name.starts_with("BT") && name.ends_with("mr");
}

bool touchesNothing(std::string_view name) {
  return std::any_of(kTouchNothing.begin(), kTouchNothing.end(),
                     [&](std::string_view hint) { return name.starts_with(hint); });
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
  if (touchesNothing(name))
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

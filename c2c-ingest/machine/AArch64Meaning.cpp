#include "c2c-ingest/machine/AArch64Meaning.h"

#include "rules/model/ListedNames.h"

#include <array>
#include <string_view>
#include <utility>

namespace fsfind::machine {

namespace {

using AArch64Rule = std::pair<std::string_view, AArch64Verb>;

/// Names without the W or X before the form: ADDri of ADDXri.
constexpr std::array kGeneral = {
    AArch64Rule{"ADDri", AArch64Verb::AddImmediate},
    AArch64Rule{"ADDSri", AArch64Verb::AddImmediate},
    AArch64Rule{"SUBri", AArch64Verb::SubtractImmediate},
    AArch64Rule{"SUBSri", AArch64Verb::SubtractImmediate},
    AArch64Rule{"ADDrs", AArch64Verb::AddShifted},
    AArch64Rule{"ADDSrs", AArch64Verb::AddShifted},
    AArch64Rule{"SUBrs", AArch64Verb::SubtractShifted},
    AArch64Rule{"SUBSrs", AArch64Verb::SubtractShifted},
    AArch64Rule{"ADDrx", AArch64Verb::AddExtended},
    AArch64Rule{"ADDSrx", AArch64Verb::AddExtended},
    AArch64Rule{"ADDrx64", AArch64Verb::AddExtended},
    AArch64Rule{"ADDSrx64", AArch64Verb::AddExtended},
    AArch64Rule{"ORRrs", AArch64Verb::OrShifted},
    AArch64Rule{"ORRri", AArch64Verb::OrImmediate},
    AArch64Rule{"ANDri", AArch64Verb::AndImmediate},
    AArch64Rule{"MOVZi", AArch64Verb::MoveWide},
    AArch64Rule{"MOVNi", AArch64Verb::MoveWideNot},
    AArch64Rule{"MOVKi", AArch64Verb::MoveWideKeep},
    AArch64Rule{"UBFMri", AArch64Verb::UnsignedBitfield},
    AArch64Rule{"SBFMri", AArch64Verb::SignedBitfield},
    AArch64Rule{"MADDrrr", AArch64Verb::MultiplyAdd},
    AArch64Rule{"CSELr", AArch64Verb::Select},
};

constexpr std::array kAArch64Verbs = {
    AArch64Rule{"ADR", AArch64Verb::Address},
    AArch64Rule{"ADRP", AArch64Verb::PageAddress},
    AArch64Rule{"SMADDLrrr", AArch64Verb::MultiplyAdd},
    AArch64Rule{"UMADDLrrr", AArch64Verb::MultiplyAdd},
    AArch64Rule{"SVC", AArch64Verb::SystemCall},
    AArch64Rule{"MRS", AArch64Verb::ReadSystemRegister},
    AArch64Rule{"BRK", AArch64Verb::Stop},
    AArch64Rule{"HLT", AArch64Verb::Stop},
    AArch64Rule{"UDF", AArch64Verb::Stop},
    AArch64Rule{"SYSxt", AArch64Verb::ZeroBlock},
};

/// ADDXri -> ADDri of 8 bytes; false if there is no width before the form.
bool takeWidth(std::string &name, std::uint8_t &width) {
  const auto form = name.find_first_of("abcdefghijklmnopqrstuvwxyz");
  if (form == std::string::npos || form == 0 || (name[form - 1] != 'X' && name[form - 1] != 'W'))
    return false;
  width = name[form - 1] == 'X' ? 8 : 4;
  name.erase(form - 1, 1);
  return true;
}

template <typename Rules>
std::optional<AArch64Verb> find(const Rules &rules, std::string_view name) {
  for (const auto &[known, verb] : rules)
    if (known == name)
      return verb;
  return std::nullopt;
}

std::uint8_t elementBytes(char letter) {
  constexpr std::string_view kLetters = "bhsd";
  const auto power = kLetters.find(letter);
  return power == std::string_view::npos ? std::uint8_t{0} : static_cast<std::uint8_t>(1U << power);
}

unsigned numberAt(std::string_view text) {
  unsigned number = 0;
  for (const char digit : text.substr(0, 2))
    if (digit >= '0' && digit <= '9')
      number = number * 10 + static_cast<unsigned>(digit - '0');
  return number;
}

unsigned vectorsIn(std::string_view name) {
  constexpr std::array<std::string_view, 4> kCounts = {"One", "Two", "Three", "Four"};
  for (std::size_t i = 0; i < kCounts.size(); ++i)
    if (name.find(kCounts[i]) != std::string_view::npos)
      return static_cast<unsigned>(i + 1);
  return 1;
}

/// LD1Fourv16b: 4 vectors of 16 bytes; LD2Rv8h: 2 elements to all lanes; ST3i32: 3 elements.
std::uint8_t structureSize(std::string_view name) {
  constexpr std::size_t kAfterCount = 3; // LD2
  const auto elements = static_cast<unsigned>(name[2] - '0');
  const std::string_view rest = name.substr(kAfterCount);
  if (rest.starts_with("i"))
    return static_cast<std::uint8_t>(elements * numberAt(rest.substr(1)) / 8);
  const auto shape = rest.find('v');
  const auto letter = rest.find_first_of("bhsd", shape);
  if (shape == std::string_view::npos || letter == std::string_view::npos)
    return 0;
  const unsigned bytes = elementBytes(rest[letter]);
  if (rest.starts_with("R"))
    return static_cast<std::uint8_t>(elements * bytes);
  return static_cast<std::uint8_t>(vectorsIn(rest) * numberAt(rest.substr(shape + 1)) * bytes);
}

bool isStructure(std::string_view name) {
  return name.size() > 4 && (name.starts_with("LD") || name.starts_with("ST")) && name[2] >= '1' &&
         name[2] <= '4' && (name[3] == 'i' || name.find('v') != std::string_view::npos);
}

constexpr std::array<std::string_view, 7> kWithoutAccess = {"PRF", "HINT", "DMB",  "DSB",
                                                            "ISB", "MSR",  "CLREX"};

} // namespace

AArch64Meaning aarch64MeaningOf(unsigned opcode, const LlvmTarget &target) {
  const std::string_view name = target.opcodeName(opcode);
  if (const auto access = aarch64AccessOf(name))
    return *access;
  AArch64Meaning meaning;
  if (const auto verb = find(kAArch64Verbs, name)) {
    meaning.verb = *verb;
    return meaning;
  }
  std::string general(name);
  if (takeWidth(general, meaning.width))
    if (const auto verb = find(kGeneral, general)) {
      meaning.verb = *verb;
      return meaning;
    }
  const llvm::MCInstrDesc &description = target.describe(opcode);
  if (startsWithOneOf(name, kWithoutAccess))
    return meaning;
  meaning.load = description.mayLoad();
  meaning.store = description.mayStore();
  if (!meaning.load && !meaning.store)
    return meaning;
  meaning.verb = isStructure(name) ? AArch64Verb::StructureAccess : AArch64Verb::UnknownAccess;
  if (isStructure(name))
    meaning.size = structureSize(name);
  if (name.ends_with("_POST"))
    meaning.mode = AArch64Mode::PostIndex;
  return meaning;
}

} // namespace fsfind::machine

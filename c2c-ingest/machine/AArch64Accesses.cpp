#include "c2c-ingest/machine/AArch64Meaning.h"

#include <array>
#include <string_view>
#include <utility>

namespace fsfind::machine {

namespace {

using Size = std::pair<std::string_view, std::uint8_t>;

/// How names of opcodes spell the registers moved, with bytes: bytes and halves of general
/// registers (BB, HH, and with their sign SBW to SW), general registers, vector registers. Longer
/// names first.
constexpr std::array kRegisterSizes = {
    Size{"SBW", 1}, Size{"SBX", 1}, Size{"SHW", 2}, Size{"SHX", 2}, Size{"SW", 4},
    Size{"BB", 1},  Size{"HH", 2},  Size{"W", 4},   Size{"X", 8},   Size{"B", 1},
    Size{"H", 2},   Size{"S", 4},   Size{"D", 8},   Size{"Q", 16},  Size{"b", 1},
    Size{"h", 2},   Size{"s", 4},   Size{"d", 8},   Size{"q", 16},
};

struct Family {
  std::string_view prefix;
  std::uint8_t registers = 1;
  bool load = false;
  bool unscaled = false;
};

constexpr std::array kPlain = {
    Family{"LDAPUR", 1, true, true}, Family{"STLUR", 1, false, true},
    Family{"LDUR", 1, true, true},   Family{"STUR", 1, false, true},
    Family{"LDTR", 1, true, true},   Family{"STTR", 1, false, true},
    Family{"LDR", 1, true, false},   Family{"STR", 1, false, false},
    Family{"LDNP", 2, true, false},  Family{"STNP", 2, false, false},
    Family{"LDP", 2, true, false},   Family{"STP", 2, false, false},
};

/// Accesses whose address is only a base register: acquire, release, exclusive.
struct Ordered {
  std::string_view prefix;
  std::uint8_t registers = 1;
  bool load = false;
  bool has_status = false;
};

constexpr std::array kOrdered = {
    Ordered{"LDAR", 1, true},         Ordered{"LDLAR", 1, true},
    Ordered{"LDXR", 1, true},         Ordered{"LDAXR", 1, true},
    Ordered{"LDAPR", 1, true},        Ordered{"STLR", 1, false},
    Ordered{"STLLR", 1, false},       Ordered{"LDXP", 2, true},
    Ordered{"LDAXP", 2, true},        Ordered{"STXR", 1, false, true},
    Ordered{"STLXR", 1, false, true}, Ordered{"STXP", 2, false, true},
    Ordered{"STLXP", 2, false, true},
};

using Atomic = std::pair<std::string_view, AArch64Verb>;
constexpr std::array kAtomics = {
    Atomic{"LDADD", AArch64Verb::ReadModifyWrite},
    Atomic{"LDCLR", AArch64Verb::ReadModifyWrite},
    Atomic{"LDEOR", AArch64Verb::ReadModifyWrite},
    Atomic{"LDSET", AArch64Verb::ReadModifyWrite},
    Atomic{"LDSMAX", AArch64Verb::ReadModifyWrite},
    Atomic{"LDSMIN", AArch64Verb::ReadModifyWrite},
    Atomic{"LDUMAX", AArch64Verb::ReadModifyWrite},
    Atomic{"LDUMIN", AArch64Verb::ReadModifyWrite},
    Atomic{"SWP", AArch64Verb::Swap},
    Atomic{"CASP", AArch64Verb::ComparePair},
    Atomic{"CAS", AArch64Verb::ReadModifyWrite},
};

using Suffix = std::pair<std::string_view, AArch64Mode>;
constexpr std::array kSuffixes = {
    Suffix{"ui", AArch64Mode::Scaled},          Suffix{"i", AArch64Mode::Scaled},
    Suffix{"pre", AArch64Mode::PreIndex},       Suffix{"post", AArch64Mode::PostIndex},
    Suffix{"roW", AArch64Mode::RegisterOffset}, Suffix{"roX", AArch64Mode::RegisterOffset},
    Suffix{"l", AArch64Mode::Literal},
};

std::optional<std::uint8_t> takeSize(std::string_view &name) {
  for (const auto &[spelling, size] : kRegisterSizes)
    if (name.starts_with(spelling)) {
      name.remove_prefix(spelling.size());
      return size;
    }
  return std::nullopt;
}

std::optional<AArch64Mode> modeOf(std::string_view suffix) {
  for (const auto &[spelling, mode] : kSuffixes)
    if (suffix == spelling)
      return mode;
  return std::nullopt;
}

/// LDRXui, STPQpre, LDURSWi, LDAPURi (a byte).
std::optional<AArch64Meaning> plain(std::string_view name) {
  for (const Family &family : kPlain) {
    if (!name.starts_with(family.prefix))
      continue;
    std::string_view rest = name.substr(family.prefix.size());
    const auto size = rest == "i" ? std::optional<std::uint8_t>(1) : takeSize(rest);
    const auto mode = modeOf(rest);
    if (!size || !mode)
      return std::nullopt;
    AArch64Meaning meaning{.verb = AArch64Verb::Access, .mode = *mode};
    if (family.unscaled)
      meaning.mode = AArch64Mode::Unscaled;
    meaning.size = *size;
    meaning.count = family.registers;
    const bool indexed = *mode == AArch64Mode::PreIndex || *mode == AArch64Mode::PostIndex;
    meaning.data_first = indexed ? 1 : 0;
    meaning.base = static_cast<std::uint8_t>(meaning.data_first + meaning.count);
    meaning.load = family.load;
    meaning.store = !family.load;
    return meaning;
  }
  return std::nullopt;
}

/// The size, if `rest` is only B, H, W or X.
std::optional<std::uint8_t> onlySize(std::string_view rest) {
  const auto size = takeSize(rest);
  return rest.empty() ? size : std::nullopt;
}

std::optional<AArch64Meaning> ordered(std::string_view name) {
  for (const Ordered &family : kOrdered) {
    if (!name.starts_with(family.prefix))
      continue;
    const auto size = onlySize(name.substr(family.prefix.size()));
    if (!size)
      continue;
    AArch64Meaning meaning{.verb = AArch64Verb::Access, .size = *size, .count = family.registers};
    if (family.has_status) {
      meaning.verb = AArch64Verb::StoreExclusive;
      meaning.change = Change::Compare;
      meaning.data_first = 1;
    }
    meaning.base = static_cast<std::uint8_t>(meaning.data_first + meaning.count);
    meaning.load = family.load;
    meaning.store = !family.load;
    return meaning;
  }
  return std::nullopt;
}

Change changeOf(std::string_view atomic) {
  if (atomic == "LDADD")
    return Change::Add;
  if (atomic.starts_with("CAS"))
    return Change::Compare;
  return atomic == "SWP" ? Change::Replace : Change::Combine;
}

/// LDADD, LDADDA, LDADDL or LDADDAL with B, H, W or X.
std::optional<AArch64Meaning> atomic(std::string_view name) {
  for (const auto &[prefix, verb] : kAtomics) {
    if (!name.starts_with(prefix))
      continue;
    std::string_view rest = name.substr(prefix.size());
    for (const std::string_view order : {"AL", "A", "L"})
      if (rest.starts_with(order)) {
        rest.remove_prefix(order.size());
        break;
      }
    const auto size = onlySize(rest);
    if (!size)
      continue;
    AArch64Meaning meaning{.verb = verb, .size = *size, .base = 2, .load = true, .store = true};
    meaning.change = changeOf(prefix);
    if (prefix.starts_with("CAS"))
      meaning.base = 3;
    if (verb == AArch64Verb::ComparePair)
      meaning.count = 2;
    return meaning;
  }
  return std::nullopt;
}

} // namespace

std::optional<AArch64Meaning> aarch64AccessOf(std::string_view opcode) {
  if (const auto meaning = plain(opcode))
    return meaning;
  if (const auto meaning = ordered(opcode))
    return meaning;
  return atomic(opcode);
}

} // namespace fsfind::machine

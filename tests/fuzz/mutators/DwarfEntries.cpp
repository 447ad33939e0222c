#include "tests/fuzz/mutators/Dwarf.h"
#include "tests/fuzz/mutators/DwarfMutator.h"

#include <dwarf.h>
#include <iterator>

namespace fsfind::fuzz {
namespace {

using namespace dwarf;

constexpr std::size_t kMostBytes = 1U << 20;

enum class FormKind : std::uint8_t { Number, Leb, Reference, Address, Offset, Block, Text, None };

FormKind kindOf(unsigned form) {
  switch (form) {
  case DW_FORM_flag_present:
  case DW_FORM_implicit_const:
    return FormKind::None;
  case DW_FORM_ref1:
  case DW_FORM_ref2:
  case DW_FORM_ref4:
  case DW_FORM_ref8:
  case DW_FORM_ref_udata:
  case DW_FORM_ref_addr:
  case DW_FORM_GNU_ref_alt:
    return FormKind::Reference;
  case DW_FORM_sdata:
  case DW_FORM_udata:
  case DW_FORM_strx:
  case DW_FORM_addrx:
  case DW_FORM_loclistx:
  case DW_FORM_rnglistx:
  case DW_FORM_GNU_addr_index:
  case DW_FORM_GNU_str_index:
    return FormKind::Leb;
  case DW_FORM_addr:
    return FormKind::Address;
  case DW_FORM_strp:
  case DW_FORM_line_strp:
  case DW_FORM_strp_sup:
  case DW_FORM_GNU_strp_alt:
  case DW_FORM_sec_offset:
    return FormKind::Offset;
  case DW_FORM_exprloc:
  case DW_FORM_block:
  case DW_FORM_block1:
  case DW_FORM_block2:
  case DW_FORM_block4:
    return FormKind::Block;
  case DW_FORM_string:
    return FormKind::Text;
  default:
    return FormKind::Number;
  }
}

bool isGlobal(unsigned form) {
  return form == DW_FORM_ref_addr || form == DW_FORM_GNU_ref_alt;
}

constexpr std::array<std::uint8_t, 24> kOperations = {DW_OP_addr,
                                                      DW_OP_fbreg,
                                                      DW_OP_breg0,
                                                      DW_OP_breg7,
                                                      DW_OP_reg0,
                                                      DW_OP_reg5,
                                                      DW_OP_regx,
                                                      DW_OP_bregx,
                                                      DW_OP_piece,
                                                      DW_OP_bit_piece,
                                                      DW_OP_deref,
                                                      DW_OP_plus,
                                                      DW_OP_plus_uconst,
                                                      DW_OP_stack_value,
                                                      DW_OP_entry_value,
                                                      DW_OP_call_frame_cfa,
                                                      DW_OP_form_tls_address,
                                                      DW_OP_GNU_push_tls_address,
                                                      DW_OP_addrx,
                                                      DW_OP_constx,
                                                      DW_OP_const8u,
                                                      DW_OP_implicit_value,
                                                      DW_OP_implicit_pointer,
                                                      DW_OP_lit0};

class EntryMutator {
public:
  EntryMutator(ElfImage &image, Buffer &info, Random &random)
      : image_(image), info_(info), random_(random) {
    const Buffer *abbreviations = image.find(".debug_abbrev");
    if (abbreviations)
      units_ = unitsOf(info, *abbreviations);
    std::erase_if(units_, [](const Unit &unit) { return unit.entries.empty(); });
  }

  void run() {
    if (units_.empty())
      return;
    Unit &unit = random_.pick(units_);
    const std::size_t edit = random_.below(32);
    if (edit == 0)
      mutateHeader(unit);
    else if (edit < 3)
      insertCopy(unit);
    else if (edit == 3)
      removeEntry(unit);
    else if (edit < 6)
      changeCode(unit);
    else if (!unit.values.empty())
      mutateValue(unit, random_.pick(unit.values));
  }

private:
  /// Puts `bytes` in the place of others of the unit, and puts lengths and references right.
  void splice(Unit &unit, std::size_t at, std::size_t size, const Buffer &bytes) {
    if (info_.size() + bytes.size() > kMostBytes)
      return;
    const std::uint64_t change = bytes.size() - size; // modulo 2^64, as all that it is added to
    for (const Unit &each : units_)
      for (const Value &value : each.values)
        if (kindOf(value.form) == FormKind::Reference)
          moveReference(each, value, &each == &unit, at, change);
    const std::size_t length_at = unit.begin - unit.offset_size;
    putNumber(info_, length_at, unit.offset_size, unit.end - unit.begin + change);
    moveRanges(at, change);
    const auto begin = info_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto place = info_.erase(begin, begin + static_cast<std::ptrdiff_t>(size));
    info_.insert(place, bytes.begin(), bytes.end());
  }

  void moveReference(const Unit &unit, const Value &value, bool within, std::size_t at,
                     std::uint64_t change) {
    const bool global = value.form == DW_FORM_ref_addr;
    const std::uint64_t old = read(value);
    if ((global ? old : within ? unit.at + old : 0) > at)
      write(value, old + change);
  }

  /// The offsets of units in .debug_aranges.
  void moveRanges(std::size_t at, std::uint64_t change) {
    Buffer *ranges = image_.find(".debug_aranges");
    for (std::size_t set = 0; ranges && set + 12 < ranges->size();) {
      const std::uint64_t unit = numberAt(*ranges, set + 6, 4);
      if (unit > at)
        putNumber(*ranges, set + 6, 4, unit + change);
      set += 4 + numberAt(*ranges, set, 4);
    }
  }

  [[nodiscard]] std::uint64_t read(const Value &value) const {
    if (kindOf(value.form) == FormKind::Leb || value.form == DW_FORM_ref_udata)
      return lebAt(info_, value.at).value_or(Leb{}).value;
    return numberAt(info_, value.at, value.size);
  }

  void write(const Value &value, std::uint64_t number) {
    if (kindOf(value.form) == FormKind::Leb || value.form == DW_FORM_ref_udata) {
      const Buffer leb = lebOf(number, value.size);
      std::copy(leb.begin(), leb.end(), info_.begin() + static_cast<std::ptrdiff_t>(value.at));
    } else {
      putNumber(info_, value.at, value.size, number);
    }
  }

  /// A value of the same form elsewhere.
  std::uint64_t anotherOf(const Value &value) {
    for (int tries = 0; tries < 20; ++tries) {
      Unit &unit = random_.pick(units_);
      const Value &other = unit.values.empty() ? value : random_.pick(unit.values);
      if (other.form == value.form && other.at != value.at)
        return read(other);
    }
    return random_.number(read(value));
  }

  void mutateValue(Unit &unit, const Value &value) {
    const bool wild = random_.oneIn(8);
    switch (kindOf(value.form)) {
    case FormKind::Number:
      return write(value, random_.oneIn(4) ? anotherOf(value) : random_.number(read(value)));
    case FormKind::Reference: {
      const Unit &target = isGlobal(value.form) ? random_.pick(units_) : unit;
      const std::uint64_t at = target.entries[random_.below(target.entries.size())].at;
      return write(value,
                   wild ? random_.number(read(value)) : at - (isGlobal(value.form) ? 0 : unit.at));
    }
    case FormKind::Address:
    case FormKind::Offset:
      return write(value, wild ? random_.number(read(value)) : anotherOf(value));
    case FormKind::Leb:
      if (!wild)
        return write(value, random_.number(read(value)));
      return splice(unit, value.at, value.size,
                    lebOf(random_.number(read(value)), 1 + random_.below(10)));
    case FormKind::Block:
      return mutateBlock(unit, value);
    case FormKind::Text: {
      Buffer text = bufferOf(Bytes(info_).subspan(value.at, value.size - 1));
      mutateBytes(text, 16);
      std::erase(text, std::byte{0});
      text.push_back(std::byte{0});
      return splice(unit, value.at, value.size, text);
    }
    case FormKind::None:
      return;
    }
  }

  void mutateBlock(Unit &unit, const Value &value) {
    const std::size_t fixed = value.form == DW_FORM_block1   ? 1
                              : value.form == DW_FORM_block2 ? 2
                              : value.form == DW_FORM_block4 ? 4
                                                             : 0;
    const std::size_t head = fixed != 0 ? fixed : lebAt(info_, value.at).value_or(Leb{}).size;
    Buffer block = bufferOf(Bytes(info_).subspan(value.at + head, value.size - head));
    switch (random_.below(4)) {
    case 0:
      mutateBytes(block, 8);
      break;
    case 1: {
      const auto place =
          block.begin() + static_cast<std::ptrdiff_t>(random_.below(block.size() + 1));
      Buffer operation = lebOf(random_.number(1), 1 + random_.below(3));
      operation.insert(operation.begin(), std::byte{random_.pick(kOperations)});
      block.insert(place, operation.begin(), operation.end());
      break;
    }
    case 2:
      if (!block.empty())
        random_.pick(block) = std::byte{random_.pick(kOperations)};
      break;
    default:
      if (!block.empty())
        block.front() = std::byte{random_.pick(kOperations)};
    }
    Buffer whole(fixed);
    if (fixed != 0)
      putNumber(whole, 0, fixed, block.size());
    else
      whole = lebOf(block.size(), block.size() < 128 ? 1 : 3);
    whole.insert(whole.end(), block.begin(), block.end());
    splice(unit, value.at, value.size, whole);
  }

  /// The first byte behind the entry and its children.
  static std::size_t endOfTree(const Unit &unit, std::size_t index) {
    std::size_t depth = 0;
    for (; index < unit.entries.size(); ++index) {
      const Entry &entry = unit.entries[index];
      depth += entry.children ? 1 : 0;
      if (entry.null && depth > 0)
        --depth;
      if (depth == 0)
        return entry.end;
    }
    return unit.entries.back().end;
  }

  void insertCopy(Unit &unit) {
    const std::size_t index = random_.below(unit.entries.size());
    const std::size_t begin = unit.entries[index].at, end = endOfTree(unit, index);
    if (end - begin > kMostBytes / 16)
      return;
    const Buffer copy = bufferOf(Bytes(info_).subspan(begin, end - begin));
    splice(unit, random_.pick(unit.entries).end, 0, copy);
  }

  void removeEntry(Unit &unit) {
    const std::size_t index = random_.below(unit.entries.size());
    const std::size_t begin = unit.entries[index].at;
    splice(unit, begin, endOfTree(unit, index) - begin, {});
  }

  /// Makes an entry one of another kind, which has values of the same sizes if one is found.
  void changeCode(Unit &unit) {
    const Entry &entry = random_.pick(unit.entries);
    for (int tries = 0; tries < 40; ++tries) {
      const Entry &other = random_.pick(unit.entries);
      if (other.code_size != entry.code_size || (!alike(unit, entry, other) && tries < 39))
        continue;
      std::copy_n(info_.begin() + static_cast<std::ptrdiff_t>(other.at), entry.code_size,
                  info_.begin() + static_cast<std::ptrdiff_t>(entry.at));
      return;
    }
  }

  static bool alike(const Unit &unit, const Entry &one, const Entry &other) {
    return one.values == other.values &&
           std::equal(unit.values.begin() + static_cast<std::ptrdiff_t>(one.first_value),
                      unit.values.begin() +
                          static_cast<std::ptrdiff_t>(one.first_value + one.values),
                      unit.values.begin() + static_cast<std::ptrdiff_t>(other.first_value),
                      [](const Value &a, const Value &b) { return a.size == b.size; });
  }

  void mutateHeader(Unit &unit) {
    switch (random_.below(4)) {
    case 0:
      return putNumber(info_, unit.version_at, 2, 1 + random_.below(6));
    case 1:
      return putNumber(info_, unit.abbreviations_at, unit.offset_size,
                       random_.pick(units_).abbreviations);
    case 2:
      return putNumber(info_, unit.size_at, 1, random_.number(unit.address_size));
    default:
      return putNumber(info_, unit.begin - unit.offset_size, unit.offset_size,
                       random_.number(unit.end - unit.begin));
    }
  }

  ElfImage &image_;
  Buffer &info_;
  Random &random_;
  std::vector<Unit> units_;
};

} // namespace

void mutateEntries(ElfImage &image, Random &random) {
  constexpr std::array<std::string_view, 2> kSections = {".debug_info", ".debug_types"};
  if (Buffer *info = image.find(random.oneIn(8) ? kSections[1] : kSections[0]))
    EntryMutator(image, *info, random).run();
}

} // namespace fsfind::fuzz

#include "tests/fuzz/mutators/Dwarf.h"

#include <dwarf.h>
#include <map>

namespace fsfind::fuzz::dwarf {
namespace {

constexpr std::size_t kMostEntries = 20000;

/// The form of a value in a unit; none if it is not known.
class FormSizes {
public:
  FormSizes(Bytes bytes, const Unit &unit) : bytes_(bytes), unit_(unit) {}

  [[nodiscard]] std::optional<std::size_t> of(std::uint64_t form, std::size_t at) const {
    switch (form) {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
      return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
    case DW_FORM_ref_sup4:
      return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
      return 8;
    case DW_FORM_data16:
      return 16;
    case DW_FORM_addr:
      return unit_.address_size;
    case DW_FORM_ref_addr:
      return unit_.version < 3 ? unit_.address_size : unit_.offset_size;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
      return unit_.offset_size;
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
      return lebSize(at);
    case DW_FORM_string:
      return textSize(at);
    default:
      return blockSize(form, at);
    }
  }

private:
  [[nodiscard]] std::optional<std::size_t> lebSize(std::size_t at) const {
    const auto leb = lebAt(bytes_, at);
    return leb ? std::optional(leb->size) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::size_t> textSize(std::size_t at) const {
    const auto rest = bytes_.subspan(std::min(at, bytes_.size()));
    const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
    return end == rest.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(end - rest.begin()) + 1);
  }

  [[nodiscard]] std::optional<std::size_t> blockSize(std::uint64_t form, std::size_t at) const {
    if (form == DW_FORM_exprloc || form == DW_FORM_block) {
      const auto leb = lebAt(bytes_, at);
      return leb && leb->value <= bytes_.size() ? std::optional(leb->size + leb->value)
                                                : std::nullopt;
    }
    const std::size_t size = form == DW_FORM_block1   ? 1
                             : form == DW_FORM_block2 ? 2
                             : form == DW_FORM_block4 ? 4
                                                      : 0;
    if (size == 0)
      return std::nullopt;
    return size + numberAt(bytes_, at, size);
  }

  Bytes bytes_;
  const Unit &unit_;
};

/// Reads the header, and gives where the entries begin.
std::optional<std::size_t> readHeader(Bytes info, std::size_t at, Unit &unit) {
  unit.at = at;
  std::uint64_t length = numberAt(info, at, 4);
  at += 4;
  if (length == UINT32_MAX) {
    unit.offset_size = 8;
    length = numberAt(info, at, 8);
    at += 8;
  }
  if (at >= info.size() || length > info.size() - at)
    return std::nullopt;
  unit.begin = unit.version_at = at;
  unit.end = at + length;
  unit.version = static_cast<unsigned>(numberAt(info, at, 2));
  at += 2;
  const bool fifth = unit.version == 5;
  const std::uint64_t kind = fifth ? numberAt(info, at, 1) : 0;
  unit.size_at = at + (fifth ? 1 : unit.offset_size);
  unit.abbreviations_at = at + (fifth ? 2 : 0);
  unit.abbreviations = numberAt(info, unit.abbreviations_at, unit.offset_size);
  unit.address_size = numberAt(info, unit.size_at, 1);
  at += unit.offset_size + (fifth ? 2 : 1);
  if (kind == DW_UT_skeleton || kind == DW_UT_split_compile)
    at += 8;
  else if (kind == DW_UT_type || kind == DW_UT_split_type)
    at += 8 + unit.offset_size;
  return at;
}

class UnitReader {
public:
  UnitReader(Bytes info, Bytes abbreviations) : info_(info), abbreviations_(abbreviations) {}

  std::optional<Unit> at(std::size_t at) {
    Unit unit;
    const auto begin = readHeader(info_, at, unit);
    if (!begin)
      return std::nullopt;
    const auto [known, fresh] = tables_.try_emplace(unit.abbreviations);
    if (fresh)
      for (Abbreviation &one : abbreviationsAt(abbreviations_, unit.abbreviations))
        known->second.emplace(one.code, std::move(one));
    for (std::size_t place = *begin; place < unit.end && unit.entries.size() < kMostEntries;) {
      const auto next = entry(unit, known->second, place);
      if (!next || *next > unit.end)
        break;
      place = *next;
    }
    return unit;
  }

private:
  using Table = std::map<std::uint64_t, Abbreviation>;

  [[nodiscard]] std::optional<std::size_t> entry(Unit &unit, const Table &table,
                                                 std::size_t at) const {
    const auto code = lebAt(info_, at);
    if (!code)
      return std::nullopt;
    Entry entry{at, at + code->size, code->size, false, code->value == 0, unit.values.size(), 0};
    if (code->value != 0) {
      const auto found = table.find(code->value);
      if (found == table.end())
        return std::nullopt;
      const Abbreviation &abbreviation = found->second;
      entry.children = abbreviations_[abbreviation.tag_at + abbreviation.tag_size] != std::byte{0};
      for (const Specification &attribute : abbreviation.attributes) {
        const auto size = FormSizes(info_, unit).of(attribute.form, entry.end);
        if (!size || *size > info_.size() - entry.end)
          return std::nullopt;
        unit.values.push_back({entry.end, *size, attribute.form});
        entry.end += *size;
      }
    }
    entry.values = unit.values.size() - entry.first_value;
    unit.entries.push_back(entry);
    return entry.end;
  }

  Bytes info_, abbreviations_;
  std::map<std::uint64_t, Table> tables_;
};

} // namespace

std::optional<Leb> lebAt(Bytes bytes, std::size_t at) {
  Leb leb;
  for (; at < bytes.size() && leb.size < 10; ++at) {
    const auto byte = std::to_integer<std::uint64_t>(bytes[at]);
    leb.value |= leb.size < 9 ? (byte & 0x7F) << (7 * leb.size) : 0;
    ++leb.size;
    if (byte < 0x80)
      return leb;
  }
  return std::nullopt;
}

Buffer lebOf(std::uint64_t value, std::size_t size) {
  Buffer leb(std::max<std::size_t>(size, 1));
  for (std::byte &byte : leb) {
    byte = static_cast<std::byte>((value & 0x7F) | 0x80);
    value >>= 7;
  }
  leb.back() &= std::byte{0x7F};
  return leb;
}

std::uint64_t numberAt(Bytes bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  if (at <= bytes.size() && size <= bytes.size() - at)
    std::memcpy(&value, bytes.data() + at, std::min<std::size_t>(size, 8));
  return value;
}

void putNumber(Buffer &bytes, std::size_t at, std::size_t size, std::uint64_t value) {
  if (at <= bytes.size() && size <= bytes.size() - at)
    std::memcpy(bytes.data() + at, &value, std::min<std::size_t>(size, 8));
}

std::vector<Abbreviation> abbreviationsAt(Bytes section, std::uint64_t at) {
  std::vector<Abbreviation> table;
  const auto read = [&](std::size_t &place, std::size_t &size) {
    const auto leb = lebAt(section, at);
    place = at;
    size = leb ? leb->size : 0;
    at += size;
    return leb;
  };
  for (;;) {
    Abbreviation one;
    std::size_t code_size = 0, place = 0, size = 0;
    const auto code = read(one.at, code_size);
    if (!code || code->value == 0)
      return table;
    one.code = code->value;
    if (!read(one.tag_at, one.tag_size) || ++at >= section.size())
      return table;
    for (;;) {
      Specification attribute;
      const auto name = read(attribute.name_at, attribute.name_size);
      const auto form = read(attribute.form_at, attribute.form_size);
      if (!name || !form)
        return table;
      if (name->value == 0 && form->value == 0)
        break;
      attribute.form = static_cast<unsigned>(form->value);
      one.attributes.push_back(attribute);
      if (form->value == DW_FORM_implicit_const && !read(place, size))
        return table;
    }
    one.end = at;
    table.push_back(std::move(one));
  }
}

std::vector<Unit> unitsOf(Bytes info, Bytes abbreviations) {
  std::vector<Unit> units;
  UnitReader reader(info, abbreviations);
  for (std::size_t at = 0; at + 12 < info.size();) {
    std::optional<Unit> unit = reader.at(at);
    if (!unit || unit->end <= at)
      break;
    at = unit->end;
    units.push_back(std::move(*unit));
  }
  return units;
}

} // namespace fsfind::fuzz::dwarf

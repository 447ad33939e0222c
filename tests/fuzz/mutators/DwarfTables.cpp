#include "tests/fuzz/mutators/Dwarf.h"
#include "tests/fuzz/mutators/DwarfMutator.h"

#include <dwarf.h>
#include <string_view>

namespace fsfind::fuzz {
namespace {

using namespace dwarf;

constexpr std::array<std::uint8_t, 30> kTags = {DW_TAG_array_type,
                                                DW_TAG_class_type,
                                                DW_TAG_enumeration_type,
                                                DW_TAG_formal_parameter,
                                                DW_TAG_lexical_block,
                                                DW_TAG_member,
                                                DW_TAG_pointer_type,
                                                DW_TAG_reference_type,
                                                DW_TAG_structure_type,
                                                DW_TAG_subroutine_type,
                                                DW_TAG_typedef,
                                                DW_TAG_union_type,
                                                DW_TAG_variant,
                                                DW_TAG_variant_part,
                                                DW_TAG_inheritance,
                                                DW_TAG_inlined_subroutine,
                                                DW_TAG_subrange_type,
                                                DW_TAG_base_type,
                                                DW_TAG_const_type,
                                                DW_TAG_subprogram,
                                                DW_TAG_template_type_parameter,
                                                DW_TAG_template_value_parameter,
                                                DW_TAG_variable,
                                                DW_TAG_volatile_type,
                                                DW_TAG_namespace,
                                                DW_TAG_imported_unit,
                                                DW_TAG_unspecified_type,
                                                DW_TAG_partial_unit,
                                                DW_TAG_atomic_type,
                                                DW_TAG_call_site};

constexpr std::array<std::uint8_t, 44> kAttributes = {DW_AT_sibling,
                                                      DW_AT_location,
                                                      DW_AT_name,
                                                      DW_AT_byte_size,
                                                      DW_AT_bit_offset,
                                                      DW_AT_bit_size,
                                                      DW_AT_stmt_list,
                                                      DW_AT_low_pc,
                                                      DW_AT_high_pc,
                                                      DW_AT_language,
                                                      DW_AT_discr,
                                                      DW_AT_discr_value,
                                                      DW_AT_comp_dir,
                                                      DW_AT_const_value,
                                                      DW_AT_containing_type,
                                                      DW_AT_inline,
                                                      DW_AT_upper_bound,
                                                      DW_AT_abstract_origin,
                                                      DW_AT_artificial,
                                                      DW_AT_count,
                                                      DW_AT_data_member_location,
                                                      DW_AT_decl_file,
                                                      DW_AT_decl_line,
                                                      DW_AT_declaration,
                                                      DW_AT_encoding,
                                                      DW_AT_external,
                                                      DW_AT_frame_base,
                                                      DW_AT_specification,
                                                      DW_AT_type,
                                                      DW_AT_use_location,
                                                      DW_AT_vtable_elem_location,
                                                      DW_AT_allocated,
                                                      DW_AT_data_location,
                                                      DW_AT_byte_stride,
                                                      DW_AT_entry_pc,
                                                      DW_AT_ranges,
                                                      DW_AT_call_file,
                                                      DW_AT_call_line,
                                                      DW_AT_data_bit_offset,
                                                      DW_AT_signature,
                                                      DW_AT_linkage_name,
                                                      DW_AT_str_offsets_base,
                                                      DW_AT_addr_base,
                                                      DW_AT_alignment};

/// Forms whose values take the same number of bytes, so that entries stay readable.
constexpr std::array<std::uint8_t, 6> kOne = {DW_FORM_data1, DW_FORM_ref1,   DW_FORM_flag,
                                              DW_FORM_strx1, DW_FORM_addrx1, DW_FORM_data1};
constexpr std::array<std::uint8_t, 6> kTwo = {DW_FORM_data2,  DW_FORM_ref2,  DW_FORM_strx2,
                                              DW_FORM_addrx2, DW_FORM_data2, DW_FORM_ref2};
constexpr std::array<std::uint8_t, 8> kFour = {
    DW_FORM_data4,     DW_FORM_ref4,     DW_FORM_strp,  DW_FORM_sec_offset,
    DW_FORM_line_strp, DW_FORM_ref_addr, DW_FORM_strx4, DW_FORM_addrx4};
constexpr std::array<std::uint8_t, 4> kEight = {DW_FORM_addr, DW_FORM_data8, DW_FORM_ref8,
                                                DW_FORM_ref_sig8};
constexpr std::array<std::uint8_t, 7> kLebs = {DW_FORM_udata,   DW_FORM_sdata, DW_FORM_ref_udata,
                                               DW_FORM_strx,    DW_FORM_addrx, DW_FORM_loclistx,
                                               DW_FORM_rnglistx};
constexpr std::array<std::uint8_t, 2> kBlocks = {DW_FORM_exprloc, DW_FORM_block};

std::uint8_t formLike(unsigned form, Random &random) {
  for (const std::span<const std::uint8_t> alike :
       {std::span<const std::uint8_t>(kOne), std::span<const std::uint8_t>(kTwo),
        std::span<const std::uint8_t>(kFour), std::span<const std::uint8_t>(kEight),
        std::span<const std::uint8_t>(kLebs), std::span<const std::uint8_t>(kBlocks)})
    if (std::find(alike.begin(), alike.end(), form) != alike.end() && !random.oneIn(16))
      return random.pick(alike);
  return static_cast<std::uint8_t>(1 + random.below(DW_FORM_addrx4));
}

/// A number of one byte goes into a LEB128 of any length.
void putLeb(Buffer &bytes, std::size_t at, std::size_t size, std::uint8_t value) {
  const Buffer leb = lebOf(value, size);
  std::copy(leb.begin(), leb.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

/// An attribute whose values take no bytes in entries, at the end of the abbreviation.
void addAttribute(ElfImage &image, Buffer &section, const Abbreviation &one,
                  const std::vector<Unit> &units, Random &random) {
  Buffer added(2, std::byte{random.pick(kAttributes)});
  added[0] &= std::byte{0x7F};
  added[1] = std::byte{DW_FORM_flag_present};
  if (random.oneIn(2)) {
    added[1] = std::byte{DW_FORM_implicit_const};
    added.push_back(static_cast<std::byte>(random.below(128)));
  }
  if (Buffer *info = image.find(".debug_info"))
    for (const Unit &unit : units)
      if (unit.abbreviations > one.at)
        putNumber(*info, unit.abbreviations_at, unit.offset_size,
                  unit.abbreviations + added.size());
  section.insert(section.begin() + static_cast<std::ptrdiff_t>(one.end - 2), added.begin(),
                 added.end());
}

constexpr std::array<std::string_view, 26> kTexts = {
    "std::vector<int, std::allocator<int> >",
    "std::atomic<long>",
    "std::__atomic_base<int>",
    "_M_impl",
    "_ZN3foo3barEv",
    "_ZN4core4cell19UnsafeCell$LT$T$GT$17h0123456789abcdefE",
    "_RNvC1a1b",
    "core::cell::UnsafeCell<u64>",
    "core::sync::atomic::AtomicU64",
    "alloc::vec::Vec<T, A>",
    "__0",
    "[]uint64",
    "sync/atomic.Uint64",
    "map[string]int",
    "main.(*T).f",
    "go.shape.int",
    "*",
    "(anonymous namespace)::x",
    "operator new",
    "std::array<std::array<int, 4>, 4>",
    "std::unique_ptr<T[]>",
    "",
    "a.cold",
    "f.constprop.0.isra.0",
    "std::map<int, int>",
    "<<<<<<<<<"};

} // namespace

void mutateAbbreviations(ElfImage &image, Random &random) {
  Buffer *section = image.find(".debug_abbrev");
  const Buffer *info = image.find(".debug_info");
  if (!section || !info)
    return;
  std::vector<Unit> units = unitsOf(*info, *section);
  if (units.empty())
    return;
  const std::vector<Abbreviation> table =
      abbreviationsAt(*section, random.pick(units).abbreviations);
  if (table.empty())
    return;
  const Abbreviation &one = random.pick(table);
  const std::size_t edit = random.below(6);
  if (edit == 0)
    return putLeb(*section, one.tag_at, one.tag_size, random.pick(kTags));
  if (edit == 1)
    return addAttribute(image, *section, one, units, random);
  if (edit == 2 && random.oneIn(8)) {
    (*section)[one.tag_at + one.tag_size] ^= std::byte{1};
    return;
  }
  if (one.attributes.empty())
    return;
  const Specification &attribute = random.pick(one.attributes);
  if (edit < 5)
    return putLeb(*section, attribute.name_at, attribute.name_size,
                  attribute.name_size == 1 ? random.pick(kAttributes) & 0x7F
                                           : random.pick(kAttributes));
  putLeb(*section, attribute.form_at, attribute.form_size, formLike(attribute.form, random));
}

void mutateTable(Buffer &section, Random &random) {
  std::vector<std::pair<std::size_t, std::size_t>> tables; // where the length is, and the length
  for (std::size_t at = 0; at + 4 < section.size();) {
    const std::uint64_t length = numberAt(section, at, 4);
    if (length > section.size() - at - 4)
      break;
    tables.emplace_back(at, length);
    at += 4 + length;
  }
  if (tables.empty())
    return mutateBytes(section, 8);
  const auto [at, length] = random.pick(tables);
  const auto begin = section.begin() + static_cast<std::ptrdiff_t>(at + 4);
  Buffer body(begin, begin + static_cast<std::ptrdiff_t>(length));
  const std::size_t edit = random.below(8);
  if (edit < 3)
    mutateField(body, false, random);
  else if (edit < 6 && !body.empty())
    random.pick(body) =
        static_cast<std::byte>(random.oneIn(2) ? random.below(16) : random.below(256));
  else
    mutateBytes(body, 16);
  const auto place = section.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
  section.insert(place, body.begin(), body.end());
  putNumber(section, at, 4, random.oneIn(32) ? random.number(body.size()) : body.size());
}

void mutateStrings(Buffer &section, Random &random) {
  const std::size_t at = random.below(section.size());
  const std::string_view text = random.pick(kTexts);
  for (std::size_t i = 0; i < text.size() && at + i < section.size(); ++i)
    if (section[at + i] != std::byte{0})
      section[at + i] = static_cast<std::byte>(text[i]);
    else
      break;
  if (random.oneIn(16))
    section.back() = std::byte{'x'};
}

} // namespace fsfind::fuzz

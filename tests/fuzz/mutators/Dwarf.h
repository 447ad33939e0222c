#pragma once

#include "tests/fuzz/mutators/ElfImage.h"

/// Debug info, read as loosely as can be: where its units, entries and values lie.
namespace fsfind::fuzz::dwarf {

/// A LEB128 number at `at`, and its length in bytes; none if it does not end.
struct Leb {
  std::uint64_t value = 0;
  std::size_t size = 0;
};
[[nodiscard]] std::optional<Leb> lebAt(Bytes bytes, std::size_t at);
/// Of `size` bytes, more than it needs if it must be, less if it does not fit.
[[nodiscard]] Buffer lebOf(std::uint64_t value, std::size_t size);

[[nodiscard]] std::uint64_t numberAt(Bytes bytes, std::size_t at, std::size_t size);
void putNumber(Buffer &bytes, std::size_t at, std::size_t size, std::uint64_t value);

/// A value of an entry, or a part of .debug_abbrev.
struct Value {
  std::size_t at = 0, size = 0; ///< in its section
  unsigned form = 0;
};

struct Entry {
  std::size_t at = 0, end = 0;             ///< without its children
  std::size_t code_size = 0;               ///< of the number of its abbreviation
  bool children = false, null = false;     ///< a null entry ends a list of children
  std::size_t first_value = 0, values = 0; ///< in Unit::values
};

struct Unit {
  std::size_t at = 0, begin = 0, end = 0; ///< in .debug_info; `begin` is behind the length
  std::size_t offset_size = 4;            ///< 8 in DWARF of 64 bits
  std::size_t address_size = 8;
  unsigned version = 0;
  std::size_t size_at = 0, abbreviations_at = 0, version_at = 0; ///< of the header's fields
  std::uint64_t abbreviations = 0;                               ///< offset in .debug_abbrev
  std::vector<Entry> entries;
  std::vector<Value> values;
};

/// An attribute of an abbreviation: its two numbers.
struct Specification {
  std::size_t name_at = 0, name_size = 0, form_at = 0, form_size = 0;
  unsigned form = 0;
};
struct Abbreviation {
  std::uint64_t code = 0;
  std::size_t at = 0, end = 0;          ///< in .debug_abbrev, with the zeros that end it
  std::size_t tag_at = 0, tag_size = 0; ///< the byte behind it tells of children
  std::vector<Specification> attributes;
};

/// Up to the end of the table, or where it can no longer be read.
[[nodiscard]] std::vector<Abbreviation> abbreviationsAt(Bytes section, std::uint64_t at);

/// The units that can be read, with the entries up to the first that cannot.
[[nodiscard]] std::vector<Unit> unitsOf(Bytes info, Bytes abbreviations);

} // namespace fsfind::fuzz::dwarf

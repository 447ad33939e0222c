#pragma once

#include "c2c-ingest/base/LongestName.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include <dwarf.h>
#include <elfutils/libdw.h>

/// Small readings of debug information entries (DIEs), all without following references.
namespace fsfind::debuginfo {

inline std::optional<Dwarf_Attribute> attributeOf(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  if (!dwarf_attr(&die, name, &attribute))
    return {};
  return attribute;
}

inline bool hasAttribute(Dwarf_Die die, unsigned name) {
  return dwarf_hasattr(&die, name) != 0;
}

inline std::optional<std::uint64_t> constantOf(Dwarf_Die die, unsigned name) {
  auto attribute = attributeOf(die, name);
  Dwarf_Word value = 0;
  if (!attribute || dwarf_formudata(&*attribute, &value) != 0)
    return {};
  return value;
}

inline bool flagOf(Dwarf_Die die, unsigned name) {
  auto attribute = attributeOf(die, name);
  bool value = false;
  return attribute && dwarf_formflag(&*attribute, &value) == 0 && value;
}

inline std::string_view textOf(Dwarf_Die die, unsigned name) {
  auto attribute = attributeOf(die, name);
  const char *text = attribute ? dwarf_formstring(&*attribute) : nullptr;
  return text ? text : std::string_view();
}

/// The entry's own name, up to kLongestName; empty if it has none.
inline std::string_view nameOf(Dwarf_Die die) {
  return upToLongest(textOf(die, DW_AT_name));
}

inline int tagOf(Dwarf_Die die) {
  return dwarf_tag(&die);
}

inline bool isRecordTag(int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// Pointers and references.
inline bool isPointerTag(int tag) {
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
         tag == DW_TAG_rvalue_reference_type;
}

/// Visits trees of entries in file order. Corrupt sibling attributes may point back or into a
/// subtree; an entry that does not lie behind all entries seen ends its list, so a walk costs no
/// more than the section has entries.
class DieWalk {
public:
  template <class Visit> void children(Dwarf_Die parent, Visit visit) {
    Dwarf_Die child;
    if (dwarf_child(&parent, &child) != 0)
      return;
    while (child.addr > last_) {
      last_ = child.addr;
      dwarf_tag(&child); // libdw stores the abbreviation in the entry, and so in its copies
      visit(child);
      Dwarf_Die next;
      if (dwarf_siblingof(&child, &next) != 0)
        return;
      child = next;
    }
  }

private:
  const void *last_ = nullptr;
};

/// Trees nest this deep at most; deeper ones are cut off.
inline constexpr int kMaxDieDepth = 128;
/// References (typedef, specification, origin) are followed this many times at most.
inline constexpr int kMaxReferences = 64;

} // namespace fsfind::debuginfo

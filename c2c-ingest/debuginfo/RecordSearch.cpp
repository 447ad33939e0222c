#include "c2c-ingest/debuginfo/RecordSearch.h"

#include "c2c-ingest/debuginfo/LibraryTypes.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// Members of larger records are left out from there on.
constexpr std::size_t kMostMembers = 4096;
constexpr int kMostNesting = 32;
/// Members that are looked at for one layout: corrupt records may hold themselves.
constexpr std::size_t kMostSteps = 4 * kMostMembers;

std::string kindOf(Dwarf_Die record) {
  switch (tagOf(record)) {
  case DW_TAG_class_type:
    return "class";
  case DW_TAG_union_type:
    return "union";
  default:
    return "struct";
  }
}

bool isSame(const TypeLayout &a, const TypeLayout &b) {
  return a.name == b.name && a.declared == b.declared && a.size == b.size;
}

} // namespace

/// Where members are added: of a record in the one that was asked for.
struct RecordSearch::Place {
  std::string prefix; ///< path up to the record, with a dot at its end
  std::uint64_t offset = 0;
  int depth = 0;
};

RecordsFound RecordSearch::find(const std::string &wanted) {
  const WantedName asked(wanted);
  RecordsFound found;
  for (Unit *unit : units_.all())
    search(units_.full(*unit).die, asked, 0, found);
  return found;
}

void RecordSearch::search(Dwarf_Die parent, const WantedName &wanted, int depth,
                          RecordsFound &found) {
  if (depth > kMaxDieDepth)
    return;
  DieWalk walk;
  walk.children(parent, [&](Dwarf_Die child) {
    const int tag = tagOf(child);
    if (isRecordTag(tag) || tag == DW_TAG_typedef)
      consider(child, wanted, found);
    if (isRecordTag(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram ||
        tag == DW_TAG_lexical_block)
      search(child, wanted, depth + 1, found);
  });
}

void RecordSearch::consider(Dwarf_Die die, const WantedName &wanted, RecordsFound &found) {
  const std::string_view own = nameOf(die);
  if (own.empty() || flagOf(die, DW_AT_declaration))
    return;
  Dwarf_Die record = die;
  if (tagOf(die) == DW_TAG_typedef) {
    const auto type = types_.typeOf(die);
    if (!type)
      return;
    record = *type;
    if (!isRecordTag(tagOf(record)) || !nameOf(record).empty())
      return;
  }
  found.names.emplace(withoutArguments(own));
  if (!wanted.mayBe(own))
    return;
  const std::string name = names_.qualified(die);
  if (!wanted.is(name))
    return;
  TypeLayout layout = layoutOf(die, record, name);
  if (std::none_of(found.layouts.begin(), found.layouts.end(),
                   [&](const TypeLayout &other) { return isSame(other, layout); }))
    found.layouts.push_back(std::move(layout));
}

TypeLayout RecordSearch::layoutOf(Dwarf_Die named, Dwarf_Die record, const std::string &name) {
  TypeLayout layout;
  layout.name = name;
  layout.kind = kindOf(record);
  layout.declared = units_.declarationOf(named);
  layout.size = types_.sizeOf(record);
  layout.align = types_.alignOf(record);
  if (const auto members = types_.recordInfo(record).members)
    layout.parts = *members;
  steps_ = 0;
  addMembers(record, {}, layout);
  std::stable_sort(
      layout.members.begin(), layout.members.end(),
      [](const LaidOutMember &a, const LaidOutMember &b) { return a.offset < b.offset; });
  return layout;
}

void RecordSearch::addMembers(Dwarf_Die record, const Place &place, TypeLayout &layout) {
  for (const std::vector<Component> *members :
       {&types_.componentsOf(record), &types_.variantsOf(record)})
    for (const Component &component : *members)
      if (!layout.cut)
        addMember(component, record, place, layout);
}

/// Whether the type's own members are shown: it is a record with members that are no internals of a
/// library, as those of pthread_mutex_t are.
bool RecordSearch::isOpen(Dwarf_Die type) {
  const auto [known, fresh] = open_.try_emplace(type.addr, false);
  if (!fresh || !isRecordTag(tagOf(type)) || isLibraryRecord(units_, names_, type))
    return known->second;
  const std::vector<Component> &members = types_.componentsOf(type);
  known->second = !types_.variantsOf(type).empty() ||
                  std::any_of(members.begin(), members.end(), [&](const Component &member) {
                    return !isReservedMember(nameOf(member.die), units_.declarationOf(member.die));
                  });
  return known->second;
}

void RecordSearch::addMember(const Component &component, Dwarf_Die record, const Place &place,
                             TypeLayout &layout) {
  if (layout.members.size() == kMostMembers || ++steps_ > kMostSteps) {
    layout.cut = true;
    return;
  }
  if (!component.type || (component.base && component.size == 0))
    return;
  const Dwarf_Die type = types_.bare(*component.type);
  const std::uint64_t offset = place.offset + component.offset;
  const std::string_view own = component.base ? std::string_view() : nameOf(component.die);
  if (type.addr != record.addr && place.depth < kMostNesting && isOpen(type)) {
    const std::string prefix = own.empty() ? place.prefix : place.prefix + std::string(own) + ".";
    addMembers(type, {prefix, offset, place.depth + 1}, layout);
    return;
  }
  // An empty base class takes a byte by its own type's size, and none here.
  const bool empty_base = component.base && types_.componentsOf(type).empty();
  if (empty_base)
    return;
  const std::string type_name = types_.nameOfType(*component.type);
  layout.members.push_back({place.prefix + (own.empty() ? type_name : std::string(own)), type_name,
                            offset, component.size, constantOf(component.die, DW_AT_bit_size)});
}

} // namespace fsfind::debuginfo

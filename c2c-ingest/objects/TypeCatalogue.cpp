#include "c2c-ingest/objects/TypeCatalogue.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::objects {

namespace {

/// The last folder and the name in a path: modules reach one header by different paths.
std::string_view lastParts(std::string_view path) {
  const std::size_t name = path.rfind('/');
  const std::size_t folder =
      name == std::string_view::npos || name == 0 ? name : path.rfind('/', name - 1);
  return folder == std::string_view::npos ? path : path.substr(folder + 1);
}

} // namespace

TypeNumber TypeCatalogue::number(debuginfo::TypeTable &table, debuginfo::TypeId id) {
  const auto known = numbers_.find({&table, id});
  if (known != numbers_.end())
    return known->second;
  const TypeNumber number = copyOf(table, id);
  numbers_[{&table, id}] = number;
  return number;
}

TypeNumber TypeCatalogue::copyOf(debuginfo::TypeTable &table, debuginfo::TypeId id) {
  const Place declared = table.declared(id);
  std::vector<Copies> &all =
      by_description_[fmt::format("{}\n{}\n{}\n{}", table.name(id), table.distinction(id),
                                  table.size(id), lastParts(declared.file))];
  auto known = std::find_if(all.begin(), all.end(),
                            [&](const Copies &copies) { return copies.line == declared.line; });
  if (known == all.end())
    known = std::find_if(all.begin(), all.end(),
                         [&](const Copies &copies) { return !copies.tables.contains(&table); });
  if (known == all.end()) {
    known = all.insert(all.end(), {TypeNumber(entries_.size()), declared.line, {}});
    entries_.push_back({&table, id});
  }
  known->tables.insert(&table);
  return known->number;
}

std::uint64_t TypeCatalogue::size(TypeNumber type) {
  return at(type).table->size(at(type).id);
}

std::string TypeCatalogue::name(TypeNumber type) {
  return at(type).table->name(at(type).id);
}

bool TypeCatalogue::isRecord(TypeNumber type) {
  return at(type).table->isRecord(at(type).id);
}

bool TypeCatalogue::isLibrary(TypeNumber type) {
  return at(type).table->isLibrary(at(type).id);
}

std::optional<TypeView::Element> TypeCatalogue::element(TypeNumber type) {
  const Entry entry = at(type);
  const auto element = entry.table->element(entry.id);
  if (!element)
    return std::nullopt;
  return Element{number(*entry.table, element->type), element->count};
}

const std::vector<TypeNumber> &TypeCatalogue::subobjectsAt(TypeNumber type, std::uint64_t offset) {
  const auto [place, fresh] = subobjects_.try_emplace({type, offset});
  if (!fresh)
    return place->second;
  const Entry entry = at(type);
  for (const debuginfo::TypeId part : entry.table->subobjectsAt(entry.id, offset))
    place->second.push_back(number(*entry.table, part));
  return place->second;
}

std::optional<TypeView::ArrayAt> TypeCatalogue::arrayAt(TypeNumber type, std::uint64_t offset,
                                                        std::uint64_t stride) {
  const Entry entry = at(type);
  const auto array = entry.table->arrayAt(entry.id, offset, stride);
  if (!array)
    return std::nullopt;
  return ArrayAt{array->begin, array->count, number(*entry.table, array->element)};
}

debuginfo::MemberAt TypeCatalogue::memberAt(TypeNumber type, std::uint64_t offset,
                                            std::uint64_t access_size) {
  return at(type).table->memberAt(at(type).id, offset, access_size);
}

Place TypeCatalogue::declared(TypeNumber type) {
  return at(type).table->declared(at(type).id);
}

} // namespace fsfind::objects

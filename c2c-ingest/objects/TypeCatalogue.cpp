#include "c2c-ingest/objects/TypeCatalogue.h"

#include <fmt/format.h>

namespace fsfind::objects {

TypeNumber TypeCatalogue::number(debuginfo::TypeTable &table, debuginfo::TypeId id) {
  const auto [place, fresh] = numbers_.try_emplace({&table, id});
  if (!fresh)
    return place->second;
  const Place declared = table.declared(id);
  const std::string description =
      fmt::format("{}\n{}\n{}:{}", table.name(id), table.size(id), declared.file, declared.line);
  const auto [known, unknown] =
      by_description_.try_emplace(description, TypeNumber(entries_.size()));
  if (unknown)
    entries_.push_back({&table, id});
  return place->second = known->second;
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

debuginfo::MemberAt TypeCatalogue::memberAt(TypeNumber type, std::uint64_t offset) {
  return at(type).table->memberAt(at(type).id, offset);
}

Place TypeCatalogue::declared(TypeNumber type) {
  return at(type).table->declared(at(type).id);
}

} // namespace fsfind::objects

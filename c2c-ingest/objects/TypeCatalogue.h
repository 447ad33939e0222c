#pragma once

#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/objects/TypeView.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// Numbers the types of all modules, a type that several modules describe only once: heap memory is
/// shared between a program and its libraries.
class TypeCatalogue final : public TypeView {
public:
  /// `table` must outlive this object.
  TypeNumber number(debuginfo::TypeTable &table, debuginfo::TypeId id);

  std::uint64_t size(TypeNumber type) override;
  std::string name(TypeNumber type) override;
  bool isRecord(TypeNumber type) override;
  bool isLibrary(TypeNumber type) override;
  std::optional<Element> element(TypeNumber type) override;
  const std::vector<TypeNumber> &subobjectsAt(TypeNumber type, std::uint64_t offset) override;
  std::optional<ArrayAt> arrayAt(TypeNumber type, std::uint64_t offset,
                                 std::uint64_t stride) override;
  debuginfo::MemberAt memberAt(TypeNumber type, std::uint64_t offset,
                               std::uint64_t access_size = 0) override;
  Place declared(TypeNumber type) override;

private:
  /// The type in the first module that had it.
  struct Entry {
    debuginfo::TypeTable *table = nullptr;
    debuginfo::TypeId id;
  };
  /// One type in several modules. Compilers disagree on the line of an unnamed record, so lines
  /// distinguish only types of one module.
  struct Copies {
    TypeNumber number;
    std::uint32_t line = 0;
    std::set<const debuginfo::TypeTable *> tables;
  };
  TypeNumber copyOf(debuginfo::TypeTable &table, debuginfo::TypeId id);
  [[nodiscard]] const Entry &at(TypeNumber type) const { return entries_[type.value()]; }

  std::vector<Entry> entries_;
  std::map<std::pair<debuginfo::TypeTable *, debuginfo::TypeId>, TypeNumber> numbers_;
  std::map<std::string, std::vector<Copies>> by_description_;
  std::map<std::pair<TypeNumber, std::uint64_t>, std::vector<TypeNumber>> subobjects_;
};

} // namespace fsfind::objects

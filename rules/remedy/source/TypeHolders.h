#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/Grouped.h"

#include <cstdint>

namespace fsfind {

/// Which types hold others, as elements or as members.
class TypeHolders {
public:
  /// A record that has members of a type.
  struct Holding {
    RecordIndex record;
    std::uint32_t members = 0; ///< how many
    bool base = false;         ///< one is a base
  };

  explicit TypeHolders(const Facts &facts);

  /// The types whose FactType::element is the type.
  [[nodiscard]] std::span<const std::pair<TypeIndex, TypeIndex>> ofElements(TypeIndex type) const {
    return elements_.of(type);
  }
  /// The records with members of the type, each once.
  [[nodiscard]] std::span<const std::pair<TypeIndex, Holding>> ofMembers(TypeIndex type) const {
    return members_.of(type);
  }
  /// The types whose FactType::record is the record.
  [[nodiscard]] std::span<const std::pair<RecordIndex, TypeIndex>>
  typesOf(RecordIndex record) const {
    return types_.of(record);
  }

private:
  Grouped<TypeIndex, TypeIndex> elements_;
  Grouped<TypeIndex, Holding> members_;
  Grouped<RecordIndex, TypeIndex> types_;
};

} // namespace fsfind

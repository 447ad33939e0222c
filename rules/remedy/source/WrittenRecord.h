#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <optional>
#include <set>

namespace fsfind {

/// A record as written: its instances, if it is a template, lie at one place.
class WrittenRecord {
public:
  /// `facts` outlives this.
  WrittenRecord(const Facts &facts, const Place &declared);

  [[nodiscard]] bool known() const { return !instances_.empty(); }
  /// If known(): one of the instances.
  [[nodiscard]] const FactRecord &record() const { return facts_.record(*instances_.begin()); }
  [[nodiscard]] bool alignable() const;
  /// Of all instances.
  [[nodiscard]] FactOrderUses orderUses() const;
  /// Of all instances: FactMember::ordered.
  [[nodiscard]] bool isOrdered(std::size_t member) const;
  [[nodiscard]] bool is(TypeIndex type) const;
  [[nodiscard]] bool is(RecordIndex record) const { return instances_.count(record) != 0; }
  /// An object of the type holds the record, itself or in members and elements.
  [[nodiscard]] bool isIn(TypeIndex type) const;
  [[nodiscard]] bool isIn(RecordIndex record) const;
  /// How many there are, as far as variables tell; 0 if others may be allocated.
  [[nodiscard]] std::uint64_t count() const;

private:
  [[nodiscard]] bool isIn(TypeIndex type, int depth) const;
  [[nodiscard]] bool isPartOf(const FactRecord &record, int depth) const;
  [[nodiscard]] std::uint64_t countIn(TypeIndex type, int depth) const;
  const Facts &facts_;
  std::set<RecordIndex> instances_;
};

} // namespace fsfind

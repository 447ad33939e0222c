#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <optional>
#include <set>

namespace fsfind {

/// A record as written in the source; if it is a template, all its instances.
class WrittenRecord {
public:
  /// `facts` outlives this.
  WrittenRecord(const Facts &facts, const Place &declared);

  [[nodiscard]] bool known() const { return !instances_.empty(); }
  /// One of the instances. Requires known().
  [[nodiscard]] const FactRecord &record() const { return facts_.record(*instances_.begin()); }
  [[nodiscard]] bool alignable() const;
  /// Of all instances.
  [[nodiscard]] FactOrderUses orderUses() const;
  /// Of all instances: FactMember::ordered.
  [[nodiscard]] bool isOrdered(std::size_t member) const;
  [[nodiscard]] bool is(TypeIndex type) const;
  [[nodiscard]] bool is(RecordIndex record) const { return instances_.count(record) != 0; }
  /// Whether an object of the type is the record, or contains it in members or elements.
  [[nodiscard]] bool isIn(TypeIndex type) const;
  [[nodiscard]] bool isIn(RecordIndex record) const;
  /// Whether a union of the author's holds it beside other views of the same bytes.
  [[nodiscard]] bool isInUnion() const;
  /// Whether another record derives from it.
  [[nodiscard]] bool isBase() const;
  /// How many objects variables make; 0 if more may be allocated.
  [[nodiscard]] std::uint64_t count() const;

private:
  [[nodiscard]] bool isIn(TypeIndex type, int depth) const;
  [[nodiscard]] bool isPartOf(const FactRecord &record, int depth) const;
  [[nodiscard]] std::uint64_t countIn(TypeIndex type, int depth) const;
  const Facts &facts_;
  std::set<RecordIndex> instances_;
};

} // namespace fsfind

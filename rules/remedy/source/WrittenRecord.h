#pragma once

#include "rules/remedy/source/FactLookup.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace fsfind {

/// A record as written in the source; if it is a template, all its instances.
class WrittenRecord {
public:
  /// `lookup` outlives this.
  WrittenRecord(const FactLookup &lookup, const Place &declared);

  [[nodiscard]] bool known() const { return !instances_.empty(); }
  /// One of the instances. Requires known().
  [[nodiscard]] const FactRecord &record() const { return facts().record(*instances_.begin()); }
  [[nodiscard]] bool alignable() const;
  /// Of all instances.
  [[nodiscard]] FactOrderUses orderUses() const;
  /// Of all instances: FactMember::ordered.
  [[nodiscard]] bool isOrdered(std::size_t member) const;
  [[nodiscard]] bool is(RecordIndex record) const { return instances_.contains(record); }
  [[nodiscard]] const std::set<RecordIndex> &instances() const { return instances_; }
  /// The records, and all that contain them in members or elements, in the order of the facts.
  [[nodiscard]] std::vector<const FactRecord *> withHolders() const;
  /// Whether a union of the author's holds it beside other views of the same bytes.
  [[nodiscard]] bool isInUnion() const;
  /// Whether another record derives from it.
  [[nodiscard]] bool isBase() const;
  /// The allocations whose elements are the record, or contain it, in the order of the facts.
  [[nodiscard]] std::vector<const FactAllocation *> allocations() const;
  /// Whether a variable is the record, or contains it in members, elements or as a container.
  [[nodiscard]] bool isInVariables() const;
  /// How many objects variables make; 0 if more may be allocated.
  [[nodiscard]] std::uint64_t count() const;

private:
  /// The types whose objects are the record, or contain it in members or elements.
  [[nodiscard]] const std::set<TypeIndex> &wholes() const;
  [[nodiscard]] std::set<TypeIndex> findWholes() const;
  [[nodiscard]] std::set<RecordIndex> holders() const;
  [[nodiscard]] const Facts &facts() const { return lookup_.facts; }

  const FactLookup &lookup_;
  std::set<RecordIndex> instances_;
  mutable std::optional<std::set<TypeIndex>> wholes_; ///< asked for again and again
};

} // namespace fsfind

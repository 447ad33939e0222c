#pragma once

#include "rules/remedy/source/MadeObjects.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fsfind {

/// A record as written in the source; if it is a template, all its instances.
class WrittenRecord {
public:
  /// `made` are the objects of the facts, if they are known already. `facts` and they outlive this.
  WrittenRecord(const Facts &facts, const Place &declared, const MadeObjects *made = nullptr);

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
  /// The allocations whose elements are the record, or contain it, in the order of the facts.
  [[nodiscard]] std::vector<const FactAllocation *> allocations() const;
  /// Whether a variable is the record, or contains it in members, elements or as a container.
  [[nodiscard]] bool isInVariables() const;
  /// How many objects variables make; 0 if more may be allocated.
  [[nodiscard]] std::uint64_t count() const;

private:
  /// By type and depth, for parts may have parts of the same types many times.
  using Counts = std::map<std::pair<std::uint32_t, int>, std::uint64_t>;
  [[nodiscard]] std::uint64_t countIn(TypeIndex type, int depth, Counts &counts) const;
  /// By type: isIn().
  [[nodiscard]] std::vector<bool> findWholes() const;
  /// What `ask` finds in the objects that the facts make.
  template <class Ask> [[nodiscard]] auto ofMade(const Ask &ask) const {
    return made_ ? ask(*made_) : ask(MadeObjects(facts_));
  }

  const Facts &facts_;
  const MadeObjects *made_;
  std::set<RecordIndex> instances_;
  mutable std::optional<std::vector<bool>> wholes_; ///< all types are asked about, again and again
};

} // namespace fsfind

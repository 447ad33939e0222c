#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

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
  /// How many there are, as far as variables tell; 0 if others may be allocated.
  [[nodiscard]] std::uint64_t count() const;

private:
  [[nodiscard]] bool isIn(TypeIndex type, int depth) const;
  [[nodiscard]] std::uint64_t countIn(TypeIndex type, int depth) const;
  const Facts &facts_;
  std::set<RecordIndex> instances_;
};

/// Why a cacheline's alignment must not be written into the record by a tool, as a clause: nothing
/// holds its layout or copies it as bytes, and whatever allocates it honours alignment. Empty if it
/// may.
[[nodiscard]] std::string alignmentObstacle(const Facts &facts, const WrittenRecord &record,
                                            std::uint32_t line_size);

/// Some allocation of objects of the record does not see to a line's alignment.
[[nodiscard]] const FactAllocation *
unalignedAllocation(const Facts &facts, const WrittenRecord &record, std::uint32_t line_size);

/// Language of the file: of its units, or by its name where they differ; none for a header of both.
[[nodiscard]] std::optional<bool> isCplusplus(const Facts &facts, std::string_view file);

/// `alignas(64) `, in C `_Alignas(64) `; by the project's own constant where one is given that
/// means separation and that size.
[[nodiscard]] std::string alignmentText(const Facts &facts, const std::string &constant,
                                        bool cplusplus, std::uint32_t line_size);

} // namespace fsfind

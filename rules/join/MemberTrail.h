#pragma once

#include "rules/model/Facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The way from a record to bytes in it, as the facts lay it out.
namespace fsfind {

/// A member of a record that holds the bytes.
struct TrailStep {
  RecordIndex record;
  std::size_t member = 0;   ///< its position in the record
  std::uint64_t offset = 0; ///< of the bytes, from the start of the record
  /// The member is an array of records, and the next step is in one of its elements.
  bool in_element = false;
};
/// From the outermost record to the one that declares the last member; never empty.
using Trail = std::vector<TrailStep>;

/// A member as a recording knows it.
struct MeasuredMember {
  std::uint64_t offset = 0; ///< bytes from the start of the outermost record
  Place declared;           ///< with the sources' name of the file; unknown of a vtable pointer
  std::string name;         ///< of the member itself, or kVtablePointer
};

/// The way to the member that is declared at that place and lies at that offset; none if the facts
/// lay out the record in another way.
[[nodiscard]] std::optional<Trail> trailTo(const Facts &facts, RecordIndex root,
                                           const MeasuredMember &member);

/// The record of the type, or of its elements if it is an array.
[[nodiscard]] std::optional<RecordIndex> recordIn(const Facts &facts, TypeIndex type);

/// Whether the place is in that line. Columns do not count: compilers write none, or another
/// part's.
[[nodiscard]] bool isDeclaredAt(const Facts &facts, FactPlace place, const Place &at);

/// Where the member of these names lies in the record: `ends`, `head`. Indices do not count, so of
/// an array it is all of it. None if there is no such member, or more than one.
struct Extent {
  std::uint64_t offset = 0, size = 0; ///< bytes
};
[[nodiscard]] std::optional<Extent> extentOf(const Facts &facts, const FactRecord &record,
                                             const std::vector<std::string> &names);

/// How many steps of the trail are arrays of records.
[[nodiscard]] std::ptrdiff_t arraysOn(const Trail &trail);

/// The names on the trail from step `first` on, joined by dots.
[[nodiscard]] std::string pathOf(const Facts &facts, const Trail &trail, std::size_t first);

} // namespace fsfind

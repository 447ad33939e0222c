#pragma once

#include "rules/join/UsedData.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fsfind {

/// A record with members on which threads meet there.
struct MeetingPlace {
  std::vector<const UsedDatum *> members; ///< in the finding's order
  std::size_t depth = 0;                  ///< the step of each member's trail that is in the record
  /// Threads meet on elements of the array that the record's member is, or beside it: the elements
  /// are to be parted, which parts the array from what is beside it, too.
  bool of_elements = false;
};

struct Meetings {
  /// The records whose own members part the writers: the innermost ones, and those around them for
  /// what else these hold; and few elements of a record, which several threads use and some write,
  /// as buffers that writers and readers take in turn. The most contended comes first.
  std::vector<MeetingPlace> places;
  MeetingPlace whole; ///< the innermost record that holds all, with all members
};

/// The meetings from the record at `depth` on. None if all members have the same writers or are in
/// several records. Which elements of an array threads use is not told: members that have different
/// writers are parted within the elements if these are few, which parts the elements, too; of many
/// they are left out, and if they have most of the contended loads, there is none. `all` outlives
/// the result.
[[nodiscard]] std::optional<Meetings>
meetingsOf(const Facts &facts, const std::vector<UsedDatum> &all, std::size_t depth);

/// Whether threads meet in bit-fields of one record, which cannot be parted. Other members can be
/// parted from bit-fields, and the record that they are in from what is beside it.
[[nodiscard]] bool meetInBitFields(const Meetings &meetings, const Facts &facts);

} // namespace fsfind

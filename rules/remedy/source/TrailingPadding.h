#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <optional>

namespace fsfind {

/// An array of bytes behind a record's members.
struct TrailingPadding {
  Edit edit;
  std::uint64_t size = 0; ///< bytes of the record with it
};

/// Padding that parts elements wherever their array begins (sizeApart()), for records whose memory
/// no edit can align. None if the record does not take padding (takesPadding()), or if no member
/// may follow its last one.
[[nodiscard]] std::optional<TrailingPadding>
trailingPadding(const Facts &facts, const WrittenRecord &target, std::uint64_t line_size);

} // namespace fsfind

#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fsfind {

/// An array of bytes behind a record's members.
struct TrailingPadding {
  Edit edit;
  std::uint64_t size = 0; ///< bytes of the record with it
};

/// A declaration behind the record's last member, on a line of its own if that has one. None if no
/// member may follow the last one, or if its end is not known.
[[nodiscard]] std::optional<Edit> declaredBehind(const Facts &facts, const FactRecord &record,
                                                 const std::string &declaration);

/// Padding that parts elements wherever their array begins (sizeApart()), for records whose memory
/// no edit can align. None if the record does not take padding (takesPadding()), or if no member
/// may follow its last one.
[[nodiscard]] std::optional<TrailingPadding>
trailingPadding(const FactLookup &lookup, const WrittenRecord &target, std::uint64_t line_size);

} // namespace fsfind

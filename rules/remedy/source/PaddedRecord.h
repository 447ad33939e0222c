#pragma once

#include "rules/model/Facts.h"

#include <cstdint>

namespace fsfind {

/// The least offset at which data of another line may begin behind data that end at `end`, wherever
/// the record begins. Data begin at multiples of the record's alignment.
[[nodiscard]] std::uint64_t offsetApart(const FactRecord &record, std::uint64_t end,
                                        std::uint64_t line_size);

/// The least size with which the data of two elements, one behind the other, lie on different lines
/// of `line_size` bytes, wherever the array begins. Members that pad do not count as data.
[[nodiscard]] std::uint64_t sizeApart(const FactRecord &record, std::uint64_t line_size);

} // namespace fsfind

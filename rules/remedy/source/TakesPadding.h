#pragma once

#include "rules/remedy/source/WrittenRecord.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// The declaration of so many bytes of padding, the record's `number`th, counted from 0. In a class
/// with private members it says that nothing uses it: clang warns of private members that no
/// function of the class uses.
[[nodiscard]] std::string paddingText(const FactLookup &lookup, const FactRecord &record,
                                      std::uint64_t bytes, std::size_t number = 0);

/// Whether a tool may let the record grow by padding where it cannot align it: nothing counts on
/// its size or gives values by position, no member has the name, and all memory that becomes its
/// objects is seen, asked for by its size, and belongs to this process alone.
[[nodiscard]] bool takesPadding(const FactLookup &lookup, const WrittenRecord &target);

} // namespace fsfind

#pragma once

#include "rules/remedy/written/RecordText.h"

/// How each language declares records, in its own file.
namespace fsfind::written {

/// Declarations of one name that are looked at in a file; of two or more, none is known to be the
/// one that was measured.
inline constexpr std::size_t kMostDeclarations = 16;

[[nodiscard]] std::vector<RecordText> rustRecords(const std::vector<Token> &tokens,
                                                  std::string_view name);
[[nodiscard]] std::vector<RecordText> goRecords(const std::vector<Token> &tokens,
                                                std::string_view name);

} // namespace fsfind::written

#pragma once

#include "cli/lsp/RecordLayout.h"
#include "rules/model/FactDeclarations.h"

#include <cstdint>
#include <string>

/// What is known of a record, in words.
namespace fsfind::lsp {

/// How the members' samples are to be read.
struct MeasuredWords {
  bool recorded = false, simulated = false;
  std::uint64_t contended = 0; ///< contended loads of the whole recording
};

/// One line of Markdown: `errors`: offset 8, 8 bytes; written by complain
[[nodiscard]] std::string memberHead(const UsedLayout &used, const FactMember &member,
                                     const MeasuredWords &measured);

/// Markdown: a sentence and a table of the members by line, with holes.
[[nodiscard]] std::string recordPage(const UsedLayout &used, std::uint32_t line_size,
                                     const MeasuredWords &measured);

} // namespace fsfind::lsp

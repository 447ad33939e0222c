#pragma once

#include "cli/report/LayoutReport.h"
#include "rules/model/FactDeclarations.h"

#include <cstdint>
#include <string>

/// What is known of a record, in words, of a layout with the code that uses its members.
namespace fsfind::lsp {

/// How the members' samples are to be read.
struct MeasuredWords {
  bool recorded = false, simulated = false;
  std::uint64_t contended = 0; ///< contended loads of the whole recording
};

/// One line of Markdown: `errors`: offset 8, 8 bytes; written by complain
[[nodiscard]] std::string memberHead(const report::LayoutView &view, const FactMember &member,
                                     const MeasuredWords &measured);

/// Markdown: a sentence and a table of the members by line, with holes.
[[nodiscard]] std::string recordPage(const report::LayoutView &view, std::uint32_t line_size,
                                     const MeasuredWords &measured);

} // namespace fsfind::lsp

#pragma once

#include "cli/terminal/Traits.h"
#include "rules/compare/Diff.h"

#include <iosfwd>
#include <string>
#include <string_view>

/// The result of `fsfind diff`, and the functions that write it.
namespace fsfind::report {

struct DiffReport {
  DiffSide before, after;
  Diff diff;
};

/// `new`, `worse`, `unchanged`, `better`, `gone`.
[[nodiscard]] std::string_view word(Change change);

/// A table for a terminal; contains findings that did not change only if `verbose`.
[[nodiscard]] std::string diffText(const DiffReport &report, const cli::Traits &traits,
                                   bool verbose);

/// JSON as docs/diff.schema.json describes it.
void writeDiffJson(std::ostream &out, const DiffReport &report, std::string_view version);

} // namespace fsfind::report

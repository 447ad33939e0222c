#pragma once

#include "cli/terminal/Traits.h"
#include "rules/compare/Diff.h"

#include <iosfwd>
#include <string>
#include <string_view>

/// What `fsfind diff` found, and its emitters.
namespace fsfind::report {

struct DiffReport {
  DiffSide before, after;
  Diff diff;
};

/// `new`, `worse`, `unchanged`, `better`, `gone`.
[[nodiscard]] std::string_view word(Change change);

/// A table; findings that did not change only if `verbose`.
[[nodiscard]] std::string diffText(const DiffReport &report, const cli::Traits &traits,
                                   bool verbose);

/// In the contract of docs/diff.schema.json.
void writeDiffJson(std::ostream &out, const DiffReport &report, std::string_view version);

} // namespace fsfind::report

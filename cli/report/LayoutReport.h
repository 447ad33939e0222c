#pragma once

#include "cli/terminal/Traits.h"
#include "rules/remedy/layout/WriterOrder.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Layouts of a type, and the functions that write them.
namespace fsfind::report {

struct LayoutView {
  TypeLayout layout;
  std::optional<WriterOrder> order; ///< only with a recording in which threads write apart
};

struct LayoutReport {
  std::string source; ///< path of the program or recording
  std::uint32_t line_size = kDefaultLineSize;
  bool recorded = false;         ///< members have samples
  bool simulated = false;        ///< the recording is a simulation's
  std::vector<LayoutView> views; ///< of one name; several where declarations differ
};

[[nodiscard]] std::string layoutText(const LayoutReport &report, const cli::Traits &traits);

/// JSON as docs/layout.md describes it.
void writeLayoutJson(std::ostream &out, const LayoutReport &report, std::string_view version);

} // namespace fsfind::report

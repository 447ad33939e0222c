#pragma once

#include "cli/report/text/TextPage.h"
#include "cli/terminal/Table.h"
#include "rules/model/Placement.h"

#include <string>
#include <vector>

namespace fsfind::report {

/// `1.5 GiB`, `64 MiB`, `12 KiB`
[[nodiscard]] std::string memoryText(std::uint64_t bytes);

/// Columns of a table that say which part of something each node has. With many nodes there is one
/// column for all, in which the largest parts stand.
class NodeColumns {
public:
  /// A column for each node that has CPUs, or a part of the look's memory.
  explicit NodeColumns(const Placement &look);

  void addTo(std::vector<cli::Column> &columns) const;
  /// Adds the cells of one row. Without parts they are empty.
  void addTo(std::vector<cli::TableCell> &row, const ByNode &parts) const;

private:
  std::vector<std::uint32_t> nodes_; ///< ascending
};

/// `node 0 98.0%, node 1 2.0%`, the largest first, at most four; empty without parts.
[[nodiscard]] std::string partsText(const ByNode &parts);

} // namespace fsfind::report

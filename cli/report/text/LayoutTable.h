#pragma once

#include "cli/report/LayoutReport.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// What a layout's table has beside offset, size, name and type of each member.
struct LayoutColumns {
  enum class Users : std::uint8_t {
    None,
    Threads, ///< those that were sampled
    Code,    ///< thread entries, and functions of main and of callers that are not known
  };
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  bool samples = false;                       ///< how many were recorded
  Users users = Users::None;
};

/// The members by offset, with holes, and where lines begin. Each line begins with `indent` blanks.
[[nodiscard]] std::string layoutTable(const LayoutView &view, const LayoutColumns &columns,
                                      const cli::Traits &traits, std::size_t indent);

/// The names; if there are more than two, how many of `what`.
[[nodiscard]] std::string fewNames(const std::vector<std::string> &names, std::string_view what);

} // namespace fsfind::report

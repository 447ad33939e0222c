#pragma once

#include "rules/model/Expected.h"

#include <string_view>

namespace fsfind::timing {

/// One run of fio, as its JSON tells: https://fio.readthedocs.io, "JSON output".
struct FioRun {
  int error = 0;       ///< errno of the job; 0 = none
  double gb_per_s = 0; ///< 1e9 bytes a second that were read; not 0 without an error
};

/// Reads what fio printed with --output-format=json for one job: messages may come before the
/// document. Whatever else it is, is refused.
[[nodiscard]] Expected<FioRun> parseFio(std::string_view text);

} // namespace fsfind::timing

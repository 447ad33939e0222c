#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <functional>
#include <string>

namespace fsfind {

/// Functions of facts that are not all in memory.
struct FunctionSource {
  std::size_t count = 0;
  /// Each of them; the reference is good until the next call. They may be asked for twice.
  std::function<const FactFunction &(std::size_t)> at;
};

/// As writeFactsFile() of FactsFile.h, and the same bytes, with `functions` in the place of
/// `facts.functions`. Takes no memory that grows with them.
[[nodiscard]] Expected<void> writeFactsFile(const Facts &facts, const FunctionSource &functions,
                                            const std::string &path);

} // namespace fsfind

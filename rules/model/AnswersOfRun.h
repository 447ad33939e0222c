#pragma once

#include "rules/model/RunAnswer.h"

#include <array>
#include <cstddef>

namespace fsfind {

/// How many findings of sources have which answer of recorded runs.
struct AnswersOfRun {
  std::array<std::size_t, static_cast<std::size_t>(RunAnswer::NotReached) + 1> number{};
  std::size_t withdrawn = 0; ///< of those with RunAnswer::NotSo: sources alone would tell them

  [[nodiscard]] std::size_t of(RunAnswer answer) const {
    return number[static_cast<std::size_t>(answer)];
  }
};

} // namespace fsfind

#pragma once

#include "cli/lsp/Message.h"
#include "rules/model/Profile.h"

#include <string>

/// What is wrong with the project's configuration file.
namespace fsfind::lsp {

struct Mistake {
  Place place;         ///< not known if the file itself cannot be read; else its path is absolute
  std::string problem; ///< without the place, one line
  std::string message; ///< with the place, one line; empty = nothing is wrong
  bool operator==(const Mistake &) const = default;
};

[[nodiscard]] Json mistakeJson(const Mistake &mistake);
[[nodiscard]] Mistake mistakeFrom(const Json &json);

} // namespace fsfind::lsp

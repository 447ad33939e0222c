#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

/// Checks that several commands' options share.
namespace fsfind::cli {

inline CLI::IsMember oneOf(std::vector<std::string> words) {
  return CLI::IsMember(std::move(words));
}

/// CLI11 reads -1 into an unsigned variable without complaint.
inline CLI::Validator wholeNumber() {
  return CLI::Validator(
      [](const std::string &text) {
        const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
        return digits && !text.empty() ? std::string() : text + " is not a whole number";
      },
      "");
}

} // namespace fsfind::cli

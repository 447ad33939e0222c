#pragma once

#include "cli/commands/OptionTable.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Checks that several commands' options share.
namespace fsfind::cli {

/// By a function that returns what is wrong with the text; empty if nothing is.
[[nodiscard]] Check checkedBy(std::function<std::string(const std::string &)> problem);

[[nodiscard]] Check oneOf(std::vector<std::string> words);
/// Digits only: CLI11 reads -1 into an unsigned variable without complaint.
[[nodiscard]] Check wholeNumber();
/// From `least` to `most`.
[[nodiscard]] Check rangeOf(std::uint64_t least, std::uint64_t most);
/// From `least` to `most`; CLI11's own range lets what is no number (nan) pass.
[[nodiscard]] Check numberFrom(double least, double most);
[[nodiscard]] Check processId();
[[nodiscard]] Check threadId();
/// Bytes of a cacheline.
[[nodiscard]] Check lineSize();
/// Says `what` of an empty text.
[[nodiscard]] Check notEmpty(const char *what);
[[nodiscard]] Check fileName();
/// One that exists.
[[nodiscard]] Check directory();

} // namespace fsfind::cli

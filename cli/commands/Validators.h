#pragma once

#include "cli/commands/OptionTable.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Checks of arguments, used by several commands.
namespace fsfind::cli {

/// A check by a function, which returns what is wrong with the text, or an empty string.
[[nodiscard]] Check checkedBy(std::function<std::string(const std::string &)> problem);

[[nodiscard]] Check oneOf(std::vector<std::string> words);
/// What fails a build (rules/model/FailOn.h), of these words.
[[nodiscard]] Check failOn(std::vector<std::string_view> words);
/// Digits only: CLI11 reads -1 into an unsigned variable without complaint.
[[nodiscard]] Check wholeNumber();
/// From `least` to `most`.
[[nodiscard]] Check rangeOf(std::uint64_t least, std::uint64_t most);
/// A number from `least` to `most`; CLI11's own range check accepts nan.
[[nodiscard]] Check numberFrom(double least, double most);
[[nodiscard]] Check processId();
[[nodiscard]] Check threadId();
/// Bytes of a cacheline.
[[nodiscard]] Check lineSize();
/// Refuses an empty text with the error `what`.
[[nodiscard]] Check notEmpty(const char *what);
[[nodiscard]] Check fileName();
/// An existing directory.
[[nodiscard]] Check directory();

} // namespace fsfind::cli

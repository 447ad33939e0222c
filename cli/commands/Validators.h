#pragma once

#include "c2c-ingest/Ingest.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
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

/// From `least` to `most`; CLI11's own range lets what is no number (nan) pass.
inline CLI::Validator numberFrom(double least, double most) {
  return CLI::Validator(
      [least, most](const std::string &text) {
        double number = 0;
        const bool fits =
            CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
        return fits ? std::string()
                    : text + " is not a number from " + CLI::detail::to_string(least) + " to " +
                          CLI::detail::to_string(most);
      },
      "");
}

/// A 32-bit number; errors say that the text is not `what`.
inline CLI::Validator idOf(const char *what) {
  return CLI::Validator(
      [what](const std::string &text) {
        std::uint32_t id = 0;
        const char *end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, id);
        return error == std::errc() && stop == end ? std::string() : text + " is not a " + what;
      },
      "");
}
inline CLI::Validator processId() {
  return idOf("process id");
}
inline CLI::Validator threadId() {
  return idOf("thread id");
}

inline CLI::Validator lineSize() {
  return CLI::Validator(
      [](const std::string &text) {
        unsigned size = 0;
        return CLI::detail::lexical_cast(text, size) && ingest::isLineSize(size)
                   ? std::string()
                   : text + " is not a power of two from 8 to 4096";
      },
      "");
}

/// Says `what` of an empty text.
inline CLI::Validator notEmpty(const char *what) {
  return CLI::Validator(
      [what](const std::string &text) { return std::string(text.empty() ? what : ""); }, "");
}
inline CLI::Validator fileName() {
  return notEmpty("the file name is empty");
}

inline CLI::Validator directory() {
  return CLI::Validator(
      [](const std::string &text) {
        std::error_code none;
        return std::filesystem::is_directory(text, none) ? std::string()
                                                         : "'" + text + "' is not a directory";
      },
      "");
}

} // namespace fsfind::cli

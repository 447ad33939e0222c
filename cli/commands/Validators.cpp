#include "cli/commands/Validators.h"

#include "cli/terminal/Nearest.h"
#include "cli/terminal/Text.h"
#include "rules/model/FailOn.h"
#include "rules/model/PathObstacle.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fsfind::cli {

namespace {

/// A 32-bit number; the error is "TEXT is not a `what`".
Check idOf(const char *what) {
  return checkedBy([what](const std::string &text) {
    std::uint32_t id = 0;
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, id);
    return error == std::errc() && stop == end ? std::string() : text + " is not a " + what;
  });
}

} // namespace

Check checkedBy(std::function<std::string(const std::string &)> problem) {
  return [problem = std::move(problem)](CLI::Option &option) {
    option.check(CLI::Validator(problem, ""));
  };
}

Check oneOf(std::vector<std::string> words) {
  return [words = std::move(words)](CLI::Option &option) {
    const auto problem = [words](const std::string &text) {
      const bool known = std::find(words.begin(), words.end(), text) != words.end();
      return known ? std::string()
                   : text + " is none of " + joined(words) +
                         (nearest(text, words).empty() ? "" : "; " + suggestion(text, words));
    };
    // Help and completion find the words here.
    option.check(CLI::Validator(problem, "{" + joined(words, ",") + "}"));
  };
}

Check failOn(std::vector<std::string_view> words) {
  return [words = std::move(words)](CLI::Option &option) {
    std::vector<std::string> terms = {"none"};
    terms.insert(terms.end(), words.begin(), words.end());
    for (const std::string_view kind : failKinds())
      for (const std::string_view word : words)
        terms.push_back(std::string(kind) + ":" + std::string(word));
    const auto problem = [words](const std::string &text) {
      return parseFailOn(text, words).problem;
    };
    option.check(CLI::Validator(problem, "{" + joined(terms, ",") + "}"));
  };
}

Check wholeNumber() {
  return checkedBy([](const std::string &text) {
    const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    return digits && !text.empty() ? std::string() : text + " is not a whole number";
  });
}

Check rangeOf(std::uint64_t least, std::uint64_t most) {
  return [least, most](CLI::Option &option) { option.check(CLI::Range(least, most)); };
}

Check numberFrom(double least, double most) {
  return checkedBy([least, most](const std::string &text) {
    double number = 0;
    const bool fits = CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
    return fits ? std::string()
                : text + " is not a number from " + CLI::detail::to_string(least) + " to " +
                      CLI::detail::to_string(most);
  });
}

Check processId() {
  return idOf("process id");
}

Check threadId() {
  return idOf("thread id");
}

Check notEmpty(const char *what) {
  return checkedBy(
      [what](const std::string &text) { return std::string(text.empty() ? what : ""); });
}

Check fileName() {
  return notEmpty("the file name is empty");
}

Check directory() {
  return checkedBy([](const std::string &text) {
    std::error_code error;
    if (std::filesystem::is_directory(text, error))
      return std::string();
    const auto obstacle = obstacleTo(text, "is not a directory");
    return "'" + text + "' " + (obstacle ? obstacle->what : "is not a directory");
  });
}

} // namespace fsfind::cli

#pragma once

#include <span>
#include <string_view>

/// The pages of docs/rules, compiled into the program.
namespace fsfind::report {

struct RulePage {
  std::string_view id;   ///< `fsfind-…`
  std::string_view text; ///< Markdown: `# id`, an empty line, one sentence that says what it flags
};

/// Sorted by id.
[[nodiscard]] std::span<const RulePage> rulePages();

/// The sentence below the heading.
[[nodiscard]] std::string_view summaryOf(const RulePage &page);

} // namespace fsfind::report

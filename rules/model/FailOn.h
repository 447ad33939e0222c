#pragma once

#include "rules/model/Finding.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which findings fail a build: what `--fail-on` and the configuration's key `fail-on` are given.
///
/// Terms with commas between, each a word, or a kind of sharing, a colon and a word:
/// `false:high,first-touch:medium`. A word alone is about false sharing and first touch, which have
/// a remedy in the layout or placement of data; `any` alone is about every finding. `none` stands
/// for no term.
namespace fsfind {

enum class FailKind : std::uint8_t {
  Harm,  ///< no kind was given: false sharing and first touch
  False, ///< also mixed sharing, a part of which is false
  True,
  FirstTouch,
  Any,
};

enum class FailWord : std::uint8_t {
  Any,
  Low, ///< confidences: this one or a higher one
  Medium,
  High,
  Confirmed, ///< by sources and a recording
  New,       ///< of a comparison: there only now
  Worse,     ///< of a comparison: new or worse
};

struct FailTerm {
  FailKind kind = FailKind::Harm;
  FailWord word = FailWord::Any;
  bool operator==(const FailTerm &) const = default;
};
using FailTerms = std::vector<FailTerm>;

struct ParsedFailOn {
  FailTerms terms;
  std::string problem; ///< what is wrong with the text, a clause; empty if nothing is
};

/// `words` are those that the asker can tell, without `none`. The text may be hostile.
[[nodiscard]] ParsedFailOn parseFailOn(std::string_view text,
                                       std::span<const std::string_view> words);
/// A text that was found right before, by whatever words.
[[nodiscard]] FailTerms failTerms(std::string_view text);

/// The words of the kinds, without that for no kind.
[[nodiscard]] std::span<const std::string_view> failKinds();

/// Whether the term is about findings as this one: by kind, confidence and confirmation. Whether it
/// is new is up to who compares.
[[nodiscard]] bool regards(const FailTerm &term, const Finding &finding);
/// Whether any term is about any of the findings.
[[nodiscard]] bool fails(const std::vector<Finding> &findings, const FailTerms &terms);

} // namespace fsfind

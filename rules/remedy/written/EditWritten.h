#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Profile.h"
#include "rules/remedy/written/Tokens.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Edits in languages that fsfind does not analyze. Debug information of Rust and Go has a record's
/// name, size and fields, but not the place of its declaration. That is looked up in the text, and
/// counts only if one declaration alone has this name and these fields.
namespace fsfind::written {

/// The language of a source file, by its name; none for other languages.
[[nodiscard]] std::optional<Language> languageOf(std::string_view file);

struct SourceText {
  std::string path;
  std::string text;
};

/// What was recorded: lines of this size, on this architecture (`x86_64`).
struct Machine {
  std::uint32_t line_size = kDefaultLineSize;
  std::string_view arch = {};
};

/// The edits of a remedy, or why there are none. What is empty or 0 is as the advice has it.
struct WrittenEdits {
  std::vector<Edit> edits = {};
  std::string obstacle = {}; ///< a clause without a full stop; empty if there are edits
  std::uint64_t size_after = 0;
  std::vector<LayoutMember> after = {};
  std::string example = {}; ///< with what the sources use for the purpose
  std::string remark = {};  ///< what else they have for it: a clause without a full stop
};

/// The advice of the finding that can be written as edits: the best one, where it gives a record of
/// the author's, or the elements of a static array, another layout and has no edits. Null
/// otherwise. It points into `finding`.
[[nodiscard]] Advice *writableAdvice(Finding &finding);

/// Writes the advice: in Go as padding, in Rust as alignment of the record or a wrapper of members,
/// as the sources do it elsewhere. `texts` are all files of one language that may declare the
/// record, and the Cargo.toml of their crate. The result is not compiled.
[[nodiscard]] WrittenEdits editsOf(const Finding &finding, const Advice &advice,
                                   const std::vector<SourceText> &texts, Language language,
                                   const Machine &machine);

/// Enters the result: edits, the layout that they make, or why there are none.
void enter(WrittenEdits result, Advice &advice);

} // namespace fsfind::written

#pragma once

#include "analyzer/knowledge/Line.h"
#include "analyzer/knowledge/Meanings.h"
#include "analyzer/knowledge/WordTrie.h"
#include "rules/model/Expected.h"
#include "rules/model/NameWords.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What the names of libraries' functions, types and constants mean: known.table, which is compiled
/// in, and what a user adds in the same form. docs/knowledge.md tells the form.
namespace fsfind::analyzer {

/// A user's text, and the file or option that it is from.
struct ToldText {
  std::string where, text;
};

class Knowledge {
public:
  /// What fsfind knows of itself.
  [[nodiscard]] static const Knowledge &builtIn();
  /// The same with a user's text; `where` names it in errors, as `where:line`.
  [[nodiscard]] static Expected<Knowledge> extended(std::string_view text,
                                                    const std::string &where);

  /// All texts as one, for extended(), if each is right.
  [[nodiscard]] static Expected<std::string> joined(const std::vector<ToldText> &texts);

  /// Adds the lines of a text. What it says of a name counts, not what was said before. An error
  /// names the first line that is wrong, and what lines before it say has been added.
  Expected<void> add(std::string_view text, const std::string &where);

  /// What is known of a qualified name without template arguments (`std::this_thread::yield`). Of
  /// several entries that fit, the one with more scope counts first. None for most names.
  [[nodiscard]] std::optional<Meaning> of(std::string_view qualified) const;
  /// Whether what a name without scope means may depend on its scope.
  [[nodiscard]] bool dependsOnScope(std::string_view plain) const;
  /// What parts of a name without scope suggest, for names that are not known.
  [[nodiscard]] Words wordsIn(std::string_view plain) const { return words_.in(plain); }
  /// What words suggest in names of any kind, known or not.
  [[nodiscard]] const NameWords &nameWords() const { return name_words_; }

private:
  Knowledge() = default; // who knows nothing finds nothing: begin with what is built in

  /// Entries of one last part of a name, those with less scope first.
  struct Entry {
    std::string scope; ///< `a::b`; empty = any, `::` = none, `std::*` = anything in std
    Meaning meaning;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  [[nodiscard]] std::optional<Wrong> add(const Line &line);
  [[nodiscard]] std::optional<Wrong> addWord(const Line &line);
  [[nodiscard]] std::optional<Wrong> addMeaning(const Line &line);
  [[nodiscard]] Meaning &entry(std::string_view name);

  std::unordered_map<std::string, std::vector<Entry>, Hash, std::equal_to<>> names_;
  WordTrie words_;
  NameWords name_words_;
};

/// A line that gives a name a meaning without properties; for options that do so: `starter`,
/// `thread-number`, `lock-type`, `cacheline-size`.
[[nodiscard]] std::string knowledgeLine(std::string_view kind, std::string_view name);

} // namespace fsfind::analyzer

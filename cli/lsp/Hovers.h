#pragma once

#include "cli/lsp/LineChanges.h"
#include "cli/lsp/Message.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What is known of records and members, to be shown where their names stand.
namespace fsfind::lsp {

struct HoverText {
  std::string head;     ///< of a member: one line of Markdown; empty = a record
  std::size_t page = 0; ///< position in Hovers::pages
};

/// Where a name stands for a record or member.
struct HoverAnchor {
  std::uint32_t line = 0; ///< from 0, of the file as it was checked
  std::string word;
  std::size_t text = 0; ///< position in Hovers::texts
};

struct Hovers {
  std::vector<std::string> pages; ///< of records, Markdown
  std::vector<HoverText> texts;
  std::map<std::string, std::vector<HoverAnchor>> anchors; ///< by path, as absolutePath() gives it
  /// Records by their last name, as positions in `texts`; those whose name several have are
  /// missing.
  std::map<std::string, std::size_t> records;

  /// What stands for the word on the line: Markdown; empty = nothing is known. `isAt` tells whether
  /// a line of the checked file is the one that is asked for.
  template <class IsAt>
  [[nodiscard]] std::string find(const std::string &path, const std::string &word,
                                 const IsAt &isAt) const;

  /// Moves the anchors to where their lines are after the changes, by path; those on lines that
  /// were changed go.
  void follow(const std::map<std::string, LineChanges> &changes);

private:
  [[nodiscard]] std::string whole(std::size_t text) const;
};

/// The same text without Markdown's marks.
[[nodiscard]] std::string plainText(const std::string &markdown);

[[nodiscard]] Json hoversJson(const Hovers &hovers);
[[nodiscard]] Hovers hoversFrom(const Json &json);

template <class IsAt>
std::string Hovers::find(const std::string &path, const std::string &word, const IsAt &isAt) const {
  if (const auto file = anchors.find(path); file != anchors.end())
    for (const HoverAnchor &anchor : file->second)
      if (anchor.word == word && isAt(anchor.line))
        return whole(anchor.text);
  const auto record = records.find(word);
  return record == records.end() ? std::string() : whole(record->second);
}

} // namespace fsfind::lsp

#pragma once

#include "rules/remedy/written/EditWritten.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Findings in Rust and Go, and what their edits make of a text.
namespace fsfind::written::test {

inline constexpr std::uint32_t kLine = 64;

inline Finding finding(const std::string &record, const std::vector<std::string> &fields,
                       Remedy remedy = Remedy::AlignType) {
  constexpr std::uint64_t kWord = 8;
  Finding one;
  one.object.kind = ObjectKind::Heap;
  RecordMembers members;
  for (const std::string &name : fields)
    members.push_back({name, "u64", kWord * members.size(), kWord, kWord});
  one.record = RecordInfo{
      record, {}, kWord * fields.size(), 0, std::make_shared<const RecordMembers>(members)};
  Advice &advice = one.advice.emplace_back();
  advice.remedy = remedy;
  advice.size_before = one.record->size;
  advice.size_after = kLine;
  return one;
}

/// As the advice on members draws it: a line of padding before the last field.
inline Finding apart(const std::string &record, const std::vector<std::string> &fields) {
  Finding one = finding(record, fields, Remedy::AlignMembers);
  for (const std::string &name : fields) {
    if (name == fields.back())
      one.advice.front().after.push_back({"_", 0, kLine, {}});
    one.advice.front().after.push_back({name, 0, 0, {}});
  }
  return one;
}

inline WrittenEdits edits(const Finding &finding, const std::string &text, Language language,
                          std::uint32_t line = kLine) {
  return editsOf(finding, finding.advice.front(), {{"/p/a", text}}, language, {line, "x86_64"});
}

/// The text with the edits, which must be in ascending order, each within a line; or the obstacle.
inline std::string edited(const WrittenEdits &result, const std::string &text) {
  if (!result.obstacle.empty())
    return result.obstacle;
  std::string after = text;
  for (auto edit = result.edits.rbegin(); edit != result.edits.rend(); ++edit) {
    std::size_t at = 0;
    for (std::uint32_t i = 1; i < edit->line; ++i)
      at = after.find('\n', at) + 1;
    after.replace(at + edit->column - 1, edit->end_column - edit->column, edit->text);
  }
  return after;
}

inline std::string edited(const Finding &finding, const std::string &text, Language language,
                          std::uint32_t line = kLine) {
  return edited(edits(finding, text, language, line), text);
}

} // namespace fsfind::written::test

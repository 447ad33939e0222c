#include "rules/remedy/source/AlignedDeclarations.h"

#include <set>

namespace fsfind {

std::vector<Edit> alignedDeclarations(const Facts &facts, const std::vector<DeclarationEdit> &all) {
  std::set<FactPlace> split;
  for (const DeclarationEdit &one : all)
    if (!one.alignment.empty() && one.shared->begin.known())
      split.insert(one.shared->begin);
  std::vector<Edit> edits;
  const auto replace = [&](FactPlace from, FactPlace to, std::string text) {
    const Place begin = facts.place(from), end = facts.place(to);
    edits.push_back({begin.file, begin.line, begin.column, end.line, end.column, std::move(text)});
  };
  for (const DeclarationEdit &one : all)
    if (one.shared->comma.known() && split.contains(one.shared->begin))
      replace(one.shared->comma, one.declaration,
              one.shared->separator + one.alignment + one.shared->specifiers);
    else if (!one.alignment.empty())
      replace(one.declaration, one.declaration, one.alignment);
  return edits;
}

} // namespace fsfind

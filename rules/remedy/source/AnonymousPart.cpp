#include "rules/remedy/source/AnonymousPart.h"

#include <algorithm>
#include <optional>

namespace fsfind {

namespace {

/// Deeper nesting is no author's; it bounds the work on crafted facts.
constexpr int kDeepest = 8;
/// A reader is told so many names.
constexpr std::size_t kMostNames = 4;

const FactRecord *anonymousRecord(const Facts &facts, const FactMember &member) {
  const auto record = facts.type(member.type).record;
  const bool anonymous = member.name.empty() && !member.base && !member.bit_field;
  return anonymous && record ? &facts.record(*record) : nullptr;
}

const FactMember *alignedBy(const Facts &facts, const FactMember &member, bool by_attribute,
                            int depth) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part || !by_attribute)
    if (member.declaration.known())
      return &member;
  if (!part || depth == kDeepest)
    return nullptr;
  for (const bool named : {true, false})
    for (const FactMember &inner : part->members)
      if (inner.offset == 0 && !inner.bit_field && inner.name.empty() != named)
        if (const FactMember *found = alignedBy(facts, inner, by_attribute, depth + 1))
          return found;
  return nullptr;
}

void addNames(const Facts &facts, const FactRecord &part, int depth,
              std::vector<std::string> &names) {
  for (const FactMember &inner : part.members) {
    const FactRecord *within = anonymousRecord(facts, inner);
    if (within && depth < kDeepest)
      addNames(facts, *within, depth + 1, names);
    else if (!inner.name.empty() && names.size() <= kMostNames)
      names.push_back(inner.name);
  }
}

void addDeclarations(const Facts &facts, const FactMember &member, const FactMember *aligned,
                     const std::string &alignment, int depth, std::vector<DeclarationEdit> &all) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part || &member == aligned)
    all.push_back({member.declaration, &member.shared, &member == aligned ? alignment : ""});
  else if (depth < kDeepest)
    for (const FactMember &inner : part->members)
      addDeclarations(facts, inner, aligned, alignment, depth + 1, all);
}

} // namespace

const FactMember *alignedBy(const Facts &facts, const FactMember &member, bool by_attribute) {
  return alignedBy(facts, member, by_attribute, 0);
}

std::string calledAs(const Facts &facts, const FactMember &member) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part)
    return member.name;
  std::vector<std::string> names;
  addNames(facts, *part, 0, names);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + (i == kMostNames ? "..." : names[i]);
  return "{" + text + "}";
}

void addDeclarations(const Facts &facts, const FactMember &member, const FactMember *aligned,
                     const std::string &alignment, std::vector<DeclarationEdit> &all) {
  addDeclarations(facts, member, aligned, alignment, 0, all);
}

} // namespace fsfind

#include "rules/remedy/source/AnonymousPart.h"

#include <algorithm>
#include <optional>

namespace fsfind {

namespace {

/// Parts that are looked into, nested ones included: a part of crafted facts can hold another many
/// times.
constexpr int kMostParts = 256;
/// A reader is told so many names.
constexpr std::size_t kMostNames = 4;

const FactRecord *anonymousRecord(const Facts &facts, const FactMember &member) {
  const auto record = facts.type(member.type).record;
  const bool anonymous = member.name.empty() && !member.base && !member.bit_field;
  return anonymous && record ? &facts.record(*record) : nullptr;
}

const FactMember *alignedBy(const Facts &facts, const FactMember &member, bool by_attribute,
                            int &parts) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part || !by_attribute)
    if (member.declaration.known())
      return &member;
  if (!part || ++parts > kMostParts)
    return nullptr;
  for (const bool named : {true, false})
    for (const FactMember &inner : part->members)
      if (inner.offset == 0 && !inner.bit_field && inner.name.empty() != named)
        if (const FactMember *found = alignedBy(facts, inner, by_attribute, parts))
          return found;
  return nullptr;
}

void addNames(const Facts &facts, const FactRecord &part, int &parts,
              std::vector<std::string> &names) {
  if (++parts > kMostParts)
    return;
  for (const FactMember &inner : part.members) {
    if (const FactRecord *within = anonymousRecord(facts, inner))
      addNames(facts, *within, parts, names);
    else if (!inner.name.empty() && names.size() <= kMostNames)
      names.push_back(inner.name);
  }
}

void addDeclarations(const Facts &facts, const FactMember &member, const FactMember *aligned,
                     const std::string &alignment, int &parts, std::vector<DeclarationEdit> &all) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part || &member == aligned)
    all.push_back({member.declaration, &member.shared, &member == aligned ? alignment : ""});
  else if (++parts <= kMostParts)
    for (const FactMember &inner : part->members)
      addDeclarations(facts, inner, aligned, alignment, parts, all);
}

} // namespace

const FactMember *alignedBy(const Facts &facts, const FactMember &member, bool by_attribute) {
  int parts = 0;
  return alignedBy(facts, member, by_attribute, parts);
}

std::string calledAs(const Facts &facts, const FactMember &member) {
  const FactRecord *part = anonymousRecord(facts, member);
  if (!part)
    return member.name;
  std::vector<std::string> names;
  int parts = 0;
  addNames(facts, *part, parts, names);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + (i == kMostNames ? "..." : names[i]);
  return "{" + text + "}";
}

void addDeclarations(const Facts &facts, const FactMember &member, const FactMember *aligned,
                     const std::string &alignment, std::vector<DeclarationEdit> &all) {
  int parts = 0;
  addDeclarations(facts, member, aligned, alignment, parts, all);
}

} // namespace fsfind

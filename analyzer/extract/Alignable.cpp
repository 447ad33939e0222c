#include "analyzer/extract/Alignable.h"

#include "analyzer/extract/KnownNames.h"
#include "analyzer/extract/MemberOrder.h"

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool hasAlignment(const LangOptions &language) {
  return language.CPlusPlus ? language.CPlusPlus11 : language.C11;
}

bool isWrittenOut(const Unit &unit, const RecordDecl *decl) {
  const SourceLocation brace = decl->getBraceRange().getBegin();
  return decl->isCompleteDefinition() && !decl->isInvalidDecl() && decl->getIdentifier() &&
         decl->getLocation().isFileID() && brace.isValid() && brace.isFileID() &&
         !unit.inSystemHeader(decl->getLocation());
}

FileText &textOf(Unit &unit, FileID id) {
  const auto [known, fresh] = unit.texts.try_emplace(id);
  if (fresh)
    known->second = FileText(unit.sources.getBufferData(id));
  return known->second;
}

/// The constant in the file's last alignment before the record, else one that the file mentions.
std::string visibleConstant(const Unit &unit, FileText &text, unsigned offset) {
  const llvm::StringRef used = text.alignmentBefore(offset);
  if (isCachelineConstant(used, unit.options))
    return used.str();
  for (const std::string &name : unit.facts.cacheline_constants) {
    const std::size_t scope = name.rfind(':'); // npos + 1 = 0
    if (text.mentionsBefore(llvm::StringRef(name).drop_front(scope + 1), offset))
      return name;
  }
  return {};
}

/// Fields of one declaration follow one another and begin at one place.
bool sharesDeclaration(const FieldDecl *field, const FieldDecl *other) {
  return other && field->getBeginLoc() == other->getBeginLoc();
}

bool isAlignable(const FieldDecl *field) {
  return !field->isBitField() && field->getIdentifier() && field->getBeginLoc().isFileID() &&
         field->getLocation().isFileID();
}

void noteDeclarations(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  const auto members = std::find_if(fact.members.begin(), fact.members.end(),
                                    [](const FactMember &one) { return !one.base; });
  const llvm::SmallVector<const FieldDecl *, 16> fields(decl->fields());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldDecl *before = i > 0 ? fields[i - 1] : nullptr;
    const FieldDecl *after = i + 1 < fields.size() ? fields[i + 1] : nullptr;
    if (isAlignable(fields[i]) && !sharesDeclaration(fields[i], before) &&
        !sharesDeclaration(fields[i], after))
      members[static_cast<std::ptrdiff_t>(i)].declaration = unit.place(fields[i]->getBeginLoc());
  }
}

} // namespace

void noteAlignable(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  if (!isWrittenOut(unit, decl) || fact.packed || fact.is_union ||
      !hasAlignment(unit.context.getLangOpts()) || decl->getDeclContext()->isExternCContext())
    return;
  const auto [id, offset] = unit.sources.getDecomposedLoc(decl->getLocation());
  FileText &text = textOf(unit, id);
  fact.alignable = !text.assertsLayoutOf(decl->getName());
  if (!fact.alignable)
    return;
  fact.constant = visibleConstant(unit, text, offset);
  noteDeclarations(unit, fact, decl);
  noteMemberOrder(unit, fact, decl);
}

void noteAlignable(Unit &unit, VariableIndex index, const VarDecl *definition) {
  const SourceLocation begin = definition->getBeginLoc();
  if (!begin.isFileID() || !definition->getLocation().isFileID() || unit.inSystemHeader(begin) ||
      !hasAlignment(unit.context.getLangOpts()) || definition->getDescribedVarTemplate() ||
      definition->getDeclContext()->isDependentContext() ||
      definition->getDeclContext()->isExternCContext() ||
      unit.place(definition->getLocation()) != unit.at(index).place)
    return;
  const auto [first, fresh] = unit.definitions_at.try_emplace(begin, index);
  FactVariable &fact = unit.at(index);
  if (!fresh && first->second != index) { // `long a, b;`
    unit.at(first->second).declaration = {};
    return;
  }
  const auto [id, offset] = unit.sources.getDecomposedLoc(begin);
  fact.declaration = unit.place(begin);
  fact.constant = visibleConstant(unit, textOf(unit, id), offset);
}

} // namespace fsfind::analyzer

#include "analyzer/extract/editability/Alignable.h"

#include "analyzer/extract/declarations/Constants.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/MemberOrder.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The record's name; for an unnamed struct that of its typedef.
llvm::StringRef writtenName(const RecordDecl *decl) {
  const TypedefNameDecl *alias = decl->getTypedefNameForAnonDecl();
  return alias ? alias->getName() : decl->getName();
}

/// Where the record's name begins; invalid if it has none or the name comes from a macro.
SourceLocation headOf(const RecordDecl *decl) {
  if (!decl->getIdentifier() || !isa<CXXRecordDecl>(decl))
    return {};
  const NestedNameSpecifierLoc qualifier = decl->getQualifierLoc();
  const SourceLocation begin = qualifier ? qualifier.getBeginLoc() : decl->getLocation();
  return begin.isFileID() ? begin : SourceLocation();
}

/// Fields of one declaration, `long a, b;`, are neighbours and begin at the same place.
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

/// `fact` must have its members.
void noteAlignable(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  if (!takesAlignment(unit, fact, decl))
    return;
  fact.alignable = !textAround(unit, decl->getLocation()).assertsLayoutOf(writtenName(decl));
  if (!fact.alignable) {
    fact.constant = {};
    return;
  }
  fact.head = unit.place(headOf(writtenAs(decl)));
  noteDeclarations(unit, fact, decl);
  noteMemberOrder(unit, fact, decl);
}

} // namespace

void settleAlignable(Unit &unit) {
  for (const auto &[index, decl] : unit.described)
    noteAlignable(unit, unit.at(index), decl);
}

void noteAlignable(Unit &unit, const VarDecl *definition) {
  if (definition->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
    return;
  const VariableIndex index = unit.variable(definition);
  const SourceLocation begin = definition->getInnerLocStart(); // after `template <>`
  if (!begin.isFileID() || !definition->getLocation().isFileID() || unit.inSystemHeader(begin) ||
      !hasAlignment(unit.context.getLangOpts()) || definition->getDescribedVarTemplate() ||
      isa<VarTemplateSpecializationDecl>(definition) ||
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
  fact.declaration = unit.place(begin);
  fact.constant = visibleConstant(unit, definition->getLexicalDeclContext(), begin);
}

} // namespace fsfind::analyzer

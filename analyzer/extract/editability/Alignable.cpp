#include "analyzer/extract/editability/Alignable.h"

#include "analyzer/extract/declarations/Constants.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/editability/MemberOrder.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool hasAlignment(const LangOptions &language) {
  return language.CPlusPlus ? language.CPlusPlus11 : language.C11;
}

bool isWrittenOut(const Unit &unit, const RecordDecl *decl) {
  const SourceLocation brace = decl->getBraceRange().getBegin();
  return decl->isCompleteDefinition() && !decl->isInvalidDecl() &&
         !decl->isAnonymousStructOrUnion() && decl->getLocation().isFileID() && brace.isValid() &&
         brace.isFileID() && !unit.inSystemHeader(decl->getLocation());
}

/// Of a struct without a name that of its typedef.
llvm::StringRef writtenName(const RecordDecl *decl) {
  const TypedefNameDecl *alias = decl->getTypedefNameForAnonDecl();
  return alias ? alias->getName() : decl->getName();
}

/// Of an instance the template that the author wrote.
const RecordDecl *writtenAs(const RecordDecl *decl) {
  const auto *cxx = dyn_cast<CXXRecordDecl>(decl);
  const CXXRecordDecl *pattern = cxx ? cxx->getTemplateInstantiationPattern() : nullptr;
  return pattern ? pattern : decl;
}

/// Where its name begins; invalid if it has none, or a macro wrote it.
SourceLocation headOf(const RecordDecl *decl) {
  if (!decl->getIdentifier() || !isa<CXXRecordDecl>(decl))
    return {};
  const NestedNameSpecifierLoc qualifier = decl->getQualifierLoc();
  const SourceLocation begin = qualifier ? qualifier.getBeginLoc() : decl->getLocation();
  return begin.isFileID() ? begin : SourceLocation();
}

FileText &textOf(Unit &unit, FileID id) {
  const auto [known, fresh] = unit.texts.try_emplace(id);
  if (fresh)
    known->second = FileText(unit.sources.getBufferData(id));
  return known->second;
}

/// As short as it means the same.
FactConstant shortestNamed(Unit &unit, llvm::StringRef name, const DeclContext *scope,
                           SourceLocation location) {
  const llvm::StringRef last = name.drop_front(name.rfind(':') + 1); // npos + 1 = 0
  FactConstant whole = constantNamed(unit, name, scope, location);
  FactConstant plain = last == name ? FactConstant{} : constantNamed(unit, last, scope, location);
  return plain.value == whole.value && !plain.name.empty() ? plain : whole;
}

/// The constant in the file's last alignment before the place, else one that the file mentions.
FactConstant visibleConstant(Unit &unit, FileText &text, const DeclContext *scope,
                             SourceLocation location) {
  const unsigned offset = unit.sources.getFileOffset(location);
  const llvm::StringRef used = text.alignmentBefore(offset);
  if (isCachelineConstant(used, unit.options))
    if (FactConstant constant = constantNamed(unit, used, scope, location); !constant.name.empty())
      return constant;
  for (const std::string &name : unit.facts.cacheline_constants) {
    const std::size_t qualifier = name.rfind(':'); // npos + 1 = 0
    if (!text.mentionsBefore(llvm::StringRef(name).drop_front(qualifier + 1), offset))
      continue;
    if (FactConstant constant = shortestNamed(unit, name, scope, location); !constant.name.empty())
      return constant;
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
  FileText &text = textOf(unit, unit.sources.getFileID(decl->getLocation()));
  fact.alignable = !text.assertsLayoutOf(writtenName(decl));
  if (!fact.alignable)
    return;
  // What stands before a name that another scope declared is not looked up from there.
  const RecordDecl *written = writtenAs(decl);
  if (written->getDeclContext() == written->getLexicalDeclContext())
    fact.constant = visibleConstant(unit, text, decl, decl->getLocation());
  fact.head = unit.place(headOf(written));
  noteDeclarations(unit, fact, decl);
  noteMemberOrder(unit, fact, decl);
}

void noteAlignable(Unit &unit, VariableIndex index, const VarDecl *definition) {
  const SourceLocation begin = definition->getInnerLocStart(); // behind `template <>`
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
  fact.constant = visibleConstant(unit, textOf(unit, unit.sources.getFileID(begin)),
                                  definition->getLexicalDeclContext(), begin);
}

} // namespace fsfind::analyzer

#include "analyzer/extract/editability/Alignable.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Constants.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/MemberOrder.h"
#include "analyzer/extract/editability/SharedDeclarations.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The record's name; for an unnamed struct that of its typedef.
llvm::StringRef writtenName(const RecordDecl *decl) {
  const TypedefNameDecl *alias = decl->getTypedefNameForAnonDecl();
  return alias ? alias->getName() : decl->getName();
}

/// Where the record's name begins, or its brace if it has none; invalid if that comes from a macro.
SourceLocation headOf(const RecordDecl *decl) {
  const NestedNameSpecifierLoc qualifier = decl->getQualifierLoc();
  const SourceLocation begin = !decl->getIdentifier() ? decl->getBraceRange().getBegin()
                               : qualifier            ? qualifier.getBeginLoc()
                                                      : decl->getLocation();
  return begin.isFileID() ? begin : SourceLocation();
}

/// Behind the semicolon of the last member's declaration; invalid if a macro wrote it.
SourceLocation tailOf(const Unit &unit, const RecordDecl *decl) {
  const FieldDecl *last = nullptr;
  for (const FieldDecl *field : decl->fields())
    last = field;
  const SourceLocation end = last ? endOf(last) : SourceLocation();
  return end.isValid() && end.isFileID()
             ? Lexer::findLocationAfterToken(end, tok::semi, unit.sources,
                                             unit.context.getLangOpts(), false)
             : SourceLocation();
}

/// In C an alignment before an anonymous record aligns it; C++ has no such form.
bool isAlignable(const FieldDecl *field) {
  if (field->isAnonymousStructOrUnion())
    return !field->getASTContext().getLangOpts().CPlusPlus && field->getBeginLoc().isFileID() &&
           endOf(field).isFileID();
  return !field->isBitField() && field->getIdentifier() && field->getBeginLoc().isFileID() &&
         field->getLocation().isFileID();
}

/// The fields of a record by declaration: those of `long a, b;` are neighbours and begin at the
/// same place.
std::vector<std::vector<const DeclaratorDecl *>> byDeclaration(const RecordDecl *decl) {
  std::vector<std::vector<const DeclaratorDecl *>> all;
  for (const FieldDecl *field : decl->fields()) {
    if (all.empty() || all.back().front()->getBeginLoc() != field->getBeginLoc())
      all.emplace_back();
    all.back().push_back(field);
  }
  return all;
}

void noteDeclarations(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  auto member = std::find_if(fact.members.begin(), fact.members.end(),
                             [](const FactMember &one) { return !isImplicit(one); });
  for (const auto &declared : byDeclaration(decl)) {
    const bool alignable = llvm::all_of(
        declared, [](const DeclaratorDecl *one) { return isAlignable(cast<FieldDecl>(one)); });
    std::vector<FactSharedDeclaration> shared(1);
    if (declared.size() > 1)
      shared = alignable ? sharedDeclarations(unit, declared.front()->getBeginLoc(), declared)
                         : std::vector<FactSharedDeclaration>();
    for (std::size_t i = 0; i < declared.size(); ++i, ++member)
      if (alignable && !shared.empty()) {
        member->declaration =
            unit.place(i == 0 ? declared[i]->getBeginLoc() : declared[i]->getLocation());
        member->shared = std::move(shared[i]);
      }
  }
}

/// `fact` must have its members.
void noteAlignable(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  fact.c_linkage = decl->getDeclContext()->isExternCContext();
  if (!takesAlignedMembers(unit, fact, decl))
    return;
  if (fact.is_union)
    return noteDeclarations(unit, fact, decl);
  fact.alignable = !textAround(unit, decl->getLocation()).assertsLayoutOf(writtenName(decl));
  if (!fact.alignable) {
    fact.constant = {};
    return;
  }
  fact.head = unit.place(headOf(writtenAs(decl)));
  fact.tail = unit.place(tailOf(unit, writtenAs(decl)));
  noteDeclarations(unit, fact, decl);
  noteMemberOrder(unit, fact, decl);
}

/// A local that other functions may use: a recording may show that threads do.
bool isHandedOut(const Unit &unit, const Decl *decl) {
  const auto *local = dyn_cast<VarDecl>(decl);
  return local && local->hasLocalStorage() && (unit.isCaptured(local) || unit.isAddressed(local));
}

/// The local that an expression denotes a part of, or the whole; null for others.
const VarDecl *localAround(const Expr *object) {
  for (;;) {
    object = object->IgnoreParenImpCasts();
    const auto *member = dyn_cast<MemberExpr>(object);
    const auto *element = dyn_cast<ArraySubscriptExpr>(object);
    const Expr *array = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
    if (member && !member->isArrow())
      object = member->getBase();
    else if (isTyped(array) && array->getType()->isArrayType())
      object = array;
    else
      break;
  }
  const auto *named = dyn_cast<DeclRefExpr>(object);
  const auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !isa<ParmVarDecl>(variable) &&
                 !variable->getType()->isReferenceType()
             ? variable
             : nullptr;
}

/// Notes the variables of one declaration, `long a, b;`, of which some may be listed repeatedly.
void noteShared(Unit &unit, SourceLocation begin, llvm::ArrayRef<const VarDecl *> declared) {
  llvm::DenseSet<std::uint32_t> seen;
  std::vector<const DeclaratorDecl *> all;
  for (const VarDecl *one : declared)
    if (seen.insert(unit.variable(one).value()).second)
      all.push_back(one);
  if (all.size() == 1)
    return;
  const auto shared = sharedDeclarations(unit, begin, all);
  const FactConstant constant = unit.at(unit.variable(declared.front())).constant;
  for (std::size_t i = 0; i < all.size(); ++i) {
    FactVariable &fact = unit.at(unit.variable(cast<VarDecl>(all[i])));
    fact.shared = shared.empty() ? FactSharedDeclaration() : shared[i];
    fact.declaration = shared.empty() ? FactPlace()
                       : i == 0       ? unit.place(begin)
                                      : unit.place(all[i]->getLocation());
    fact.constant = constant;
  }
}

} // namespace

void noteAddressed(Unit &unit, const Expr *expression) {
  const auto note = [&](const Expr *object) {
    if (const VarDecl *local = localAround(object))
      unit.noteAddressed(unit.variable(local));
  };
  const auto notePassed = [&](const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments) {
    const std::size_t count =
        callee ? std::min<std::size_t>(arguments.size(), callee->getNumParams()) : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const QualType type = callee->getParamDecl(static_cast<unsigned>(i))->getType();
      const QualType pointee = type->getPointeeType(); // of a reference, too
      if (pointee.isNull() || pointee.isConstQualified())
        continue;
      const Expr *object = arguments[i]->IgnoreParenImpCasts();
      if (isTyped(object) && (type->isLValueReferenceType() || object->getType()->isArrayType()))
        note(object);
    }
  };
  if (const auto *unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->getOpcode() == UO_AddrOf)
    note(unary->getSubExpr());
  else if (const auto *call = dyn_cast<CallExpr>(expression))
    notePassed(call->getDirectCallee(), argumentsOf(call));
  else if (const auto *made = dyn_cast<CXXConstructExpr>(expression))
    notePassed(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
}

void settleAlignable(Unit &unit) {
  for (const DeclStmt *declared : std::exchange(unit.locals, {}))
    if (llvm::any_of(declared->decls(), [&](const Decl *one) { return isHandedOut(unit, one); }))
      for (const Decl *one : declared->decls())
        if (const auto *local = dyn_cast<VarDecl>(one)) {
          unit.noteDefinition(local);
          noteAlignable(unit, local);
        }
  for (const auto &[begin, declared] : unit.definitions_at)
    if (declared.size() > 1)
      noteShared(unit, begin, declared);
  for (const auto &[index, decl] : unit.described)
    noteAlignable(unit, unit.at(index), decl);
}

void noteAlignable(Unit &unit, const VarDecl *definition) {
  if (definition->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
    return;
  const VariableIndex index = unit.variable(definition);
  const SourceLocation begin = definition->getInnerLocStart(); // after `template <>`
  if (!begin.isFileID() || !definition->getLocation().isFileID() || unit.inSystemHeader(begin) ||
      definition->getDescribedVarTemplate() || isa<VarTemplateSpecializationDecl>(definition) ||
      definition->getDeclContext()->isDependentContext() ||
      definition->getDeclContext()->isExternCContext() ||
      unit.place(definition->getLocation()) != unit.at(index).place)
    return;
  auto &declared = unit.definitions_at[begin];
  declared.push_back(definition);
  if (declared.size() > 1)
    return; // settleAlignable() sees to it: the instances of a template may be very many
  FactVariable &fact = unit.at(index);
  fact.declaration = unit.place(begin);
  fact.constant = visibleConstant(unit, definition->getLexicalDeclContext(), begin);
}

} // namespace fsfind::analyzer

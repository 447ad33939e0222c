#include "analyzer/extract/editability/MemberOrder.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/MemberLines.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Whether the record has only plain members: no bases, virtual functions, bit-fields, padding or
/// alignments. An anonymous record is one member.
bool isPlainlyLaidOut(const FactRecord &fact) {
  return !fact.polymorphic && fact.members.size() > 1 &&
         std::none_of(fact.members.begin(), fact.members.end(), [](const FactMember &member) {
           return member.base || member.bit_field || member.padding || member.declared_align != 0;
         });
}

/// Whether construction or destruction of the type may have side effects, so that its order
/// matters.
bool isObject(const ASTContext &context, QualType type) {
  if (type->isDependentType())
    return true;
  const auto *record = context.getBaseElementType(type)->getAsCXXRecordDecl();
  return record && record->hasDefinition() &&
         (!answers(record, &CXXRecordDecl::hasTrivialDestructor) ||
          (answers(record, &CXXRecordDecl::hasNonTrivialDefaultConstructor) &&
           !answers(record, &CXXRecordDecl::hasConstexprDefaultConstructor)));
}

/// Finds the members whose order matters for construction or comparison.
class Construction {
public:
  Construction(const ASTContext &context, FactRecord &fact) : context_(context), fact_(fact) {}

  void read(const RecordDecl *written) {
    for (const FieldDecl *field : written->fields())
      readField(field, field);
    if (const auto *cxx = dyn_cast<CXXRecordDecl>(written))
      for (const Decl *decl : cxx->decls()) {
        const auto *pattern = dyn_cast<FunctionTemplateDecl>(decl);
        if (const auto *one =
                dyn_cast<CXXConstructorDecl>(pattern ? pattern->getTemplatedDecl() : decl))
          readConstructor(one);
        else if (const auto *function = dyn_cast<FunctionDecl>(decl))
          readComparison(function);
      }
  }

private:
  void order(const FieldDecl *field) {
    if (field->getFieldIndex() < fact_.members.size())
      fact_.members[field->getFieldIndex()].ordered = true;
  }

  void orderAll() {
    for (FactMember &member : fact_.members)
      member.ordered = true;
  }

  /// `member` is the record's: the field, or the anonymous record that it is in.
  void readField(const FieldDecl *field, const FieldDecl *member) {
    if (isObject(context_, field->getType()))
      order(member);
    if (field->isAnonymousStructOrUnion())
      for (const FieldDecl *inner : field->getType()->getAsRecordDecl()->fields())
        readField(inner, member);
    const Expr *value = field->hasInClassInitializer() ? field->getInClassInitializer() : nullptr;
    if (!value || isConstant(value, context_))
      return;
    order(member);
    orderNamedIn(value);
  }

  /// A defaulted `<=>` compares members in their order.
  void readComparison(const FunctionDecl *function) {
    if (function->isDefaulted() && function->getOverloadedOperator() == OO_Spaceship)
      orderAll();
  }

  void readConstructor(const CXXConstructorDecl *constructor) {
    const FunctionDecl *definition = nullptr;
    if (!constructor->hasBody(definition))
      return;
    for (const CXXCtorInitializer *init : cast<CXXConstructorDecl>(definition)->inits())
      if (init->isWritten() && init->isAnyMemberInitializer()) {
        order(memberOf(init));
        orderNamedIn(init->getInit());
      }
  }

  /// Of a member in an anonymous record, that record.
  static const FieldDecl *memberOf(const CXXCtorInitializer *init) {
    return init->isIndirectMemberInitializer()
               ? cast<FieldDecl>(init->getIndirectMember()->chain().front())
               : init->getMember();
  }

  /// Orders the members that the value reads; all of them, if it uses `this` as a whole.
  void orderNamedIn(const Stmt *value) {
    if (!value)
      return;
    if (const auto *member = dyn_cast<MemberExpr>(value);
        member && isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) {
      if (const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl()))
        return order(field);
    }
    if (isa<CXXThisExpr>(value))
      orderAll();
    for (const Stmt *child : value->children())
      orderNamedIn(child);
  }

  const ASTContext &context_;
  FactRecord &fact_;
};

/// C knows none, whatever clang notes.
bool haveOneAccess(const RecordDecl *written) {
  return !isa<CXXRecordDecl>(written) ||
         std::all_of(written->field_begin(), written->field_end(), [&](const FieldDecl *field) {
           return field->getAccess() == written->field_begin()->getAccess();
         });
}

} // namespace

void noteMemberOrder(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  const RecordDecl *written = writtenAs(decl);
  if (!isPlainlyLaidOut(fact) || written->getBraceRange().getBegin().isMacroID())
    return;
  LinesOfMembers lines = linesOfMembers(unit, written);
  if (lines.members.size() != fact.members.size())
    return;
  for (std::size_t i = 0; i < fact.members.size(); ++i) {
    FactMember &member = fact.members[i];
    member.ordered = lines.members[i].tied;
    const bool anonymous = member.name.empty();
    if (!anonymous && (!member.declaration.known() || member.shared.begin.known()))
      continue;
    member.lines = std::move(lines.members[i].text);
    member.first_line = lines.members[i].first_line;
  }
  fact.order_uses.directives = lines.directives;
  fact.order_uses.access = !haveOneAccess(written);
  Construction(unit.context, fact).read(written);
}

} // namespace fsfind::analyzer

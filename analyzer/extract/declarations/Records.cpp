#include "analyzer/extract/declarations/Records.h"

#include "analyzer/extract/declarations/Alignment.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Constants.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Written.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

std::vector<CXXBaseSpecifier> placedBasesOf(const CXXRecordDecl *decl) {
  std::vector<CXXBaseSpecifier> bases;
  for (const CXXBaseSpecifier &base : basesOf(decl))
    if (!base.isVirtual() && base.getType()->getAsCXXRecordDecl())
      bases.push_back(base);
  return bases;
}

namespace {

/// That of the declaration; of an anonymous record also that of the record, and those of its
/// members, which align the whole.
std::uint64_t alignmentAt(Unit &unit, const FieldDecl *field) {
  std::uint64_t align = declaredAlignment(unit.context, field);
  const RecordDecl *part =
      field->isAnonymousStructOrUnion() ? field->getType()->getAsRecordDecl() : nullptr;
  if (!part)
    return align;
  align = std::max(align, declaredAlignment(unit.context, part));
  for (const FieldDecl *inner : part->fields())
    align = std::max(align, alignmentAt(unit, inner));
  return align;
}

FactMember describeField(Unit &unit, const FieldDecl *field, std::uint64_t bit) {
  FactMember member;
  member.name = plainName(field);
  member.place = unit.place(field->getLocation());
  member.offset = bit / unit.context.getCharWidth();
  member.size = extentOf(unit.context, field->getType()).first;
  member.declared_align = alignmentAt(unit, field);
  member.bit_field = field->isBitField();
  member.padding = isPaddingName(member.name, unit.knowledge) && !field->getType()->isRecordType();
  if (const auto *guard = field->getAttr<GuardedByAttr>())
    if (const Expr *arg = guard->getArg())
      member.guarded_by =
          Lexer::getSourceText(CharSourceRange::getTokenRange(arg->getSourceRange()), unit.sources,
                               unit.context.getLangOpts())
              .str();
  return member;
}

FactMember describeBase(Unit &unit, const CXXBaseSpecifier &base, std::uint64_t offset) {
  FactMember member;
  const CXXRecordDecl *decl = base.getType()->getAsCXXRecordDecl();
  member.base = true;
  member.name = plainName(decl);
  member.place = unit.place(base.getBeginLoc());
  member.offset = offset;
  member.size = extentOf(unit.context, base.getType()).first;
  return member;
}

FactMember describeVtablePointer(Unit &unit) {
  FactMember member;
  member.name = kVtablePointer;
  member.type = unit.type(unit.context.VoidPtrTy);
  member.size = extentOf(unit.context, unit.context.VoidPtrTy).first;
  return member;
}

/// Lays out a template that the unit never instantiates, as if each member that depends on its
/// arguments had the size of a pointer.
void layOutPattern(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  std::uint64_t end = 0, align = 1;
  const auto append = [&](FactMember member, std::uint64_t own_align) {
    own_align = std::max({own_align, member.declared_align, std::uint64_t{1}});
    align = std::max(align, own_align);
    end = fact.is_union ? 0 : (end + own_align - 1) / own_align * own_align;
    member.offset = end;
    end = fact.is_union ? std::max(end, member.size) : end + member.size;
    fact.members.push_back(std::move(member));
  };
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(decl))
    for (const CXXBaseSpecifier &base : placedBasesOf(cxx)) {
      append(describeBase(unit, base, 0), extentOf(unit.context, base.getType()).second);
      fact.members.back().type = unit.type(base.getType());
    }
  for (const FieldDecl *field : decl->fields())
    append(describeField(unit, field, 0), extentOf(unit.context, field->getType()).second);
  align = std::max(align, fact.declared_align);
  fact.align = align;
  fact.size = (end + align - 1) / align * align;
}

void layOut(Unit &unit, FactRecord &fact, const RecordDecl *decl, const ASTRecordLayout &layout) {
  fact.size = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  fact.align = static_cast<std::uint64_t>(layout.getAlignment().getQuantity());
  const auto *cxx = dyn_cast<CXXRecordDecl>(decl);
  if (cxx && layout.hasOwnVFPtr())
    fact.members.push_back(describeVtablePointer(unit));
  if (cxx)
    for (const CXXBaseSpecifier &base : placedBasesOf(cxx)) {
      const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
      fact.members.push_back(describeBase(
          unit, base, static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity())));
      fact.members.back().type = unit.type(base.getType());
    }
  for (const FieldDecl *field : decl->fields())
    fact.members.push_back(
        describeField(unit, field, layout.getFieldOffset(field->getFieldIndex())));
}

} // namespace

FactRecord describeRecord(Unit &unit, const RecordDecl *decl) {
  FactRecord fact;
  fact.name = recordName(decl);
  fact.place = unit.place(decl->getLocation());
  fact.is_union = decl->isUnion();
  fact.packed = decl->hasAttr<PackedAttr>() || decl->hasAttr<MaxFieldAlignmentAttr>();
  fact.declared_align = declaredAlignment(unit.context, decl);
  if (const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(decl))
    fact.pattern = usr(instance->getSpecializedTemplate());
  const RecordDecl *definition = decl->getDefinition();
  if (!definition || definition->isInvalidDecl())
    return fact;
  fact.polymorphic = answers(dyn_cast<CXXRecordDecl>(definition), &CXXRecordDecl::isPolymorphic);
  fact.has_private = llvm::any_of(definition->fields(), [](const FieldDecl *field) {
    return field->getAccess() == AS_private;
  });
  if (definition->isDependentType())
    layOutPattern(unit, fact, definition);
  else if (const ASTRecordLayout *layout = layoutOf(definition))
    layOut(unit, fact, definition, *layout);
  if (takesAlignment(unit, fact, definition))
    fact.constant = constantFor(unit, definition);
  return fact;
}

} // namespace fsfind::analyzer

#include "analyzer/extract/slots/PointerUse.h"

#include "analyzer/extract/declarations/AstAnswers.h"

namespace fsfind::analyzer {

using namespace clang;

PointerUse PointerUse::lost() {
  PointerUse use;
  use.kind = Kind::Lost;
  return use;
}

PointerUse PointerUse::foreign(std::string library) {
  PointerUse use;
  use.kind = Kind::Foreign;
  use.library = std::move(library);
  return use;
}

PointerUse PointerUse::givenTo(const ASTContext &context, const ValueDecl *to, const Expr *value,
                               std::uint64_t there) {
  PointerUse use;
  use.kind = Kind::Given;
  use.of = ledTo(context, value->IgnoreParenCasts()->getType());
  use.to = cast<ValueDecl>(to->getCanonicalDecl());
  use.there = there;
  return use;
}

QualType ledTo(const ASTContext &context, QualType type) {
  type = type.getNonReferenceType();
  if (const ArrayType *array = context.getAsArrayType(type))
    return array->getElementType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

bool countsAlike(const ASTContext &context, QualType one, QualType other) {
  if (one->isVoidType() || other->isVoidType() || context.hasSameUnqualifiedType(one, other))
    return true;
  const auto bytes = sizeOf(context, one);
  return bytes && !one->isRecordType() && !other->isRecordType() && bytes == sizeOf(context, other);
}

} // namespace fsfind::analyzer

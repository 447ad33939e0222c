#include "analyzer/extract/slots/ElementNames.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/slots/NamedType.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// `using NAME = TYPE` or `typedef TYPE NAME`, without the semicolon.
struct WrittenName {
  FactEdit whole;
  std::string type;
};

bool namesType(const Unit &unit, llvm::StringRef type) {
  if (type.empty() || !isBalanced(type) || type.find_first_of("/#=;\"'\\{*&[") != type.npos)
    return false;
  while (!type.empty()) {
    const llvm::StringRef word = type.take_while(isWordPart);
    const auto known = unit.context.Idents.find(word);
    if (known != unit.context.Idents.end() && known->second->hadMacroDefinition())
      return false;
    type = type.drop_front(std::max<std::size_t>(word.size(), 1));
  }
  return true;
}

/// None if a macro writes any of it, or if it declares several names.
std::optional<WrittenName> writtenName(Unit &unit, const TypedefNameDecl *name) {
  const SourceManager &sources = unit.sources;
  const SourceLocation begin = name->getBeginLoc(), at = name->getLocation();
  const TypeSourceInfo *info = name->getTypeSourceInfo();
  const SourceLocation type = info ? info->getTypeLoc().getBeginLoc() : SourceLocation();
  if (!begin.isFileID() || !at.isFileID() || !type.isValid() || !type.isFileID() ||
      sources.getFileID(begin) != sources.getFileID(at) ||
      sources.getFileID(type) != sources.getFileID(at))
    return std::nullopt;
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(at));
  const std::size_t from = sources.getFileOffset(type), word = sources.getFileOffset(at);
  const std::size_t behind = text.find(';', std::max(from, word));
  if (behind == llvm::StringRef::npos)
    return std::nullopt;
  const bool alias = isa<TypeAliasDecl>(name);
  const llvm::StringRef meaning = text.slice(from, alias ? behind : word).trim(kBlank);
  const llvm::StringRef rest = alias ? "" : text.slice(word + name->getName().size(), behind);
  if (!namesType(unit, meaning) || !rest.trim(kBlank).empty())
    return std::nullopt;
  return WrittenName{{unit.place(begin), placeAt(unit, at, behind), {}}, meaning.str()};
}

bool isInTemplate(const TypedefNameDecl *name) {
  for (const DeclContext *context = name->getDeclContext(); context;
       context = context->getParent()) {
    const auto *function = dyn_cast<FunctionDecl>(context);
    if (context->isDependentContext() || isa<ClassTemplateSpecializationDecl>(context) ||
        (function && function->isTemplateInstantiation()))
      return true;
  }
  return false;
}

/// What the record takes over of the class besides its members: constructors, assignments of what
/// the class is made of.
std::string takenOver(const ASTContext &context, const CXXRecordDecl *of, const std::string &base,
                      llvm::StringRef wrapper) {
  const std::string name = of->getNameAsString();
  const std::string from = wrapper == name ? base : name; // the record hides the class's own name
  std::string body = "using " + from + "::" + name + ";";
  const auto assigns = [](const NamedDecl *found) {
    const auto *method = dyn_cast<CXXMethodDecl>(found->getUnderlyingDecl());
    return method && !method->isCopyAssignmentOperator() && !method->isMoveAssignmentOperator();
  };
  if (llvm::any_of(of->lookup(context.DeclarationNames.getCXXOperatorName(OO_Equal)), assigns))
    body += " using " + from + "::operator=;";
  return body;
}

/// Of explicit specialisations.
bool givesElement(llvm::ArrayRef<TemplateArgument> arguments, const CXXRecordDecl *of) {
  return llvm::any_of(arguments, [&](const TemplateArgument &one) {
    const CXXRecordDecl *within =
        one.getKind() == TemplateArgument::Type ? fixedClassWithin(one.getAsType()) : nullptr;
    return within && within->getCanonicalDecl() == of->getCanonicalDecl();
  });
}

} // namespace

std::string ElementNames::keyOf(QualType declared, QualType element) {
  const CXXRecordDecl *of = fixedClass(element);
  if (!of || !unit_.inSystemHeader(of->getLocation()) || element.hasQualifiers())
    return {};
  const QualType written = elementIn(unit_.context, declared, of);
  const TypedefNameDecl *name = written.isNull() ? nullptr : nameOf(unit_, written);
  return name && !written.hasQualifiers() ? keyOf(name, of) : std::string();
}

void ElementNames::see(const TypedefNameDecl *name) {
  const QualType type = name->getUnderlyingType();
  const CXXRecordDecl *of = type.hasQualifiers() ? nullptr : fixedClass(type);
  if (!of || unit_.inSystemHeader(name->getLocation()) || !unit_.inSystemHeader(of->getLocation()))
    return;
  const TypedefNameDecl *last = nameOf(unit_, type);
  (void)keyOf(last ? last : name->getCanonicalDecl(), of);
}

const std::string &ElementNames::keyOf(const TypedefNameDecl *name, const CXXRecordDecl *of) {
  Draft &draft = drafts_[name];
  if (!draft.of) {
    draft.of = of;
    describe(draft, name);
  }
  return draft.fact.key;
}

void ElementNames::describe(Draft &draft, const TypedefNameDecl *name) {
  FactSlots &fact = draft.fact;
  const QualType type = compat::recordType(unit_.context, draft.of);
  fact.key = usr(name);
  if (fact.key.empty() || name->getParentFunctionOrMethod())
    fact.key = unit_.keyOfPlace(name->getLocation(), "name " + name->getName().str());
  fact.place = unit_.place(name->getLocation());
  fact.wrapper = name->getName().str();
  fact.types = {printed(type.getCanonicalType(), unit_.context.getPrintingPolicy())};
  std::tie(fact.size, fact.align) = extentOf(unit_.context, type);
  fact.aligned = unit_.context.getLangOpts().AlignedAllocation;
  if (const auto written = writtenName(unit_, name); written && !fact.types.front().empty()) {
    fact.head = written->whole.begin;
    fact.base = written->type;
    fact.value = takenOver(unit_.context, draft.of, fact.base, fact.wrapper);
    fact.edits = {written->whole};
  }
}

ElementNames::Uses *ElementNames::usesOf(QualType type) {
  if (type.isNull())
    return nullptr;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return nullptr;
  const auto [known, fresh] = uses_.try_emplace(record->getCanonicalDecl());
  if (fresh && fixedClass(type) && unit_.inSystemHeader(record->getLocation()))
    known->second = std::make_unique<Uses>();
  return known->second.get();
}

ElementNames::Uses *ElementNames::usesWithin(QualType type) {
  const CXXRecordDecl *of = fixedClassWithin(type);
  return of ? usesOf(compat::recordType(unit_.context, of)) : nullptr;
}

ElementNames::Uses *ElementNames::usesOfPointed(QualType pointer) {
  if (pointer.isNull() || !(pointer->isPointerType() || pointer->isReferenceType()))
    return nullptr;
  const QualType pointed = pointer->getPointeeType();
  return usesOf(QualType(pointed->getBaseElementTypeUnsafe(), 0));
}

void ElementNames::see(const Expr *expression) {
  if (expression->getType().isNull() || expression->isTypeDependent())
    return;
  seeQuestion(expression);
  if (const QualType type = expression->getType(); type->isPointerType())
    if (Uses *uses = usesOfPointed(type))
      uses->unnamed_pointer |= !nameOf(unit_, type->getPointeeType());
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return seeCast(cast);
  if (const auto *made = dyn_cast<CXXNewExpr>(expression)) {
    Uses *uses = made->getNumPlacementArgs() > 0 ? usesOf(made->getAllocatedType()) : nullptr;
    if (uses)
      uses->obstacle = "objects are made in memory that may not be aligned";
    return;
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(expression))
    return seeCall(made->getConstructor(), made->hadMultipleCandidates(),
                   {made->getArgs(), made->getNumArgs()});
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
    const auto *name = dyn_cast<DeclRefExpr>(callee);
    const auto *member = dyn_cast<MemberExpr>(callee);
    return seeCall(call->getDirectCallee(),
                   name ? name->hadMultipleCandidates() : member && member->hadMultipleCandidates(),
                   {call->getArgs(), call->getNumArgs()});
  }
  seeArithmetic(expression);
}

void ElementNames::seeCast(const CastExpr *cast) {
  switch (cast->getCastKind()) {
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_LValueToRValueBitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer: {
    const QualType from = cast->getSubExpr()->getType();
    for (Uses *uses : {usesOfPointed(cast->getType()), usesOfPointed(from), usesOf(from),
                       usesOf(cast->getType())})
      if (uses)
        uses->obstacle = "pointers to it are cast to or from another type's";
    return;
  }
  default:
    return;
  }
}

/// Another function may be chosen for a record that derives from the class, and what C code does
/// with pointers is not seen.
void ElementNames::seeCall(const FunctionDecl *callee, bool chosen,
                           llvm::ArrayRef<const Expr *> arguments) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  chosen &= !method || !method->getParent()->isLambda(); // which has one function
  if (!callee || unit_.inSystemHeader(callee->getLocation()) ||
      !(chosen || callee->isExternC() || callee->isVariadic()))
    return;
  for (const Expr *argument : arguments) {
    if (Uses *uses = usesWithin(argument->IgnoreParenImpCasts()->getType()))
      uses->obstacle = "it is passed to a function that is chosen by its type, or is of C";
  }
}

void ElementNames::count(const Expr *pointer) {
  const QualType type = pointer->IgnoreParenImpCasts()->getType();
  if (type.isNull() || !type->isPointerType())
    return;
  if (Uses *uses = usesOfPointed(type))
    uses->counted.insert(nameOf(unit_, type->getPointeeType()));
}

void ElementNames::seeArithmetic(const Expr *expression) {
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return count(subscript->getBase());
  if (const auto *unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp())
    return count(unary->getSubExpr());
  if (const auto *binary = dyn_cast<BinaryOperator>(expression);
      binary && (binary->isAdditiveOp() || binary->isCompoundAssignmentOp())) {
    count(binary->getLHS());
    count(binary->getRHS());
  }
}

void ElementNames::askedFor(QualType type) {
  if (Uses *uses = usesWithin(type))
    uses->obstacle = "code asks which type it has";
}

void ElementNames::askedFor(llvm::ArrayRef<TemplateArgument> arguments) {
  for (const TemplateArgument &one : arguments)
    if (one.getKind() == TemplateArgument::Type)
      askedFor(one.getAsType());
}

/// `typeid(x)`, `std::is_same_v<T, std::atomic<long>>`, `std::is_same<…>::value`: a record that
/// derives from the class has another answer.
void ElementNames::seeQuestion(const Expr *expression) {
  if (const auto *id = dyn_cast<CXXTypeidExpr>(expression))
    return askedFor(id->isTypeOperand() ? id->getTypeOperand(unit_.context)
                                        : id->getExprOperand()->getType());
  if (const auto *trait = dyn_cast<TypeTraitExpr>(expression)) {
    for (const TypeSourceInfo *one : trait->getArgs())
      askedFor(one->getType());
    return;
  }
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  if (!name)
    return;
  if (const auto *instance = dyn_cast<VarTemplateSpecializationDecl>(name->getDecl()))
    askedFor(instance->getTemplateArgs().asArray());
  if (const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          isa<VarDecl>(name->getDecl()) ? compat::qualifyingClass(name) : nullptr))
    askedFor(instance->getTemplateArgs().asArray());
}

void ElementNames::compare(QualType one, QualType other) {
  Uses *uses = usesWithin(one);
  if (!uses)
    return;
  const CXXRecordDecl *of = fixedClassWithin(one);
  const auto name = [&](QualType type) {
    const QualType element = elementIn(unit_.context, type.getNonReferenceType(), of);
    return element.isNull() ? nullptr : nameOf(unit_, element);
  };
  if (name(one) != name(other))
    uses->obstacle = "functions are declared with it under different names";
}

void ElementNames::compare(const FunctionDecl *one, const FunctionDecl *other) {
  compare(one->getReturnType(), other->getReturnType());
  for (unsigned i = 0; i < std::min(one->getNumParams(), other->getNumParams()); ++i)
    compare(one->getParamDecl(i)->getType(), other->getParamDecl(i)->getType());
}

void ElementNames::see(const FunctionDecl *function) {
  for (const FunctionDecl *other : function->redecls())
    compare(function, other);
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    for (const CXXMethodDecl *base : method->overridden_methods())
      compare(function, base);
  if (const auto *arguments = function->getTemplateSpecializationArgs();
      arguments && function->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    for (const TemplateArgument &one : arguments->asArray())
      if (one.getKind() == TemplateArgument::Type)
        if (Uses *uses = usesWithin(one.getAsType()))
          uses->obstacle = "a template is specialised for it";
}

/// Whether the record's layout, or which record a template gives, changes with the name.
bool ElementNames::changesRecord(const RecordDecl *record, const TypedefNameDecl *name,
                                 const CXXRecordDecl *of) const {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const bool special =
      instance &&
      (instance->isExplicitSpecialization() ||
       isa<ClassTemplatePartialSpecializationDecl *>(instance->getSpecializedTemplateOrPartial()));
  if (special && givesElement(instance->getTemplateArgs().asArray(), of))
    return true;
  const auto grows = [&](QualType type) {
    return holds(unit_.context, type, of) && (instance || mentions(unit_.context, type, name));
  };
  const auto *derived = dyn_cast<CXXRecordDecl>(record);
  return llvm::any_of(record->fields(),
                      [&](const FieldDecl *field) { return grows(field->getType()); }) ||
         llvm::any_of(basesOf(derived),
                      [&](const CXXBaseSpecifier &base) { return grows(base.getType()); });
}

std::string ElementNames::obstacle(const TypedefNameDecl *name, const Draft &draft) {
  if (draft.fact.edits.empty() || name->hasAttrs() || name->isModulePrivate() ||
      name->getMostRecentDecl() != name)
    return "it is not declared plainly";
  if (isInTemplate(name) || name->getDeclContext()->isExternCContext())
    return "it is declared in a template or in extern \"C\"";
  if (unit_.inSystemHeader(name->getLocation()))
    return "a header of the system declares it";
  if (llvm::any_of(unit_.measured, [&](const Type *type) {
        return holds(unit_.context, QualType(type, 0), draft.of);
      }))
    return "its size or alignment is part of expressions";
  if (llvm::any_of(records_,
                   [&](const RecordDecl *record) { return changesRecord(record, name, draft.of); }))
    return "records have it as a member, or templates are specialised for it";
  const auto uses = uses_.find(draft.of->getCanonicalDecl());
  if (uses == uses_.end() || !uses->second)
    return {};
  const Names &counted = uses->second->counted;
  if (llvm::any_of(counted, [&](const TypedefNameDecl *one) { return one != name; }))
    return "code counts from object to object by pointers of another type";
  return uses->second->obstacle;
}

void ElementNames::settle() {
  for (auto &[name, draft] : drafts_) {
    const auto uses = uses_.find(draft.of->getCanonicalDecl());
    draft.fact.addressed = uses != uses_.end() && uses->second && uses->second->unnamed_pointer;
    draft.fact.obstacle = obstacle(name, draft);
    if (!draft.fact.obstacle.empty())
      draft.fact.edits.clear();
    unit_.facts.slots.push_back(std::move(draft.fact));
  }
}

} // namespace fsfind::analyzer

#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Returns.h"

/// The part of Body about how objects are made: by constructors, member by member, or by functions.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// A constructor that takes so many arguments, without overload resolution; null if there is none.
const CXXConstructorDecl *constructorFor(const CXXRecordDecl *record, unsigned arguments) {
  if (!record || !record->hasDefinition())
    return nullptr;
  for (const CXXConstructorDecl *one : record->ctors())
    if (!one->isDeleted() && !one->isCopyOrMoveConstructor() &&
        one->getMinRequiredArguments() <= arguments && arguments <= one->getNumParams())
      return one;
  return nullptr;
}

/// The class that `make_unique<T>()` or `threads.emplace_back()` constructs; null for other calls.
const CXXRecordDecl *emplacedBy(const CallExpr *call, const FunctionDecl *callee) {
  if (!callee->getDeclName().isIdentifier())
    return nullptr;
  const llvm::StringRef name = callee->getName();
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const CXXRecordDecl *owner = nullptr;
  if (name == "make_unique" || name == "make_shared")
    owner = call->getType()->getAsCXXRecordDecl();
  else if (member && (name == "emplace_back" || name == "emplace_front" || name == "emplace"))
    owner = member->getRecordDecl();
  const QualType made =
      owner && owner->isInStdNamespace() ? templateArgument(owner, 0) : QualType();
  return made.isNull() ? nullptr : made->getAsCXXRecordDecl();
}

const InitListExpr *listOf(const Expr *value) {
  const Expr *inner = isTyped(value) ? stripped(value) : nullptr;
  if (const auto *literal = dyn_cast_or_null<CompoundLiteralExpr>(inner))
    inner = literal->getInitializer();
  const auto *list = dyn_cast_or_null<InitListExpr>(inner);
  if (list && !list->isSemanticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  return list && isTyped(list) && list->getType()->isRecordType() ? list : nullptr;
}

/// The pointer from which a smart pointer is constructed; other values themselves.
const Expr *owned(const Expr *value) {
  const Expr *inner = stripped(value);
  if (const auto *list = dyn_cast<InitListExpr>(inner); list && list->getNumInits() == 1)
    inner = stripped(list->getInit(0));
  const auto *made = dyn_cast<CXXConstructExpr>(inner);
  return made && made->getNumArgs() > 0 && made->getArg(0)->getType()->isPointerType()
             ? stripped(made->getArg(0))
             : inner;
}

/// The value that the initialiser stores: the written one, or a default member initialiser that is
/// a non-null pointer; null for others.
const Expr *storedBy(const Unit &unit, const CXXCtorInitializer *init) {
  if (init->isWritten())
    return init->getInit();
  const auto *own = dyn_cast<CXXDefaultInitExpr>(init->getInit());
  const Expr *value = own ? own->getExpr() : nullptr;
  return isTyped(value) && value->getType()->isPointerType() && !isNothing(unit, value) ? value
                                                                                        : nullptr;
}

bool isBuffer(const FactType &type) {
  return type.kind == TypeClass::Pointer || type.kind == TypeClass::Container;
}

/// Whether a method of a standard container writes the container object itself (begin, end, size).
bool writesContainer(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !method->getParent()->isInStdNamespace())
    return false;
  if (callee->getOverloadedOperator() == OO_Subscript) // a map's [] adds missing keys
    return method->getParent()->getName().ends_with("map");
  return callee->getDeclName().isIdentifier() && changesContainer(callee->getName());
}

} // namespace

void Body::readInitialisers(const CXXConstructorDecl *constructor) {
  for (const CXXCtorInitializer *init : constructor->inits()) {
    const FieldDecl *field = init->getAnyMember();
    if (!init->isWritten() && !(field && init->getInit()))
      continue;
    if (!field) {
      visit(init->getInit());
      continue;
    }
    Designator target;
    target.root = Root::This;
    target.steps.push_back({StepKind::Deref, {}, 0, {}});
    const IndirectFieldDecl *way = init->getIndirectMember(); // through anonymous records
    for (const NamedDecl *one : way ? way->chain() : llvm::ArrayRef<NamedDecl *>()) {
      const auto *step = cast<FieldDecl>(one);
      target.steps.push_back(
          {StepKind::Member, unit_.record(step->getParent()), unit_.member(step), {}});
    }
    if (!way)
      target.steps.push_back(
          {StepKind::Member, unit_.record(field->getParent()), unit_.member(field), {}});
    target.type = unit_.type(field->getType());
    visit(init->getInit());
    noteAllocation(init->getInit(), target);
    if (!field->getType()->isPointerType())
      noteResult(init->getInit(), target);
    if (const Expr *value = storedBy(unit_, init))
      note(target, {Op::Write, false, false, false, value, field->getType()->isReferenceType()},
           value);
  }
}

void Body::noteConstructorCall(const CXXConstructorDecl *constructor,
                               llvm::ArrayRef<const Expr *> arguments, const Expr *at,
                               const Designator *object) {
  if (unit_.inSystemHeader(constructor->getLocation()) || constructor->isTrivial() ||
      (!object && constructor->isCopyOrMoveConstructor()))
    return;
  FactCall call = callAt(at, constructor);
  call.arguments = argumentsFor(arguments); // may add functions, which moves the table
  auto &homeless = homeless_[{call.callee, call.place}];
  if (object) { // what was noted before it was known
    replaced_.insert(replaced_.end(), homeless.begin(), homeless.end());
    homeless.clear();
    call.object = *object;
  } else
    homeless.push_back(static_cast<std::uint32_t>(fact().calls.size()));
  addCall(std::move(call));
}

void Body::noteEmplacement(const CallExpr *call, const FunctionDecl *callee,
                           const Designator *object) {
  const CXXRecordDecl *made = emplacedBy(call, callee);
  noteMade(unit_, made, call->getNumArgs());
  if (const auto *constructor = constructorFor(made, call->getNumArgs()))
    noteConstructorCall(constructor, {call->getArgs(), call->getNumArgs()}, call, object);
}

/// `int ids[] = {0, 1}`: notes the number in each element of a short array.
void Body::noteNumbers(const VarDecl *array, const Designator &target) {
  constexpr unsigned most = 16;
  const auto *list = dyn_cast<InitListExpr>(array->getInit());
  const ArrayType *type = unit_.context.getAsArrayType(array->getType());
  if (!list || !type || !type->getElementType()->isIntegerType() || !array->hasLocalStorage() ||
      type->getElementType().isConstQualified() || list->getNumInits() > most)
    return;
  for (unsigned at = 0; at < list->getNumInits(); ++at) {
    const Expr *init = list->getInit(at);
    if (!isTyped(init) || isa<ImplicitValueInitExpr>(init))
      continue;
    Designator element = target;
    FactStep step;
    step.kind = StepKind::Index;
    step.index = FactIndex{.from = Provenance::Constant, .number = at};
    element.steps.push_back(std::move(step));
    element.type = unit_.type(type->getElementType());
    note(std::move(element), {Op::Write, false, false, false, init}, init);
  }
}

/// `{.begin = a, .end = b}`: notes the value of each member.
void Body::noteMembers(const Expr *value, const Designator &target) {
  const InitListExpr *list = listOf(value);
  if (!list || target.root == Root::Unknown || !placed_.insert(list).second)
    return;
  const RecordDecl *record = list->getType()->getAsRecordDecl();
  if (!basesOf(dyn_cast<CXXRecordDecl>(record)).empty())
    return;
  for (const auto &[field, init] : membersIn(list)) {
    if (!isTyped(init) || isa<ImplicitValueInitExpr>(init))
      continue;
    Designator member = target;
    member.address_of = false;
    member.steps.push_back({StepKind::Member, unit_.record(record), unit_.member(field), {}});
    member.type = unit_.type(field->getType());
    if (listOf(init))
      noteMembers(init, member);
    else if (field->getType()->isPointerType() || field->getType()->isReferenceType() ||
             field->getType()->isIntegralOrEnumerationType())
      note(std::move(member),
           {Op::Write, false, false, false, init, field->getType()->isReferenceType()}, init);
  }
}

/// Notes a record without a name, such as an argument of a call, as a local of the function.
void Body::noteTemporary(const InitListExpr *written) {
  const InitListExpr *list = listOf(written);
  if (!list || placed_.contains(list))
    return;
  FactVariable temporary;
  temporary.key = unit_.keyOfPlace(list->getExprLoc(), "temporary");
  temporary.place = unit_.place(list->getExprLoc());
  temporary.type = unit_.type(list->getType());
  temporary.storage = Storage::Local;
  temporary.defined = true;
  temporary.function = paths_.scope().index;
  Designator target;
  target.root = Root::Variable;
  target.variable = VariableIndex{unit_.facts.variables.size()};
  target.type = temporary.type;
  unit_.facts.variables.push_back(std::move(temporary));
  noteMembers(list, target);
}

/// `new (at) T(…)` writes the memory at `at`.
void Body::notePlacement(const CXXNewExpr *made) {
  const FunctionDecl *source = made->getOperatorNew();
  if (!source || !source->isReservedGlobalPlacementOperator() || made->getNumPlacementArgs() == 0)
    return;
  const QualType type = made->getAllocatedType();
  const CXXConstructExpr *constructor = made->getConstructExpr();
  if (!writesElements(made))
    return;
  Designator at = paths_.pointer(made->getPlacementArg(0));
  if (at.root == Root::Unknown)
    return;
  Designator object = made->isArray()
                          ? paths_.element(std::move(at), {.from = Provenance::Whole}, type)
                          : paths_.dereferenced(std::move(at), type);
  if (constructor && !made->isArray())
    noteConstruction(constructor, &object);
  note(std::move(object), {Op::Write, false, false, true, nullptr}, made);
}

/// Notes a returned buffer as a store to the function's Result.
void Body::noteReturn(const ReturnStmt *back) {
  const Expr *value = back->getRetValue();
  if (!isTyped(value) || !paths_.scope().function || paths_.scope().region.isValid())
    return;
  const TypeIndex type = unit_.type(value->getType());
  if (!isBuffer(unit_.facts.type(type)))
    return;
  FactAccess access;
  access.what.root = Root::Result;
  access.what.function = paths_.scope().index;
  access.what.type = type;
  access.op = Op::Write;
  const Expr *inner = owned(value);
  if (const auto *made = dyn_cast<CXXNewExpr>(inner))
    noteNewArray(made, access.what);
  else if (!value->getType()->isVoidPointerType())
    noteAllocation(value, access.what);
  access.stored = inner->getType()->isPointerType() ? paths_.pointer(inner) : paths_.object(inner);
  access.place = unit_.place(value->getExprLoc());
  if (access.stored->root == Root::Variable || access.stored->root == Root::Result)
    fact().accesses.push_back(std::move(access));
}

/// Notes that `target` holds the Result of a function of the project.
void Body::noteResult(const Expr *value, const Designator &target) {
  const auto *call = dyn_cast_or_null<CallExpr>(isTyped(value) ? owned(value) : nullptr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || target.root == Root::Unknown || callee->getBuiltinID() != 0 ||
      unit_.inSystemHeader(callee->getLocation()) || !isBuffer(unit_.facts.type(target.type)))
    return;
  Designator made;
  made.root = Root::Result;
  made.function = unit_.function(callee);
  made.type = unit_.type(call->getType());
  FactAccess access;
  access.what = target;
  access.op = Op::Write;
  access.stored = std::move(made);
  access.loop_depth = loopDepth();
  access.place = unit_.place(call->getExprLoc());
  fact().accesses.push_back(std::move(access));
}

/// `workers.push_back(new Worker)`: notes what the new element points to.
void Body::noteAdded(const CallExpr *call, const Designator &container) {
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  if (!member || call->getNumArgs() != 1 ||
      unit_.facts.type(container.type).kind != TypeClass::Container)
    return;
  const QualType element = templateArgument(member->getRecordDecl(), 0);
  if (element.isNull() || unit_.facts.type(unit_.type(element)).kind != TypeClass::Pointer)
    return;
  noteAllocation(call->getArg(0), paths_.element(container, {}, element));
}

void Body::noteContainerChange(const CallExpr *call, const FunctionDecl *callee) {
  const Expr *owner = writesContainer(callee) ? objectOf(call) : nullptr;
  if (!owner)
    return;
  const Designator container = paths_.ofOwner(owner);
  note(container, {Op::ReadModifyWrite, false, false, false, nullptr}, call);
  if (container.root != Root::Unknown)
    noteAdded(call, container);
}

} // namespace fsfind::analyzer

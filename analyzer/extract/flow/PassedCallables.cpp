#include "analyzer/extract/flow/PassedCallables.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace fsfind::analyzer {

using namespace clang;

/// A parameter by its function's first declaration; a member as it is declared.
struct CallableHolder {
  const Decl *declared = nullptr; ///< the function, or the member
  unsigned parameter = 0;
  bool operator==(const CallableHolder &) const = default;
};

namespace {

/// More is a table of operations, of which a call runs one.
constexpr std::size_t kMost = 4;

CallableHolder holderOf(const Expr *expression) {
  const Expr *inner = stripped(expression);
  if (const auto *member = dyn_cast<MemberExpr>(inner))
    return {member->getMemberDecl()->getCanonicalDecl()};
  const auto *name = dyn_cast<DeclRefExpr>(inner);
  const auto *parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  const auto *function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  return function ? CallableHolder{function->getCanonicalDecl(), parameter->getFunctionScopeIndex()}
                  : CallableHolder{};
}

bool mayBeCalled(QualType type) {
  if (type.isNull() || type->isDependentType())
    return false;
  type = type.getNonReferenceType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return type->isFunctionPointerType() || type->isFunctionType() ||
         (record && (record->isLambda() || isStdFunction(record)));
}

} // namespace

/// Who is given what, of the whole unit.
class PassedCallables : public RecursiveASTVisitor<PassedCallables> {
public:
  explicit PassedCallables(Unit &unit) : unit_(unit) {
    for (Decl *declared : unit.context.getTranslationUnitDecl()->decls())
      if (!unit.inSystemHeader(declared->getLocation()))
        TraverseDecl(declared);
    for (std::size_t i = 0; i < started_.size(); ++i) // which grows
      if (const auto given = given_.find(keyOf(started_[i])); given != given_.end())
        for (const CallableHolder &from : given->second.holders)
          start(from);
  }

  static bool shouldVisitTemplateInstantiations() { return true; }
  static bool shouldVisitImplicitCode() { return false; }

  bool VisitCallExpr(CallExpr *call) { // NOLINT(readability-identifier-naming)
    if (call->isInstantiationDependent())
      return true; // its instances are visited
    if (const FunctionDecl *callee = call->getDirectCallee())
      give(callee, argumentsOf(call));
    for (const Expr *one : startable(unit_, call))
      start(one);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) { // NOLINT(readability-identifier-naming)
    if (made->isInstantiationDependent())
      return true;
    for (const Expr *one : startable(unit_, made))
      start(one);
    if (!unit_.inSystemHeader(made->getConstructor()->getLocation()))
      give(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
    return true;
  }
  bool VisitInitListExpr(InitListExpr *list) { // NOLINT(readability-identifier-naming)
    const InitListExpr *whole = list->isSemanticForm() ? list : list->getSemanticForm();
    if (whole)
      for (const auto &[field, value] : membersIn(whole))
        if (mayBeCalled(field->getType()))
          give(CallableHolder{field->getCanonicalDecl()}, value);
    return true;
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *init) { // NOLINT
    if (const FieldDecl *field = init->getAnyMember(); field && mayBeCalled(field->getType()))
      give(CallableHolder{field->getCanonicalDecl()}, init->getInit());
    return RecursiveASTVisitor::TraverseConstructorInitializer(init);
  }
  bool TraverseForStmt(ForStmt *loop) { // NOLINT(readability-identifier-naming)
    return inLoop([&] { return RecursiveASTVisitor::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt *loop) { // NOLINT(readability-identifier-naming)
    return inLoop([&] { return RecursiveASTVisitor::TraverseWhileStmt(loop); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *loop) { // NOLINT(readability-identifier-naming)
    return inLoop([&] { return RecursiveASTVisitor::TraverseCXXForRangeStmt(loop); });
  }
  bool VisitBinaryOperator(BinaryOperator *assigned) { // NOLINT(readability-identifier-naming)
    if (assigned->getOpcode() == BO_Assign && mayBeCalled(assigned->getLHS()->getType()))
      give(holderOf(assigned->getLHS()), assigned->getRHS());
    return true;
  }

  [[nodiscard]] CallableList of(CallableHolder holder) const {
    CallableList found;
    llvm::DenseMap<const FunctionDecl *, std::size_t> places; // in what was found
    std::vector<CallableHolder> next = {holder}, seen = {holder};
    while (!next.empty()) {
      const auto given = given_.find(keyOf(next.back()));
      next.pop_back();
      if (given == given_.end())
        continue;
      for (const Callable &one : given->second.callables) {
        const auto [place, fresh] =
            places.try_emplace(one.function->getCanonicalDecl(), found.size());
        if (fresh)
          found.push_back(one);
        else
          found[place->second].many = true;
      }
      for (const CallableHolder &from : given->second.holders)
        if (!llvm::is_contained(seen, from)) {
          seen.push_back(from);
          next.push_back(from);
        }
    }
    return found.size() > kMost ? CallableList() : found;
  }

  [[nodiscard]] bool starts(const FunctionDecl *callee) const {
    for (unsigned i = 0; i < callee->getNumParams(); ++i)
      if (llvm::is_contained(started_, CallableHolder{callee->getCanonicalDecl(), i}))
        return true;
    return false;
  }

  [[nodiscard]] bool isEntry(const FunctionDecl *function) const {
    return entries_.contains(function->getCanonicalDecl());
  }

private:
  using Key = std::pair<const Decl *, unsigned>;
  struct Given {
    CallableList callables;
    llvm::SmallVector<CallableHolder, 2> holders; ///< which pass on what they were given
  };

  static Key keyOf(CallableHolder holder) { return {holder.declared, holder.parameter}; }

  template <class Traverse> bool inLoop(Traverse traverse) {
    ++loops_;
    const bool goes_on = traverse();
    --loops_;
    return goes_on;
  }

  void start(const Expr *what) {
    if (const auto callable = callableOf(what); callable && callable->function)
      entries_.insert(callable->function->getCanonicalDecl());
    else
      start(holderOf(what));
  }

  void start(CallableHolder holder) {
    if (holder.declared && !llvm::is_contained(started_, holder))
      started_.push_back(holder);
  }

  void give(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments) {
    const auto count =
        std::min<unsigned>(callee->getNumParams(), static_cast<unsigned>(arguments.size()));
    for (unsigned i = 0; i < count; ++i)
      if (mayBeCalled(callee->getParamDecl(i)->getType()))
        give({callee->getCanonicalDecl(), i}, arguments[i]);
  }

  void give(CallableHolder to, const Expr *value) {
    if (!to.declared || !isTyped(value))
      return;
    const auto callable = callableOf(value);
    const CallableHolder from = callable ? CallableHolder{} : holderOf(value);
    if (callable && callable->function) {
      given_[keyOf(to)].callables.push_back(*callable);
      given_[keyOf(to)].callables.back().many = loops_ != 0;
    } else if (from.declared && from != to)
      given_[keyOf(to)].holders.push_back(from);
  }

  Unit &unit_;
  llvm::DenseMap<Key, Given> given_;
  std::vector<CallableHolder> started_; ///< what some call runs on another thread
  llvm::DenseSet<const FunctionDecl *> entries_;
  unsigned loops_ = 0; ///< around what is visited
};

namespace {

const PassedCallables &passedIn(Unit &unit) {
  if (!unit.passed_callables)
    unit.passed_callables = std::make_shared<PassedCallables>(unit);
  return *unit.passed_callables;
}

} // namespace

CallableList passedCallables(Unit &unit, const Expr *named) {
  if (!isTyped(named) || !mayBeCalled(named->getType()))
    return {};
  const CallableHolder holder = holderOf(named);
  if (!holder.declared)
    return {};
  return passedIn(unit).of(holder);
}

bool isThreadEntry(Unit &unit, const FunctionDecl *function) {
  return function && passedIn(unit).isEntry(function);
}

bool startsArgument(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && !unit.inSystemHeader(callee->getLocation()) &&
         llvm::any_of(callee->parameters(),
                      [](const ParmVarDecl *one) { return mayBeCalled(one->getType()); }) &&
         passedIn(unit).starts(callee);
}

} // namespace fsfind::analyzer

#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Branches.h"
#include "analyzer/extract/flow/Expressions.h"
#include "rules/model/NameHints.h"

/// The part of Body about branches: under which conditions code runs.
namespace fsfind::analyzer {

using namespace clang;

/// Whether the guard compares a thread's number with a constant, so that only one thread runs the
/// branch.
bool Body::pinsThread(Guard guard) {
  return llvm::any_of(partsOf(guard), [&](Guard part) {
    const Expr *number = equalToConstant(part, unit_.context);
    if (!isTyped(number) || !number->getType()->isIntegralOrEnumerationType())
      return false;
    const FactIndex index = paths_.origin(number);
    return index.from == Provenance::ThreadId ||
           ((index.from == Provenance::Parameter || index.from == Provenance::Member) &&
            namesThread(unit_.knowledge.nameWords(), index.text));
  });
}

void Body::assume(Guard guard) {
  if (!isTyped(guard.condition))
    return;
  branch_.seldom = branch_.seldom || isUnlikely(guard, unit_.knowledge);
  branch_.one_thread = branch_.one_thread || pinsThread(guard);
  const auto parts = partsOf(guard);
  branch_.guards.append(parts.begin(), parts.end());
  constexpr std::size_t kMostGuards = 64; // of more, the inner ones
  if (const std::size_t all = branch_.guards.size(); all > kMostGuards)
    branch_.guards.erase(branch_.guards.begin(),
                         branch_.guards.begin() + static_cast<std::ptrdiff_t>(all - kMostGuards));
  guards_.add(guard, branch_.numbers);
}

void Body::visitUnder(Guard guard, const Stmt *branch) {
  if (!branch)
    return;
  const Branch before = branch_;
  assume(guard);
  branch_.seldom = branch_.seldom || endsBadly(branch, unit_.knowledge);
  visit(branch);
  branch_ = before;
}

/// Visits a loop that runs once, such as `do … while (0)`: the condition comes after the body.
void Body::visitOnce(const Stmt *loop) {
  const auto *after = dyn_cast<DoStmt>(loop);
  const auto *block = after ? dyn_cast<CompoundStmt>(after->getBody()) : nullptr;
  if (!block)
    return visitChildren(loop);
  const Branch before = branch_;
  visitStatements(block);
  visit(after->getCond());
  branch_ = before;
}

void Body::visitSeldom(const Stmt *statement) {
  const bool before = std::exchange(branch_.seldom, true);
  visit(statement);
  branch_.seldom = before;
}

void Body::visitIf(const IfStmt *choice) {
  visit(choice->getInit());
  visit(choice->getConditionVariableDeclStmt());
  visit(choice->getCond());
  visitUnder({choice->getCond(), true}, choice->getThen());
  visitUnder({choice->getCond(), false}, choice->getElse());
}

/// `c ? a : b`
void Body::visitChoice(const ConditionalOperator *choice) {
  visit(choice->getCond());
  const std::vector<FactGuard> before = branch_.numbers;
  for (const bool holds : {true, false}) {
    guards_.add({choice->getCond(), holds}, branch_.numbers);
    visit(holds ? choice->getTrueExpr() : choice->getFalseExpr());
    branch_.numbers = before;
  }
}

/// A number chooses the statements from a case to the next `break`; other values run all.
void Body::visitSwitch(const SwitchStmt *choice) {
  visit(choice->getInit());
  visit(choice->getConditionVariableDeclStmt());
  visit(choice->getCond());
  const auto *block = dyn_cast<CompoundStmt>(choice->getBody());
  const auto by = block ? guards_.of(choice->getCond()) : std::nullopt;
  if (!by)
    return visit(choice->getBody());
  const auto valuesOf = [&](const CaseStmt *one) {
    const auto low = integerOf(one->getLHS(), unit_.context);
    const auto high = one->getRHS() ? integerOf(one->getRHS(), unit_.context) : low;
    return low && high ? by->within(*low, *high) : ~std::uint64_t{0};
  };
  std::uint64_t named = 0;
  for (const SwitchCase *one = choice->getSwitchCaseList(); one; one = one->getNextSwitchCase())
    if (const auto *labelled = dyn_cast<CaseStmt>(one))
      named |= valuesOf(labelled);
  const std::vector<std::uint32_t> held = held_;
  const Branch before = branch_;
  std::uint64_t values = 0;
  for (const Stmt *statement : block->body()) {
    const Stmt *inner = statement;
    while (const auto *label = dyn_cast<SwitchCase>(inner)) {
      const auto *labelled = dyn_cast<CaseStmt>(label);
      values |= labelled ? valuesOf(labelled) : ~named;
      inner = label->getSubStmt();
    }
    branch_ = before;
    NumberGuards::add(by->number, values, branch_.numbers);
    visit(statement);
    if (leaves(inner, unit_.knowledge))
      values = 0;
  }
  branch_ = before;
  held_ = held;
}

void Body::noteEach(llvm::function_ref<void()> reach, llvm::function_ref<void()> note) {
  paths_.forgetChoice();
  reach();
  const ConditionalOperator *choice = paths_.choice();
  if (!choice || !guards_.of(choice->getCond()))
    return note();
  const std::vector<FactGuard> before = branch_.numbers;
  for (const bool holds : {true, false}) {
    guards_.add({choice->getCond(), holds}, branch_.numbers);
    paths_.choose(choice, holds);
    reach();
    note();
    branch_.numbers = before;
  }
  paths_.forgetChoice();
}

void Body::noteEach(llvm::function_ref<Designator()> reach,
                    llvm::function_ref<void(Designator)> note) {
  Designator reached;
  noteEach([&] { reached = reach(); }, [&] { note(std::move(reached)); });
}

/// `a && b`, `a || b`: whether `b` is evaluated depends on `a`.
/// Of `a && b && c`, whose left side is `a && b`, each operand is assumed once.
void Body::visitLogical(const BinaryOperator *both) {
  llvm::SmallVector<const Expr *, 8> operands; // the last one first
  const Expr *first = both;
  for (const auto *inner = both; inner && inner->getOpcode() == both->getOpcode();
       inner = dyn_cast<BinaryOperator>(first->IgnoreParenImpCasts())) {
    operands.push_back(inner->getRHS());
    first = inner->getLHS();
  }
  visit(first);
  const Branch before = branch_;
  const Expr *last = first;
  for (const Expr *operand : llvm::reverse(operands)) {
    assume({last, both->getOpcode() == BO_LAnd});
    const bool seldom = branch_.seldom;
    branch_.seldom = seldom || endsBadly(operand, unit_.knowledge);
    visit(operand);
    branch_.seldom = seldom;
    last = operand;
  }
  branch_ = before;
}

/// Code after `if (…) return;` runs only if the condition does not hold.
void Body::visitStatements(const CompoundStmt *block) {
  for (const Stmt *statement : block->body()) {
    visit(statement);
    const auto *choice = dyn_cast<IfStmt>(statement);
    if (choice && !choice->getElse() && leaves(choice->getThen(), unit_.knowledge))
      assume({choice->getCond(), false});
  }
}

void Body::visitBlock(const CompoundStmt *block) {
  const std::vector<std::uint32_t> held = held_;
  const Branch before = branch_;
  visitStatements(block);
  branch_ = before;
  held_ = held;
}

BranchFrequency Body::frequencyOf(const Access &access, const Expr *at) const {
  if (branch_.seldom)
    return BranchFrequency::Seldom;
  if (access.op == Op::Read || access.bulk || access.acquire || branch_.guards.empty())
    return BranchFrequency::Usual;
  const Store store = storeAt(at, access.value);
  if (store.target && store.target->getDeclName().isIdentifier() &&
      namesRareEvent(unit_.knowledge.nameWords(), store.target->getName()))
    return BranchFrequency::Seldom; // `if (…) errors++`
  if (access.op == Op::ReadModifyWrite && !store.expected)
    return BranchFrequency::Usual;
  const bool latched = llvm::any_of(
      branch_.guards, [&](Guard guard) { return latches(guard, store, flow_, unit_.context); });
  return latched ? BranchFrequency::Latched : BranchFrequency::Usual;
}

} // namespace fsfind::analyzer

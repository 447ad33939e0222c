#include "analyzer/extract/sums/Sums.h"

#include "analyzer/extract/sums/LoopShape.h"
#include "analyzer/extract/sums/NumberUses.h"
#include "analyzer/extract/sums/SumPath.h"
#include "analyzer/extract/sums/Update.h"
#include "analyzer/extract/sums/WrittenSum.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <llvm/ADT/FoldingSet.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// A bound for what facts hold of one function.
constexpr std::size_t kMostSums = 256;
/// Of more loops around an update, the inner ones.
constexpr std::ptrdiff_t kMostLoops = 16;

/// A loop around an update, and what is around the loop.
struct Around {
  const Stmt *loop = nullptr, *parent = nullptr, *grandparent = nullptr;
  bool tried = false; ///< a handler of exceptions is around it, in the same function
};

struct Found {
  Update update;
  const ValueDecl *number = nullptr;
  std::vector<Around> loops; ///< outermost first
};

/// All updates of a body that are in loops.
class Search {
public:
  explicit Search(Unit &unit, const LocalFlow &flow) : unit_(unit), flow_(flow) {}

  std::vector<Found> found;

  void visit(const Stmt *statement) {
    if (!statement || isa<LambdaExpr, StmtExpr, UnaryExprOrTypeTraitExpr>(statement))
      return;
    if (const auto *captured = dyn_cast<CapturedStmt>(statement))
      return visit(captured->getCapturedStmt());
    if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
      return visitDirective(directive);
    if (const auto *expression = dyn_cast<Expr>(statement))
      return see(expression);
    const bool loops = isLoopStatement(statement) && flow_.isLoop(statement);
    if (loops)
      loops_.push_back({statement, outer(0), outer(1), tries_ > 0});
    tries_ += isa<CXXTryStmt>(statement);
    path_.push_back(statement);
    for (const Stmt *part : statement->children())
      visit(part);
    path_.pop_back();
    tries_ -= isa<CXXTryStmt>(statement);
    if (loops)
      loops_.pop_back();
  }

private:
  [[nodiscard]] const Stmt *outer(std::size_t level) const {
    return level < path_.size() ? path_[path_.size() - 1 - level] : nullptr;
  }

  /// Regions of threads are bodies of their own; a loop is not moved out of a directive.
  void visitDirective(const OMPExecutableDirective *directive) {
    const auto kind = directive->getDirectiveKind();
    if (!directive->hasAssociatedStmt() || isOpenMPParallelDirective(kind) ||
        isOpenMPTeamsDirective(kind) || isOpenMPTaskingDirective(kind))
      return;
    path_.push_back(directive);
    visit(directive->getRawStmt());
    path_.pop_back();
  }

  /// Only what is a statement of its own can be an update: `hits++` in a condition, a step or a
  /// list of expressions is another use of the number.
  void see(const Expr *expression) {
    const Stmt *parent = outer(0);
    if (loops_.empty() || !parent || !isStatementOf(expression, parent))
      return;
    auto update = updateBy(unit_, expression);
    const ValueDecl *number = update ? declaredBy(update->object) : nullptr;
    if (number && !isOwn(update->object, number) && found.size() < kMostSums)
      found.push_back({*std::move(update),
                       number,
                       {loops_.end() - std::min(std::ssize(loops_), kMostLoops), loops_.end()}});
  }

  /// A local that no other function sees.
  [[nodiscard]] bool isOwn(const Expr *object, const ValueDecl *number) const {
    const auto *variable = dyn_cast<VarDecl>(number);
    const auto *name = dyn_cast<DeclRefExpr>(object);
    return variable && variable->hasLocalStorage() && !unit_.isCaptured(variable) &&
           !(name && name->refersToEnclosingVariableOrCapture());
  }

  static bool isStatementOf(const Expr *expression, const Stmt *parent) {
    if (isa<CompoundStmt, SwitchCase, LabelStmt, AttributedStmt>(parent))
      return true;
    if (const auto *choice = dyn_cast<IfStmt>(parent))
      return expression == choice->getThen() || expression == choice->getElse();
    return isLoopStatement(parent) && expression == bodyOfLoop(parent);
  }

  Unit &unit_;
  const LocalFlow &flow_;
  std::vector<Around> loops_;
  std::vector<const Stmt *> path_;
  int tries_ = 0;
};

/// The names in a loop, by what they name.
class Names {
public:
  void read(const Stmt *statement) {
    if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
      return;
    if (const auto *captured = dyn_cast<CapturedStmt>(statement))
      return read(captured->getCapturedStmt());
    if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
      return read(lambda->getBody());
    if (const auto *name = dyn_cast<Expr>(statement); name && isa<DeclRefExpr, MemberExpr>(name))
      if (const ValueDecl *named = declaredBy(name))
        names_[named].push_back(name);
    for (const Stmt *part : statement->children())
      read(part);
  }

  /// Whether all names of the number are those that updates change.
  [[nodiscard]] bool areUpdates(const SumInLoop &sum) const {
    const auto names = names_.find(sum.number);
    return names == names_.end() || llvm::all_of(names->second, [&](const Expr *name) {
             return llvm::any_of(sum.updates,
                                 [&](const Update &one) { return one.object == name; });
           });
  }

private:
  llvm::DenseMap<const ValueDecl *, llvm::SmallVector<const Expr *, 2>> names_;
};

bool isSamePath(const Expr *one, const Expr *other, const ASTContext &context) {
  llvm::FoldingSetNodeID a, b;
  one->Profile(a, context, true);
  other->Profile(b, context, true);
  return a == b;
}

bool hasLabel(const Stmt *statement) {
  return statement && (isa<LabelStmt>(statement) || llvm::any_of(statement->children(), hasLabel));
}

/// Tries the loops of a function.
class Planning {
public:
  Planning(Unit &unit, const LocalFlow &flow, const ObjectOf &object)
      : unit_(unit), flow_(flow), object_(object), steady_(unit) {}

  std::vector<FactSum> plan(const std::vector<Found> &all) {
    std::vector<FactSum> sums;
    std::vector<std::pair<const ValueDecl *, const Stmt *>> done;
    const auto is_done = [&](const Found &one) {
      return llvm::any_of(one.loops, [&](const Around &around) {
        return llvm::is_contained(done, std::pair(one.number, around.loop));
      });
    };
    for (const Found &one : all) {
      if (is_done(one))
        continue;
      const Around *chosen = nullptr;
      FactSum sum;
      for (const Around &around : one.loops) {
        chosen = &around;
        sum = sumIn(around, one, all);
        if (sum.obstacle.empty())
          break;
      }
      done.emplace_back(one.number, chosen->loop);
      unit_.summed.insert(one.number);
      sums.push_back(std::move(sum));
    }
    return sums;
  }

private:
  FactSum sumIn(const Around &around, const Found &first, const std::vector<Found> &all) {
    SumInLoop sum{around.loop, first.number, {}, false};
    for (const Found &one : all)
      if (one.number == first.number &&
          llvm::any_of(one.loops, [&](const Around &other) { return other.loop == around.loop; }))
        sum.updates.push_back(one.update);
    const LoopShape &shape = shapeIn(around.loop);
    SumPath path(unit_, flow_, around.loop, steady_);
    FactSum fact;
    fact.obstacle = obstacleTo(around, sum, shape, path);
    fact.what = object_(first.update.object);
    fact.key = keyOfNumber(unit_, first.number);
    fact.way = path.way();
    fact.how = first.update.how;
    fact.loop = unit_.place(around.loop->getBeginLoc());
    fact.calls = shape.calls;
    fact.throws = shape.throws;
    if (!fact.obstacle.empty())
      return fact;
    sum.may_dangle = path.mayDangle();
    WrittenSum written = writtenSum(unit_, sum, names_);
    fact.edits = std::move(written.edits);
    fact.obstacle = std::move(written.obstacle);
    return fact;
  }

  std::string obstacleTo(const Around &around, const SumInLoop &sum, const LoopShape &shape,
                         SumPath &path) {
    if (!isa_and_nonnull<CompoundStmt>(around.parent) ||
        isa_and_nonnull<SwitchStmt, StmtExpr>(around.grandparent))
      return "the loop is no statement of a block";
    if (unit_.context.getLangOpts().C99 + unit_.context.getLangOpts().CPlusPlus == 0)
      return "the language has no declarations among statements";
    if (unit_.context.getLangOpts().CPlusPlus && holdsLabel(around.parent))
      return "a goto may pass over the declaration of a local";
    if (!shape.obstacle.empty())
      return shape.obstacle;
    const Update &first = sum.updates.front();
    for (const Update &one : sum.updates) {
      if (!one.obstacle.empty())
        return one.obstacle;
      if (one.how != first.how || !isSamePath(one.object, first.object, unit_.context))
        return "the loop changes it in several ways";
    }
    if (const auto *field = dyn_cast<FieldDecl>(sum.number); field && field->isBitField())
      return "it is a bit-field";
    const auto [names, unread] = names_in_.try_emplace(around.loop);
    if (unread)
      names->second.read(around.loop);
    if (!names->second.areUpdates(sum))
      return "the loop uses it otherwise, too";
    if (!path.isFixed(first.object))
      return "the loop may change which object it is part of";
    return around.tried && shape.throws ? "an exception may leave the loop" : "";
  }

  const LoopShape &shapeIn(const Stmt *loop) {
    const auto known = shapes_.find(loop);
    return known != shapes_.end() ? known->second
                                  : shapes_.try_emplace(loop, shapeOf(unit_, loop)).first->second;
  }

  bool holdsLabel(const Stmt *block) {
    const auto [known, fresh] = labels_.try_emplace(block, false);
    if (fresh)
      known->second = hasLabel(block);
    return known->second;
  }

  Unit &unit_;
  const LocalFlow &flow_;
  const ObjectOf &object_;
  SteadyObjects steady_;
  llvm::DenseMap<const Stmt *, bool> labels_; ///< whether a block has one; many loops share it
  // Of loops, which many updates share.
  llvm::DenseMap<const Stmt *, Names> names_in_;
  llvm::DenseMap<const Stmt *, LoopShape> shapes_;
  llvm::StringSet<> names_;
};

/// In the body of a template, or of a member of one, an edit would change all instances.
bool isOfTemplate(const FunctionDecl *function) {
  for (const DeclContext *context = function; context && !context->isFileContext();
       context = context->getParent()) {
    if (context->isDependentContext())
      return true;
    if (const auto *around = dyn_cast<FunctionDecl>(context);
        around && around->getTemplateInstantiationPattern())
      return true;
    if (const auto *record = dyn_cast<CXXRecordDecl>(context);
        record && record->getTemplateInstantiationPattern())
      return true;
  }
  return false;
}

} // namespace

std::vector<FactSum> sumsIn(Unit &unit, const LocalFlow &flow, const FunctionDecl *function,
                            const Stmt *body, const ObjectOf &object) {
  Search search(unit, flow);
  search.visit(body);
  if (search.found.empty())
    return {};
  std::vector<FactSum> sums = Planning(unit, flow, object).plan(search.found);
  if (function && isOfTemplate(function))
    for (FactSum &sum : sums) {
      sum.obstacle = "the loop is part of a template";
      sum.edits.clear();
    }
  return sums;
}

} // namespace fsfind::analyzer

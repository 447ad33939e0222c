#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "rules/model/NameHints.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/AST/StmtOpenMP.h>

/// The part of LocalFlow about loops that OpenMP distributes to threads.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Whether chunks are so small that neighbouring elements of one line go to different threads.
bool interleaves(const OMPExecutableDirective *directive, const ASTContext &context) {
  constexpr std::int64_t kSmallChunk = 4;
  const auto *schedule = directive->getSingleClause<OMPScheduleClause>();
  if (!schedule)
    return false;
  const auto chunk = integerOf(schedule->getChunkSize(), context);
  if (schedule->getScheduleKind() == OMPC_SCHEDULE_dynamic && !schedule->getChunkSize())
    return true;
  return chunk && *chunk <= kSmallChunk;
}

std::int64_t collapsed(const OMPExecutableDirective *directive, const ASTContext &context) {
  const auto *clause = directive->getSingleClause<OMPCollapseClause>();
  return clause ? integerOf(clause->getNumForLoops(), context).value_or(1) : 1;
}

bool sharesWork(OpenMPDirectiveKind kind) {
  return isOpenMPWorksharingDirective(kind) || isOpenMPTaskLoopDirective(kind) ||
         isOpenMPDistributeDirective(kind);
}

const Stmt *loopInside(const Stmt *statement) {
  while (const auto *block = dyn_cast_or_null<CompoundStmt>(statement)) {
    if (block->size() == 0)
      return nullptr;
    statement = block->body_front();
  }
  return statement;
}

} // namespace

bool LocalFlow::isThreadCount(const Expr *number) const {
  const auto names = [this](const Expr *one) {
    constexpr std::size_t kLongest = 1000;
    return namesThreadCount(unit_.knowledge.nameWords(),
                            beginningOf(one, unit_.context.getPrintingPolicy(), kLongest));
  };
  const VarDecl *variable = namedVariable(number);
  const Expr *value = variable ? onlyValue(variable) : nullptr;
  return names(number) || (isTyped(value) && names(value));
}

/// Whether the loop has one iteration per thread.
bool LocalFlow::isOverThreads(const Stmt *statement) const {
  const auto *loop = dyn_cast<ForStmt>(statement);
  const Expr *condition = loop ? loop->getCond() : nullptr;
  const auto *compare =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  return compare && compare->getOpcode() == BO_LT && isThreadCount(compare->getRHS());
}

void LocalFlow::noteParallelLoops(const Stmt *statement) {
  const auto *directive = dyn_cast<OMPLoopDirective>(statement);
  if (!directive || !sharesWork(directive->getDirectiveKind()))
    return;
  const Provenance kind =
      interleaves(directive, unit_.context) ? Provenance::StridedLoop : Provenance::ParallelLoop;
  const Stmt *loop = loopInside(directive->getRawStmt());
  for (std::int64_t left = collapsed(directive, unit_.context); loop && left > 0; --left) {
    const bool rounds = isOverThreads(loop);
    noteCounter(loop, rounds ? Provenance::SpawnLoop : kind);
    shared_.insert(loop);
    if (rounds)
      rounds_.insert(loop);
    const auto *counted = dyn_cast<ForStmt>(loop);
    loop = counted ? loopInside(counted->getBody()) : nullptr;
  }
}

} // namespace fsfind::analyzer

#include "analyzer/extract/access/Provenances.h"

#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Beyond this depth locals with several values are not followed, because these may refer to each
/// other.
constexpr unsigned kValuesDepth = 4;

/// `r.begin()` of a blocked_range, `r.start` of a Range: by these, libraries distribute loops to
/// threads.
bool beginsRange(const Expr *first, const Knowledge &known) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(stripped(first));
  const auto *member = dyn_cast<MemberExpr>(call ? call->getCallee() : stripped(first));
  if (!member || !first->getType()->isIntegralOrEnumerationType())
    return false;
  const auto *parent = dyn_cast<CXXRecordDecl>(member->getMemberDecl()->getDeclContext());
  const DeclarationName name = member->getMemberDecl()->getDeclName();
  return parent && name.isIdentifier() && known.wordsIn(parent->getName()).has(Word::Range) &&
         known.wordsIn(name.getAsIdentifierInfo()->getName()).has(Word::RangeBegin);
}

/// `i * width`: the loop's counter chooses, in steps that are a parameter or member.
bool isCounted(const FactIndex &count, const FactIndex &step) {
  return count.from == Provenance::Loop &&
         (step.from == Provenance::Parameter || step.from == Provenance::Member);
}

/// Whether the expression may be constant; cheaper than evaluating it.
bool mayBeConstant(const Expr *value) {
  value = value->IgnoreParenCasts();
  if (const auto *name = dyn_cast<DeclRefExpr>(value)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    return !variable || variable->getType().isConstQualified() ||
           variable->getType()->isReferenceType() || variable->getType()->isArrayType();
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(value))
    return !binary->isAssignmentOp() &&
           (binary->isLogicalOp() || binary->isCommaOp() ||
            (mayBeConstant(binary->getLHS()) && mayBeConstant(binary->getRHS())));
  if (const auto *member = dyn_cast<MemberExpr>(value);
      member && isa<FieldDecl>(member->getMemberDecl()))
    return mayBeConstant(member->getBase());
  return true;
}

} // namespace

/// Whether a loop begins at `row_begin[i]` for an `i` of the thread, or at what a function returns
/// for the thread. Rows follow one another, so the loop covers the thread's part.
bool Paths::beginsRow(const Expr *first) {
  const VarDecl *variable = namedVariable(first);
  if (const Expr *value = variable ? flow_.onlyValue(variable) : nullptr)
    first = value;
  if (!isTyped(first))
    return false;
  const Expr *bare = first->IgnoreParenImpCasts();
  const auto *element = dyn_cast<ArraySubscriptExpr>(bare);
  const auto *call = dyn_cast<CXXOperatorCallExpr>(bare);
  const Expr *index = element                                       ? element->getIdx()
                      : call && call->getOperator() == OO_Subscript ? call->getArg(1)
                                                                    : nullptr;
  const auto *made = index ? nullptr : dyn_cast<CallExpr>(bare);
  return index ? isOfThread(index) : made && isForThread(made);
}

bool Paths::isOfThread(const Expr *number) {
  const Provenance from = provenance(number).from;
  return from == Provenance::ParallelLoop || from == Provenance::StridedLoop || ofThread(from);
}

/// Whether an argument is of the thread: `begin_of(tid, n)`, `range_of(tid, n, &begin, &end)`. Then
/// the result is, too.
bool Paths::isForThread(const CallExpr *call) {
  return llvm::any_of(argumentsOf(call), [this](const Expr *one) {
    return isTyped(one) && one->getType()->isIntegerType() && isOfThread(one);
  });
}

FactIndex Paths::provenanceOfVariable(const VarDecl *variable, SourceLocation at) {
  FactIndex found;
  found.text = plainName(variable);
  if (variable->getTLSKind() != VarDecl::TLS_None) {
    found.from = Provenance::ThreadId;
    return found;
  }
  if (const CountedLoop *loop = flow_.countedBy(variable, at)) {
    found.from = loop->kind;
    if (loop->kind != Provenance::Loop || !loop->first)
      return found;
    // A loop that begins at a place of the thread covers the thread's part: `for (i = tid * chunk;
    // …)`.
    if (beginsRange(loop->first, unit_.knowledge) || beginsRow(loop->first)) {
      found.from = Provenance::ParallelLoop;
      return found;
    }
    FactIndex begin = provenance(loop->first);
    if (begin.from == Provenance::ParallelLoop && begin.scale == 0) {
      found.from = Provenance::ParallelLoop; // `for (i = block * size; …)`
      return found;
    }
    if (!ofThread(begin.from) && begin.from != Provenance::Parameter &&
        begin.from != Provenance::Member)
      return found;
    if (loop->wide) { // `for (i = tid; i < n; i += threads)`
      found.from = Provenance::StridedLoop;
      found.number = begin.from == Provenance::Parameter ? begin.number + 1 : 0;
      if (begin.from == Provenance::Member)
        found.record = begin.record, found.member = begin.member;
      return found;
    }
    begin.scale = 0;
    return begin;
  }
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  if (parameter && !isOutside(variable)) {
    found.from = Provenance::Parameter;
    found.number = parameter->getFunctionScopeIndex();
    return found;
  }
  const Expr *first = variable->hasLocalStorage() ? flow_.firstValue(variable) : nullptr;
  if (first && flow_.isRunning(variable) && provenance(first).from == Provenance::Constant) {
    found.from = Provenance::Loop; // `k = 0; … a[k] = …, k++`
    return found;
  }
  if (variable->hasLocalStorage())
    if (const Expr *value = flow_.onlyValue(variable)) {
      FactIndex inner = provenance(value);
      if (inner.from == Provenance::Unknown || inner.text.empty())
        copyWords(found, inner);
      return inner;
    }
  if (!variable->hasLocalStorage() || depth_ > kValuesDepth)
    return found;
  if (const CallExpr *call = flow_.filledBy(variable);
      call && flow_.values(variable).empty() && isForThread(call)) {
    found.from = Provenance::ParallelLoop;
    found.scale = 0;
    return found;
  }
  // A thread that begins at its own element and then moves on is mostly at its own.
  for (const Expr *value : flow_.values(variable))
    if (FactIndex inner = provenance(value);
        inner.from == Provenance::ThreadId || inner.from == Provenance::ThreadHash)
      return inner;
  return found;
}

FactIndex Paths::provenanceOfBinary(const BinaryOperator *binary) {
  FactIndex left = provenance(binary->getLHS()), right = provenance(binary->getRHS());
  switch (binary->getOpcode()) {
  case BO_Rem:
  case BO_And:
  case BO_Shr:
  case BO_Xor:
    if (binary->getOpcode() == BO_And && left.from == Provenance::Constant)
      std::swap(left, right);
    left = hashOf(std::move(left));
    if (binary->getOpcode() == BO_Shr && left.from == Provenance::Hash)
      left.number = 0, left.record.reset(); // the word of a bitmap, or a multiplicative hash
    describe(binary, left);
    return left;
  case BO_Mul:
  case BO_Shl: {
    const bool swapped = isCounted(left, right)   ? false
                         : isCounted(right, left) ? true
                                                  : weight(right.from) > weight(left.from);
    FactIndex &main = swapped ? right : left;
    const FactIndex &other = swapped ? left : right;
    if (other.from != Provenance::Constant)
      main.scale = 0;
    else if (binary->getOpcode() == BO_Mul)
      main.scale *= other.number;
    else
      main.scale = other.number < 32 ? main.scale << other.number : 0;
    return main;
  }
  case BO_Add:
  case BO_Sub: {
    const bool swapped = weight(right.from) > weight(left.from);
    FactIndex &main = swapped ? right : left;
    const FactIndex &other = swapped ? left : right;
    const bool drawn = other.from == Provenance::Hash || other.from == Provenance::Ticket ||
                       (other.from == Provenance::Unknown && other.of_call);
    if (!drawn || !ofThread(main.from) || main.scale != 1)
      return main;
    FactIndex any{.from = Provenance::Hash}; // `(random() + tid) % buckets`
    describe(binary, any);
    return any;
  }
  case BO_Div:
    if (left.scale == 0 && left.from != Provenance::Unknown)
      return left; // `tid * n / threads`
    break;
  default:
    break;
  }
  FactIndex found;
  describe(binary, found);
  return found;
}

/// The provenance of the number that a pointer leads to.
FactIndex Paths::provenanceBehind(const Expr *pointer) {
  const auto *address = dyn_cast<UnaryOperator>(stripped(pointer));
  if (address && address->getOpcode() == UO_AddrOf)
    return provenance(address->getSubExpr());
  FactIndex found;
  describe(pointer, found);
  return found;
}

FactIndex Paths::provenance(const Expr *value) {
  FactIndex found;
  if (!isTyped(value) || depth_ > kProvenanceDepth)
    return found;
  ++depth_;
  value = stripped(value);
  const auto done = [this](FactIndex index) {
    --depth_;
    return index;
  };
  if (!hasValue(value))
    return done(found);
  if (!isa<CallExpr>(value) && mayBeConstant(value))
    if (const auto number = integerValue(value, unit_.context)) {
      found.from = Provenance::Constant;
      found.number = static_cast<std::uint32_t>(number->getLimitedValue(UINT32_MAX));
      return done(found);
    }
  if (const auto *name = dyn_cast<DeclRefExpr>(value)) {
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      return done(provenanceOfVariable(variable->getCanonicalDecl(), name->getLocation()));
    return done(found);
  }
  if (const auto *member = dyn_cast<MemberExpr>(value)) {
    describe(member, found);
    if (const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl())) {
      found.from = Provenance::Member;
      found.record = unit_.record(field->getParent());
      found.member = unit_.member(field);
    }
    return done(found);
  }
  if (const auto *call = dyn_cast<CallExpr>(value))
    return done(provenanceOfCall(call));
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(value)) {
    const FactIndex yes = provenance(choice->getTrueExpr());
    const FactIndex no = provenance(choice->getFalseExpr());
    return done(weight(no.from) > weight(yes.from) ? no : yes);
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(value);
      binary && !binary->isAssignmentOp() && binary->getOpcode() != BO_Comma)
    return done(provenanceOfBinary(binary));
  if (const auto *unary = dyn_cast<UnaryOperator>(value)) {
    if (unary->isIncrementDecrementOp() &&
        classOf(unary->getSubExpr()->getType(), unit_.knowledge) == TypeClass::Atomic)
      found.from = Provenance::Ticket;
    else if (unary->getOpcode() != UO_Deref)
      return done(provenance(unary->getSubExpr()));
    else
      found = provenance(unary->getSubExpr());
    if (found.text.empty())
      describe(unary, found);
    return done(found);
  }
  if (const Expr *last = resultOf(value))
    return done(provenance(last));
  if (const auto *atomic = dyn_cast<AtomicExpr>(value)) {
    if (readsWord(atomic))
      return done(provenanceBehind(atomic->getPtr()));
    found.from = Provenance::Ticket;
  }
  describe(value, found);
  return done(found);
}

} // namespace fsfind::analyzer

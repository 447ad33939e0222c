#include "analyzer/extract/flow/Waits.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

using Period = std::optional<std::uint64_t>; ///< microseconds; none = not constant

constexpr std::uint64_t kMicroseconds = 1'000'000; ///< of a second

FactWait pauseOf(Period period) {
  const auto most = std::uint64_t{UINT32_MAX};
  return {Wait::Time, static_cast<std::uint32_t>(std::min(period.value_or(0), most))};
}

Period ofCount(std::optional<std::int64_t> count, std::uint64_t unit) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (!count || *count < 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(std::min(*count, most)) * unit;
}

/// Microseconds of one tick of a `std::chrono::duration`, as numerator and denominator.
std::optional<std::pair<std::uint64_t, std::uint64_t>> tickOf(QualType type) {
  const auto *duration =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!duration || duration->getName() != "duration" || duration->getTemplateArgs().size() != 2)
    return std::nullopt;
  const TemplateArgument &period = duration->getTemplateArgs()[1];
  const auto *ratio = period.getKind() == TemplateArgument::Type
                          ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                period.getAsType()->getAsCXXRecordDecl())
                          : nullptr;
  if (!ratio || ratio->getTemplateArgs().size() != 2)
    return std::nullopt;
  const auto part = [&](unsigned at) -> std::uint64_t {
    const TemplateArgument &one = ratio->getTemplateArgs()[at];
    return one.getKind() == TemplateArgument::Integral && one.getAsIntegral().isStrictlyPositive()
               ? one.getAsIntegral().getLimitedValue(UINT32_MAX)
               : 0;
  };
  if (part(0) == 0 || part(1) == 0)
    return std::nullopt;
  return std::pair(part(0) * kMicroseconds, part(1));
}

/// `std::chrono::milliseconds(100)`, `1s`, or a constant with such a value.
Period ofDuration(const Expr *argument, const ASTContext &context) {
  const auto tick = tickOf(argument->getType());
  const auto value = tick ? valueOf(argument, context) : std::nullopt;
  if (!value || !value->isStruct() || value->getStructNumFields() != 1 ||
      !value->getStructField(0).isInt())
    return std::nullopt;
  const auto count = value->getStructField(0).getInt().tryExtValue();
  constexpr std::int64_t most = 1'000'000;
  if (!count || *count < 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(std::min(*count, most)) * tick->first / tick->second;
}

/// The least number that is stored in a member of a local record; none if some store is not
/// constant, or none is seen.
class LeastStored {
public:
  LeastStored(const VarDecl *variable, const ASTContext &context)
      : variable_(variable->getCanonicalDecl()), context_(context) {}

  void read(const Stmt *statement) {
    if (!statement)
      return;
    if (const auto *operation = dyn_cast<BinaryOperator>(statement);
        operation && operation->isAssignmentOp())
      store(operation->getLHS(),
            operation->isCompoundAssignmentOp() ? nullptr : operation->getRHS());
    if (const auto *unary = dyn_cast<UnaryOperator>(statement);
        unary && unary->isIncrementDecrementOp())
      store(unary->getSubExpr(), nullptr);
    for (const Stmt *child : statement->children())
      read(child);
  }

  void note(const FieldDecl *field, const Expr *value) {
    const auto number = integerOf(value, context_);
    const auto [known, fresh] = least_.try_emplace(field, number);
    if (!fresh)
      known->second =
          number && known->second ? std::optional(std::min(*number, *known->second)) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::int64_t> of(const FieldDecl *field) const {
    const auto known = least_.find(field);
    return whole_ || known == least_.end() ? std::nullopt : known->second;
  }

private:
  void store(const Expr *target, const Expr *value) {
    target = target->IgnoreParens();
    if (namedVariable(target) == variable_ && isa<DeclRefExpr>(target))
      whole_ = true;
    const auto *member = dyn_cast<MemberExpr>(target);
    const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && !member->isArrow() && namedVariable(member->getBase()) == variable_)
      note(field, value);
  }

  const VarDecl *variable_;
  const ASTContext &context_;
  llvm::DenseMap<const FieldDecl *, std::optional<std::int64_t>> least_;
  bool whole_ = false;
};

/// The time in a local `timespec` whose address is passed. Others may change what is no local.
Period ofTimespec(const Expr *argument, const Stmt *body, const ASTContext &context) {
  const auto *address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
  const VarDecl *variable =
      address && address->getOpcode() == UO_AddrOf ? namedVariable(address->getSubExpr()) : nullptr;
  const RecordDecl *record = variable ? variable->getType()->getAsRecordDecl() : nullptr;
  if (!record || (!variable->hasLocalStorage() && !variable->getType().isConstQualified()))
    return std::nullopt;
  LeastStored stored(variable, context);
  if (const Expr *first = variable->getAnyInitializer()) {
    const auto *list = dyn_cast<InitListExpr>(first->IgnoreImplicit());
    if (!list)
      return std::nullopt;
    for (const FieldDecl *field : record->fields())
      if (field->getFieldIndex() < list->getNumInits()) {
        const Expr *value = list->getInit(field->getFieldIndex());
        if (!isa<ImplicitValueInitExpr>(value))
          stored.note(field, value);
      }
  }
  stored.read(body);
  Period period;
  for (const FieldDecl *field : record->fields()) {
    const auto number = stored.of(field);
    if (field->getName() == "tv_sec" && number)
      period = period.value_or(0) + ofCount(number, kMicroseconds).value_or(0);
    else if (field->getName() == "tv_nsec" && number)
      period = period.value_or(0) + ofCount(number, 1).value_or(0) / 1000;
  }
  return period;
}

const Expr *argumentOf(const CallExpr *call, int at) {
  const auto arguments = argumentsOf(call);
  return at >= 0 && static_cast<std::size_t>(at) < arguments.size() &&
                 isTyped(arguments[static_cast<std::size_t>(at)])
             ? arguments[static_cast<std::size_t>(at)]
             : nullptr;
}

/// Waits for nothing else: `poll(NULL, 0, 100)`.
bool hasNoEvents(const CallExpr *call, const KnownWait &known, const ASTContext &context) {
  const Expr *count = argumentOf(call, known.events);
  return count && integerOf(count, context) == 0;
}

} // namespace

FactWait longer(FactWait a, FactWait b) {
  return std::pair(a.what, a.period) < std::pair(b.what, b.period) ? b : a;
}

FactWait waitAt(Unit &unit, const CallExpr *call, const Stmt *body) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || (callee->hasBody() && !unit.inSystemHeader(callee->getLocation())))
    return {};
  const auto &known = unit.meaning(callee).wait;
  if (!known)
    return {};
  const Expr *time = argumentOf(call, known->time);
  if (!time)
    return known->form == TimeForm::Limit ? FactWait{Wait::Event, 0} : pauseOf({});
  const ASTContext &context = unit.context;
  if (known->form == TimeForm::Timespec)
    return pauseOf(ofTimespec(time, body, context));
  if (known->form == TimeForm::Duration)
    return pauseOf(ofDuration(time, context));
  const auto count = integerOf(time, context);
  if (count == 0)
    return {};
  if (known->form == TimeForm::Limit && !hasNoEvents(call, *known, context))
    return {Wait::Event, 0};
  return pauseOf(ofCount(count, known->unit));
}

} // namespace fsfind::analyzer

#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/access/Provenances.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/extract/flow/Returns.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <utility>

namespace fsfind::analyzer {

using namespace clang;

bool ofThread(Provenance from) {
  return from == Provenance::ThreadId || from == Provenance::SpawnLoop ||
         from == Provenance::ThreadHash;
}

int weight(Provenance from) {
  switch (from) {
  case Provenance::ThreadId:
  case Provenance::SpawnLoop:
  case Provenance::ThreadHash:
    return 5;
  case Provenance::ParallelLoop:
  case Provenance::StridedLoop:
    return 4;
  case Provenance::Parameter:
  case Provenance::Member:
  case Provenance::Ticket:
  case Provenance::Hash:
    return 3;
  case Provenance::Loop:
  case Provenance::Whole:
    return 2;
  case Provenance::Unknown:
    return 1;
  case Provenance::Constant:
    break;
  }
  return 0;
}

FactIndex Paths::origin(const Expr *value) {
  const bool before = std::exchange(calls_in_words_, false);
  FactIndex found = provenance(value);
  calls_in_words_ = before;
  return found;
}

FactIndex hashOf(FactIndex number) {
  const bool of_key = number.scale != 1; // `(i + tid * 77) % buckets`: more than the number
  switch (number.from) {
  case Provenance::ThreadId:
  case Provenance::SpawnLoop:
  case Provenance::ThreadHash:
    number.from = Provenance::ThreadHash;
    return number;
  case Provenance::Ticket:
  case Provenance::Constant:
  case Provenance::Hash:
    return number;
  case Provenance::Parameter:
    ++number.number;
    number.record.reset();
    break;
  case Provenance::Member:
    number.number = 0;
    break;
  default:
    number.number = 0;
    number.record.reset();
  }
  number.from = Provenance::Hash;
  if (of_key) {
    number.number = 0;
    number.record.reset();
  }
  // A factor before the hash says nothing about the distance of elements.
  number.scale = 1;
  return number;
}

FactIndex Paths::provenanceOfCall(const CallExpr *call) {
  const auto made = [&](Provenance from) {
    FactIndex found;
    if (calls_in_words_)
      describe(call, found);
    found.from = from;
    return found;
  };
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return made(Provenance::Unknown);
  const CalleeMeaning &meaning = unit_.meaning(callee);
  const llvm::StringRef name = meaning.name;
  if (meaning.thread_id)
    return made(Provenance::ThreadId);
  const Expr *owner = objectOf(call);
  const bool atomic = owner && classOf(owner->getType(), unit_.knowledge) == TypeClass::Atomic;
  if (name.contains("fetch_add") || name.contains("fetch_and_add") ||
      (atomic && callee->getOverloadedOperator() == OO_PlusPlus))
    return made(Provenance::Ticket);
  if (const Expr *word = readAtomically(unit_, call))
    return word->getType()->isPointerType() ? provenanceBehind(word) : provenance(word);
  // Once each: calls may be nested, and what is asked twice at each level is asked without end.
  std::vector<FactIndex> arguments;
  for (const Expr *argument : argumentsOf(call))
    arguments.push_back(provenance(argument));
  const bool of_thread = std::any_of(arguments.begin(), arguments.end(),
                                     [](const FactIndex &one) { return ofThread(one.from); });
  if (of_thread && (meaning.hashes || callee->getOverloadedOperator() == OO_Call))
    return made(Provenance::ThreadHash);
  if (FactIndex inner = provenanceOfResult(callee, arguments); inner.from != Provenance::Unknown) {
    if (of_thread && inner.from == Provenance::Hash)
      inner.from = Provenance::ThreadHash;
    return inner;
  }
  return made(meaning.spreads ? Provenance::Hash : Provenance::Unknown);
}

/// The provenance of a function's result, translated to the caller.
FactIndex Paths::provenanceOfResult(const FunctionDecl *callee,
                                    llvm::ArrayRef<FactIndex> arguments) {
  if (depth_ >= kProvenanceDepth)
    return {};
  if (const Expr *value = onlyReturn(callee)) {
    const LocalFlow names = namesBeforeReturn(unit_, callee);
    return provenanceIn(callee, names.empty() ? flow_ : names, value, arguments);
  }
  FactIndex best;
  if (depth_ > kProvenanceDepth / 2 || unit_.inSystemHeader(callee->getLocation()))
    return best;
  const Returned &returned = returnedBy(unit_, callee);
  for (const Expr *value : returned.values) {
    const FactIndex inner = provenanceIn(callee, returned.flow, value, arguments);
    // A loop counter of the callee, as in a search, may be any element.
    if (weight(inner.from) > weight(best.from) && weight(inner.from) > weight(Provenance::Loop) &&
        inner.from != Provenance::ParallelLoop && inner.from != Provenance::StridedLoop)
      best = inner;
  }
  return best;
}

bool isOfArgument(const FactIndex &hash) {
  return hash.from == Provenance::Hash && hash.number != 0;
}

FactIndex withArgument(const FactIndex &hash, FactIndex given) {
  FactIndex outer = hashOf(std::move(given));
  if (outer.from == Provenance::Constant)
    outer.from = Provenance::Hash, outer.number = 0;
  copyWords(hash, outer);
  return outer;
}

FactIndex Paths::provenanceIn(const FunctionDecl *callee, const LocalFlow &flow, const Expr *value,
                              llvm::ArrayRef<FactIndex> arguments) {
  Paths callee_paths(unit_, flow, {scope_.index, callee, {}});
  callee_paths.depth_ = depth_ + 2;
  callee_paths.calls_in_words_ = calls_in_words_;
  FactIndex inner = callee_paths.provenance(value);
  if (inner.from == Provenance::Parameter && inner.number < arguments.size())
    return arguments[inner.number];
  if (!isOfArgument(inner))
    return inner;
  return withArgument(inner,
                      inner.number <= arguments.size() ? arguments[inner.number - 1] : FactIndex{});
}

} // namespace fsfind::analyzer

#include "analyzer/extract/editability/AllocatorCalls.h"

#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/SizeLocals.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/Lex/Lexer.h>

#include <optional>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// How the size that a call asks for depends on a record's.
struct Follows {
  bool any = false;   ///< it grows with the record's
  bool whole = false; ///< it is a whole number of records
};

/// Looks at `sizeof(struct s)`, and at sums and products of it, there or in what a local holds.
Follows follows(Unit &unit, const Expr *size, RecordIndex record) {
  size = withoutWideCasts(unit, size);
  if (const Expr *held = sizeHeld(unit, size))
    return follows(unit, held, record);
  if (const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(size)) {
    const bool is = trait->getKind() == UETT_SizeOf &&
                    unit.facts.type(unit.type(trait->getTypeOfArgument())).record == record;
    return {is, is};
  }
  const auto *both = dyn_cast<BinaryOperator>(size);
  if (!both || (both->getOpcode() != BO_Mul && !both->isAdditiveOp()))
    return {};
  const Follows left = follows(unit, both->getLHS(), record),
                right = follows(unit, both->getRHS(), record);
  if (both->getOpcode() == BO_Mul)
    return {left.any || right.any, left.whole || right.whole};
  return {left.any || (right.any && both->getOpcode() == BO_Add), left.whole && right.whole};
}

/// Whether a program may use the name there: not only the compiler knows it.
bool isDeclared(const ASTContext &context, const DeclContext *scope, llvm::StringRef name) {
  return llvm::any_of(scope->lookup(&context.Idents.get(name)),
                      [](const NamedDecl *one) { return !one->isImplicit(); });
}

/// A comment's line, or a part of one. Only for lines above a function.
bool isOfComment(llvm::StringRef line) {
  line = line.trim();
  return line.starts_with("//") || line.starts_with("/*") || line.starts_with("*") ||
         line.ends_with("*/");
}

FactPlace lineStartPlace(Unit &unit, FileID file, unsigned offset) {
  return unit.place(unit.sources.getLocForStartOfFile(file).getLocWithOffset(
      static_cast<SourceLocation::IntTy>(offset)));
}

/// The start of the function's first line, or of the comment's right above it. Only in the main
/// file, and outside of classes.
FactPlace above(Unit &unit, const FunctionDecl *function) {
  const SourceLocation begin = function->getBeginLoc();
  const FileID main = unit.sources.getMainFileID();
  if (!begin.isFileID() || unit.sources.getFileID(begin) != main ||
      !function->getLexicalDeclContext()->isFileContext() ||
      function->getDescribedFunctionTemplate())
    return {};
  const llvm::StringRef text = unit.sources.getBufferData(main);
  auto at = text.take_front(unit.sources.getFileOffset(begin)).rfind('\n') + 1; // npos + 1 = 0
  while (at > 0) {
    const auto before = text.take_front(at - 1).rfind('\n') + 1;
    if (!isOfComment(text.slice(before, at)))
      break;
    at = before;
  }
  return lineStartPlace(unit, main, static_cast<unsigned>(at));
}

/// The start of the line behind the `#include` by which the main file gets the declaration.
FactPlace behindInclude(Unit &unit, SourceLocation declaration) {
  const FileID main = unit.sources.getMainFileID();
  FileID file = unit.sources.getFileID(unit.sources.getExpansionLoc(declaration));
  SourceLocation include = unit.sources.getIncludeLoc(file);
  while (include.isValid() && unit.sources.getFileID(include) != main)
    include = unit.sources.getIncludeLoc(unit.sources.getFileID(include));
  if (include.isInvalid())
    return {};
  const llvm::StringRef text = unit.sources.getBufferData(main);
  const auto end = text.find('\n', unit.sources.getFileOffset(include));
  return end == llvm::StringRef::npos ? FactPlace{}
                                      : lineStartPlace(unit, main, static_cast<unsigned>(end) + 1);
}

/// What calloc's successor needs beside the places of the call; false if there is no room for it.
bool noteZeroing(Unit &unit, const FunctionDecl *callee, FactAllocatorCall &call) {
  if (!isDeclared(unit.context, unit.context.getTranslationUnitDecl(), "memset")) {
    call.include = behindInclude(unit, callee->getLocation());
    if (!call.include.known())
      return false;
  }
  return call.above.known();
}

/// `malloc` or `std::malloc` as the call spells it; null if a macro wrote it.
const DeclRefExpr *spelledName(const CallExpr *call) {
  const auto *name = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  return name && name->getBeginLoc().isFileID() && name->getLocation().isFileID() &&
                 call->getRParenLoc().isValid() && call->getRParenLoc().isFileID()
             ? name
             : nullptr;
}

} // namespace

FactAllocatorCall allocatorCall(Unit &unit, const CallExpr *call,
                                std::optional<RecordIndex> element, const FunctionDecl *around) {
  const FunctionDecl *callee = call->getDirectCallee();
  const DeclRefExpr *name = callee ? spelledName(call) : nullptr;
  if (!name || !callee->getIdentifier() || !hasAlignment(unit.context.getLangOpts()) ||
      !unit.inSystemHeader(callee->getLocation()))
    return {};
  const bool zeroes = callee->getName() == "calloc";
  if (!zeroes && callee->getName() != "malloc")
    return {};
  Follows follow;
  for (const Expr *argument : call->arguments())
    if (element) {
      const Follows one = follows(unit, argument, *element);
      follow = {follow.any || one.any, follow.whole || one.whole};
    }
  const DeclContext *global = unit.context.getTranslationUnitDecl();
  const DeclContext *scope = zeroes ? global : name->getFoundDecl()->getDeclContext();
  while (scope->isTransparentContext()) // extern "C" { … }
    scope = scope->getParent();
  const SourceLocation inside = Lexer::findLocationAfterToken(
      name->getLocation(), tok::l_paren, unit.sources, unit.context.getLangOpts(), false);
  if (inside.isInvalid() || !isDeclared(unit.context, scope, "aligned_alloc"))
    return {};
  FactAllocatorCall found;
  found.above = around ? above(unit, around) : FactPlace{};
  if (zeroes && !noteZeroing(unit, callee, found))
    return {};
  found.name = unit.place(name->getBeginLoc());
  found.name_end = unit.place(
      Lexer::getLocForEndOfToken(name->getLocation(), 0, unit.sources, unit.context.getLangOpts()));
  found.arguments = unit.place(inside);
  found.end = unit.place(call->getRParenLoc());
  found.aligning = name->hasQualifier() && !zeroes ? "std::aligned_alloc" : "aligned_alloc";
  found.follows = follow.any;
  found.whole = follow.whole;
  if (follow.any)
    unit.followed.try_emplace(call, *element);
  return found;
}

} // namespace fsfind::analyzer

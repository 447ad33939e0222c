#include "analyzer/extract/slots/SlotView.h"

#include "analyzer/extract/slots/AliasMeaning.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral kBlankInLine = " \t\r\v\f";

/// The part that is the type of what holds the elements, without qualifiers.
TypeLoc holderLoc(TypeLoc type, const SlotType &of) {
  type = type.getUnqualifiedLoc();
  if (const auto reference = type.getAs<ReferenceTypeLoc>())
    type = reference.getPointeeLoc().getUnqualifiedLoc();
  if (const auto pointer = type.getAs<PointerTypeLoc>(); pointer && of.indirect)
    type = pointer.getPointeeLoc().getUnqualifiedLoc();
  if (const auto decayed = type.getAs<DecayedTypeLoc>()) // `long counts[]`
    type = decayed.getOriginalLoc().getUnqualifiedLoc();
  return type;
}

/// The part that is the type of an element, without qualifiers; null if there is no such part.
TypeLoc elementLoc(TypeLoc type, const SlotType &of) {
  type = holderLoc(type, of);
  if (of.holder == SlotHolder::Pointer) {
    const auto pointer = type.getAsAdjusted<PointerTypeLoc>();
    const auto array = type.getAsAdjusted<ArrayTypeLoc>();
    type = pointer ? pointer.getPointeeLoc() : array ? array.getElementLoc() : TypeLoc();
    return type ? type.getUnqualifiedLoc() : type;
  }
  const auto instance = type.getAsAdjusted<TemplateSpecializationTypeLoc>();
  const TypeSourceInfo *argument =
      instance && instance.getNumArgs() == (of.holder == SlotHolder::StdArray ? 2 : 1) &&
              instance.getArgLoc(0).getArgument().getKind() == TemplateArgument::Type
          ? instance.getArgLoc(0).getTypeSourceInfo()
          : nullptr;
  if (!argument)
    return {};
  type = argument->getTypeLoc();
  if (const auto array = type.getAs<ArrayTypeLoc>(); array && of.holder == SlotHolder::Owner)
    type = array.getElementLoc();
  return type.getUnqualifiedLoc();
}

/// Where the text of the type begins and ends. An `_Atomic` before it is part of it.
SourceRange rangeOf(TypeLoc element) {
  const SourceRange range = element.getSourceRange();
  const auto atomic = element.getAs<AtomicTypeLoc>();
  return atomic && atomic.getLParenLoc().isInvalid()
             ? SourceRange(atomic.getKWLoc(), atomic.getValueLoc().getEndLoc())
             : range;
}

/// Empty if a macro writes some of it.
StringRef textOf(const Unit &unit, SourceRange range) {
  const SourceManager &sources = unit.sources;
  const SourceLocation begin = range.getBegin(), last = sources.getFileLoc(range.getEnd());
  if (!begin.isFileID() || sources.getFileID(begin) != sources.getFileID(last))
    return {};
  const StringRef text = sources.getBufferData(sources.getFileID(begin));
  const std::size_t from = sources.getFileOffset(begin), to = sources.getFileOffset(last);
  if (range.getEnd().isFileID())
    return text.slice(from,
                      to + Lexer::MeasureTokenLength(last, sources, unit.context.getLangOpts()));
  return text.substr(to).starts_with(">>") ? text.slice(from, to + 1) : StringRef(); // one of two
}

/// Qualifiers in the middle of the text would be lost.
bool isPlainText(StringRef text) {
  return !text.empty() && text.find_first_of("/#\n[](") == StringRef::npos &&
         !text.contains("const") && !text.contains("volatile");
}

/// `Tallies &` becomes `std::vector<TalliesSlot> &`, and `counts_t counts` becomes
/// `struct counts_slot counts[4]`; none if the type is not written by the author's name for it.
std::optional<std::vector<FactEdit>> writtenAlias(Unit &unit, TypeLoc written,
                                                  const DeclaratorDecl *declared,
                                                  const SlotType &type, StringRef wrapper) {
  const TypeLoc holder = holderLoc(written, type);
  const auto *alias = holder.getType()->getAs<TypedefType>();
  if (!alias || unit.inSystemHeader(alias->getDecl()->getLocation()) ||
      textOf(unit, holder.getSourceRange()) != alias->getDecl()->getName())
    return std::nullopt;
  const auto meaning = meaningOf(unit, alias->getDecl(), declared->getDeclContext(), type.holder);
  if (!meaning || !meaning->rows.empty())
    return std::nullopt;
  FactEdit change = spanOf(unit, holder.getSourceRange());
  change.text = meaning->with(wrapper);
  std::vector<FactEdit> edits = {std::move(change)};
  if (!meaning->length.empty()) {
    const FactPlace behind = placeBehind(unit, declared->getLocation());
    edits.push_back({behind, behind, meaning->length});
  }
  return edits;
}

/// The beginning of the comment that ends right above the line at `line`; else that line.
std::size_t aboveComment(StringRef text, std::size_t line) {
  std::size_t top = line;
  while (top > 0) {
    const std::size_t before = text.rfind('\n', top - 1) == StringRef::npos || top == 1
                                   ? 0
                                   : text.rfind('\n', top - 2) + 1;
    const StringRef above = text.slice(before, top).trim(" \t\r\n");
    if (above.starts_with("//")) {
      top = before;
      continue;
    }
    if (!above.ends_with("*/"))
      break;
    const std::size_t open = text.slice(0, top).rfind("/*");
    const std::size_t begin = open == StringRef::npos ? open : text.rfind('\n', open);
    const std::size_t first = begin == StringRef::npos ? 0 : begin + 1;
    if (open == StringRef::npos || !text.slice(first, open).trim(kBlankInLine).empty())
      break; // code stands before it
    top = first;
  }
  return top;
}

const Decl *outermost(const Decl *declared) {
  while (!declared->getLexicalDeclContext()->isFileContext())
    declared = cast<Decl>(declared->getLexicalDeclContext());
  if (const auto *function = dyn_cast<FunctionDecl>(declared);
      function && function->getDescribedFunctionTemplate())
    return function->getDescribedFunctionTemplate();
  if (const auto *record = dyn_cast<CXXRecordDecl>(declared);
      record && record->getDescribedClassTemplate())
    return record->getDescribedClassTemplate();
  return declared;
}

std::string spaceOf(const DeclContext *context) {
  std::string space;
  for (; context; context = context->getParent())
    if (const auto *one = dyn_cast<NamespaceDecl>(context); one && !one->isAnonymousNamespace())
      space = one->getNameAsString() + "::" + space;
  return space;
}

} // namespace

std::optional<std::vector<FactEdit>> writtenView(Unit &unit, const DeclaratorDecl *declared,
                                                 const SlotType &type, StringRef wrapper) {
  if (!declared->getTypeSourceInfo())
    return std::nullopt;
  TypeLoc written = declared->getTypeSourceInfo()->getTypeLoc();
  if (const auto function = written.getAsAdjusted<FunctionTypeLoc>())
    written = function.getReturnLoc();
  if (written.getType()->getContainedAutoType())
    return std::vector<FactEdit>{};
  if (auto change = writtenAlias(unit, written, declared, type, wrapper))
    return change;
  const auto change = writtenElement(unit, written, type, wrapper);
  return change ? std::optional(std::vector{*change}) : std::nullopt;
}

std::optional<FactEdit> writtenElement(Unit &unit, TypeLoc written, const SlotType &type,
                                       StringRef wrapper) {
  const TypeLoc element = elementLoc(written, type);
  if (!element || element.getType()->isArrayType())
    return std::nullopt;
  const StringRef text = textOf(unit, rangeOf(element));
  if (!isPlainText(text))
    return std::nullopt;
  const SourceLocation begin = rangeOf(element).getBegin();
  const std::size_t at = unit.sources.getFileOffset(begin);
  return FactEdit{placeAt(unit, begin, at), placeAt(unit, begin, at + text.size()), wrapper.str()};
}

OuterPlace outerPlace(Unit &unit, const Decl *declared) {
  const Decl *outer = outermost(declared);
  const SourceLocation begin = outer->getBeginLoc();
  if (!begin.isFileID())
    return {};
  const FileID file = unit.sources.getFileID(begin);
  const StringRef text = unit.sources.getBufferData(file);
  const std::size_t at = unit.sources.getFileOffset(begin);
  const std::size_t line = text.rfind('\n', at) + 1; // npos + 1 is the file's begin
  const bool alone = text.slice(line, at).trim(kBlankInLine).empty();
  OuterPlace place;
  place.place = placeAt(unit, begin, alone ? aboveComment(text, line) : at);
  place.space = spaceOf(outer->getLexicalDeclContext());
  return place;
}

const FunctionDecl *functionOf(const ParmVarDecl *parameter) {
  return dyn_cast_or_null<FunctionDecl>(parameter->getDeclContext());
}

const ParmVarDecl *firstOf(const ParmVarDecl *parameter) {
  const FunctionDecl *function = functionOf(parameter);
  const FunctionDecl *first = function ? function->getCanonicalDecl() : nullptr;
  const unsigned at = parameter->getFunctionScopeIndex();
  return first && at < first->getNumParams() ? first->getParamDecl(at) : nullptr;
}

std::string callsHidden(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (function->isMain())
    return "it is a parameter of main";
  if (function->isExternC() && function->getASTContext().getLangOpts().CPlusPlus)
    return "it is a parameter of a function in extern \"C\"";
  if (method && method->isVirtual())
    return "it is a parameter of a virtual function";
  if (function->isOverloadedOperator() && !(method && method->getParent()->isLambda()))
    return "it is a parameter of an operator";
  if (function->isVariadic() || function->hasAttr<AliasAttr>() ||
      function->hasAttr<WeakRefAttr>() || function->hasAttr<IFuncAttr>())
    return "it is a parameter of a function that is not called plainly";
  return {};
}

} // namespace fsfind::analyzer

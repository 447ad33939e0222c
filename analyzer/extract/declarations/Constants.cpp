#include "analyzer/extract/declarations/Constants.h"

#include "analyzer/extract/declarations/AlignmentMacro.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Written.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The name of the macro whose whole expansion the expression is; empty if there is none or it
/// takes arguments.
llvm::StringRef wholeMacro(const Unit &unit, const Expr *value) {
  const SourceManager &sources = unit.sources;
  const LangOptions &language = unit.context.getLangOpts();
  const SourceLocation begin = value->getBeginLoc(), end = value->getEndLoc();
  if (!begin.isMacroID() || !end.isMacroID() || !sources.isMacroBodyExpansion(begin))
    return {};
  const CharSourceRange use = sources.getImmediateExpansionRange(begin);
  const unsigned last = Lexer::MeasureTokenLength(sources.getSpellingLoc(end), sources, language);
  if (sources.getFileID(begin) != sources.getFileID(end) || use.getBegin() != use.getEnd() ||
      !sources.isAtStartOfImmediateMacroExpansion(begin) ||
      !sources.isAtEndOfImmediateMacroExpansion(end.getLocWithOffset(static_cast<int>(last))))
    return {};
  return Lexer::getImmediateMacroName(begin, sources, language);
}

bool isMacro(const Unit &unit, llvm::StringRef name) {
  const auto known = unit.context.Idents.find(name);
  return known != unit.context.Idents.end() && known->second->hadMacroDefinition();
}

FactConstant macroNamed(const Unit &unit, llvm::StringRef name, SourceLocation location) {
  const auto macro = unit.macros.find(name);
  if (macro == unit.macros.end() || !unit.context.Idents.find(name)->second->hasMacroDefinition() ||
      !unit.sources.isBeforeInTranslationUnit(macro->second.used, location))
    return {};
  return {name.str(), macro->second.value};
}

/// What the context declares by that name, itself or through using-directives.
llvm::SmallVector<const NamedDecl *, 2> declaredIn(const DeclContext *context,
                                                   DeclarationName name) {
  llvm::SmallVector<const NamedDecl *, 2> found;
  for (const NamedDecl *one : context->lookup(name))
    if (!isa<UsingDecl>(one)) // its target is found, too
      found.push_back(one);
  for (const UsingDirectiveDecl *open : context->using_directives())
    llvm::append_range(found, open->getNominatedNamespace()->lookup(name));
  return found;
}

/// Whether a name found here may mean something else in each instance, or come from a base.
bool isUnclear(const DeclContext *context) {
  return context->isFunctionOrMethod() || context->isDependentContext() ||
         !basesOf(dyn_cast<CXXRecordDecl>(context)).empty();
}

/// Looks up a qualified name as the compiler does, but gives up on difficult cases.
class Lookup {
public:
  Lookup(Unit &unit, SourceLocation location) : unit_(unit), location_(location) {}

  const VarDecl *find(llvm::StringRef name, const DeclContext *scope) const {
    llvm::SmallVector<llvm::StringRef, 4> parts;
    name.split(parts, "::");
    const NamedDecl *found = unqualified(parts.front(), scope);
    for (const llvm::StringRef part : llvm::ArrayRef(parts).drop_front())
      found = qualified(part, found);
    return dyn_cast_or_null<VarDecl>(found);
  }

private:
  [[nodiscard]] DeclarationName nameOf(llvm::StringRef text) const {
    const auto known = unit_.context.Idents.find(text);
    return known == unit_.context.Idents.end() ? DeclarationName() : DeclarationName(known->second);
  }

  const NamedDecl *unqualified(llvm::StringRef text, const DeclContext *scope) const {
    const DeclarationName name = nameOf(text);
    for (; name && scope && !isUnclear(scope); scope = scope->getParent())
      if (const auto found = declaredIn(scope, name); !found.empty())
        return isa<ClassTemplateSpecializationDecl>(scope) ? nullptr : visible(found);
    return nullptr;
  }

  const NamedDecl *qualified(llvm::StringRef text, const NamedDecl *within) const {
    const auto *record = dyn_cast_or_null<CXXRecordDecl>(within);
    const auto *context = record && record->isInjectedClassName() // `Pool` within Pool
                              ? record->getDeclContext()
                              : dyn_cast_or_null<DeclContext>(within);
    const DeclarationName name = nameOf(text);
    if (!context || !name || isUnclear(context))
      return nullptr;
    const NamedDecl *found = visible(declaredIn(context, name));
    return found && (found->getAccess() == AS_none || found->getAccess() == AS_public) ? found
                                                                                       : nullptr;
  }

  /// The declaration if it is the only one and precedes the location. For a namespace, lookup may
  /// find a later part of it.
  const NamedDecl *visible(llvm::ArrayRef<const NamedDecl *> found) const {
    if (found.size() != 1)
      return nullptr;
    const NamedDecl *one = found.front();
    return isa<NamespaceDecl>(one) ||
                   unit_.sources.isBeforeInTranslationUnit(one->getLocation(), location_)
               ? one->getUnderlyingDecl()
               : nullptr;
  }

  const Unit &unit_;
  SourceLocation location_;
};

} // namespace

void noteMacro(Unit &unit, const AlignedAttr *attribute) {
  const Expr *value = attribute->isAlignmentExpr() ? attribute->getAlignmentExpr() : nullptr;
  const auto bytes = alignmentOf(unit.context, attribute);
  if (!value || !bytes)
    return;
  if (const llvm::StringRef name = wholeMacro(unit, value); !name.empty())
    unit.macros.try_emplace(name,
                            UsedMacro{*bytes, unit.sources.getExpansionLoc(value->getBeginLoc())});
}

namespace {

/// What `name`, qualified or not, means at the location: a macro that an earlier alignment used, or
/// in C++ a constant. Empty if it means nothing there, or if that is in doubt.
FactConstant constantNamed(Unit &unit, llvm::StringRef name, const DeclContext *scope,
                           SourceLocation location) {
  if (isMacro(unit, name))
    return macroNamed(unit, name, location);
  if (!unit.context.getLangOpts().CPlusPlus)
    return {};
  const VarDecl *found = Lookup(unit, location).find(name, scope);
  const APValue *value =
      found && found->getType()->isIntegerType() ? constantValueOf(found) : nullptr;
  if (!value || !value->isInt() || value->getInt().isNegative())
    return {};
  return {name.str(), value->getInt().getLimitedValue()};
}

/// The last part of the name if it means the same here, else the whole name.
FactConstant shortestNamed(Unit &unit, llvm::StringRef name, const DeclContext *scope,
                           SourceLocation location) {
  const llvm::StringRef last = name.drop_front(name.rfind(':') + 1); // npos + 1 = 0
  FactConstant whole = constantNamed(unit, name, scope, location);
  FactConstant plain = last == name ? FactConstant{} : constantNamed(unit, last, scope, location);
  return plain.value == whole.value && !plain.name.empty() ? plain : whole;
}

FactConstant namedConstant(Unit &unit, const DeclContext *scope, SourceLocation location) {
  FileText &text = textAround(unit, location);
  const unsigned offset = unit.sources.getFileOffset(location);
  const llvm::StringRef used = text.alignmentBefore(offset);
  if (isCachelineConstant(used, unit.knowledge))
    if (FactConstant constant = constantNamed(unit, used, scope, location); !constant.name.empty())
      return constant;
  for (const std::string &name : unit.facts.cacheline_constants) {
    const std::size_t qualifier = name.rfind(':'); // npos + 1 = 0
    if (!text.mentionsBefore(llvm::StringRef(name).drop_front(qualifier + 1), offset))
      continue;
    if (FactConstant constant = shortestNamed(unit, name, scope, location); !constant.name.empty())
      return constant;
  }
  return {};
}

} // namespace

FactConstant visibleConstant(Unit &unit, const DeclContext *scope, SourceLocation location) {
  FactConstant constant = namedConstant(unit, scope, location);
  FactConstant macro = alignmentMacro(unit, location);
  if (macro.attribute.empty() || constant.name.empty())
    return macro.attribute.empty() ? constant : macro;
  if (constant.value == macro.value)
    constant.attribute = std::move(macro.attribute);
  return constant;
}

FactConstant constantFor(Unit &unit, const RecordDecl *definition) {
  // In `struct alignas(N) Outer::Inner`, N is not looked up in Outer.
  const RecordDecl *written = writtenAs(definition);
  return written->getDeclContext() == written->getLexicalDeclContext()
             ? visibleConstant(unit, definition, definition->getLocation())
             : FactConstant{};
}

} // namespace fsfind::analyzer

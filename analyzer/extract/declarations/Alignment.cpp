#include "analyzer/extract/declarations/Alignment.h"

#include "analyzer/extract/declarations/AlignmentMacro.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Constants.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Printed.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

std::uint64_t declaredAlignment(const ASTContext &context, const Decl *decl) {
  std::uint64_t bytes = 0;
  for (const auto *attribute : decl->specific_attrs<AlignedAttr>())
    bytes = std::max(bytes, alignmentOf(context, attribute).value_or(0));
  return bytes;
}

namespace {

/// How far from a record's braces its attributes are searched, in characters.
constexpr unsigned kAttributeReach = 160;

/// The declaration's text before its `{`.
llvm::StringRef textBefore(const Unit &unit, const RecordDecl *decl) {
  const SourceLocation brace = unit.sources.getFileLoc(decl->getBraceRange().getBegin());
  const auto [id, offset] = unit.sources.getDecomposedLoc(brace);
  const llvm::StringRef buffer = unit.sources.getBufferData(id);
  const unsigned first = offset > kAttributeReach ? offset - kAttributeReach : 0;
  llvm::StringRef window = buffer.substr(first, offset - first);
  const std::size_t directive = window.rfind('#');
  if (directive != llvm::StringRef::npos)
    window = window.substr(std::min(window.find('\n', directive), window.size()));
  const std::size_t stop = window.find_last_of(";}{/\\");
  if (stop == llvm::StringRef::npos)
    return window;
  // After `//` the rest of the line is comment.
  const bool comment = window[stop] == '/' && stop > 0 && window[stop - 1] != '*';
  return window.substr(comment ? std::min(window.find('\n', stop), window.size()) : stop + 1);
}

bool isOfName(char c) {
  return llvm::isAlnum(c) || c == '_';
}

/// The text up to its first name, beside attributes with parentheses: what follows it is the
/// attribute of a variable or another name, not of the record.
llvm::StringRef upToName(llvm::StringRef text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(' ? 1 : 0) - (text[i] == ')' ? 1 : 0);
    if (depth != 0 || !isOfName(text[i]))
      continue;
    const std::size_t end = i + text.substr(i).take_while(isOfName).size();
    if (!text.substr(end).ltrim().starts_with("("))
      return text.substr(0, end);
    i = end - 1;
  }
  return text;
}

/// The text between the `}` and the `;`.
llvm::StringRef textAfter(const Unit &unit, const RecordDecl *decl) {
  const SourceLocation brace = unit.sources.getFileLoc(decl->getBraceRange().getEnd());
  const auto [id, offset] = unit.sources.getDecomposedLoc(brace);
  const llvm::StringRef window = unit.sources.getBufferData(id).substr(offset + 1, kAttributeReach);
  const std::size_t stop = window.find_first_of(";{}#/=");
  return stop == llvm::StringRef::npos ? llvm::StringRef() : upToName(window.substr(0, stop));
}

/// The text without base classes and template arguments, whose names are not attributes of the
/// record.
std::string withoutBases(llvm::StringRef text) {
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).consume_front("::"))
      ++i;
    else if (text[i] == ':')
      break;
    depth += (text[i] == '<' ? 1 : 0) - (text[i] == '>' ? 1 : 0);
    if (depth < 0) { // the text began inside template arguments
      kept.clear();
      depth = 0;
    }
    kept += depth > 0 ? ' ' : text[i];
  }
  return kept;
}

/// The first identifier that means alignment to a cacheline; empty if there is none.
llvm::StringRef alignmentWord(llvm::StringRef text) {
  while (!text.empty()) {
    text = text.drop_until([](char c) { return llvm::isAlpha(c) || c == '_'; });
    const llvm::StringRef word =
        text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (isAlignmentWord(word))
      return word;
    text = text.drop_front(word.size());
  }
  return {};
}

/// The name of X in `alignas(X)` or `aligned(X)`; empty for a number.
std::string alignmentName(const Unit &unit, const AlignedAttr *attribute) {
  const Expr *value = attribute->isAlignmentExpr() ? attribute->getAlignmentExpr() : nullptr;
  if (!value)
    return {};
  if (value->getBeginLoc().isMacroID())
    return Lexer::getImmediateMacroName(value->getBeginLoc(), unit.sources,
                                        unit.context.getLangOpts())
        .str();
  const auto *name = dyn_cast<DeclRefExpr>(value->IgnoreParenImpCasts()->IgnoreImplicit());
  if (const auto *constant = dyn_cast<ConstantExpr>(value))
    name = dyn_cast<DeclRefExpr>(constant->getSubExpr()->IgnoreParenImpCasts());
  return name ? scopedName(name->getDecl()) : std::string();
}

void noteConstant(Unit &unit, const AlignedAttr *attribute) {
  noteMacro(unit, attribute);
  noteAlignmentMacro(unit, attribute);
  const std::string name = alignmentName(unit, attribute);
  if (!isCachelineConstant(name, unit.knowledge))
    return;
  auto &constants = unit.facts.cacheline_constants;
  if (std::find(constants.begin(), constants.end(), name) == constants.end())
    constants.push_back(name);
}

bool isConstructive(const Unit &unit, const AlignedAttr *attribute) {
  return alignmentName(unit, attribute).find("constructive_interference") != std::string::npos;
}

/// Whether the text contains any spelling of `align`; cheap.
bool mentionsAlignment(llvm::StringRef text) {
  return text.contains("lign") || text.contains("LIGN");
}

bool isAligned(const Decl *decl) {
  return decl->hasAttr<AlignedAttr>();
}

bool hasText(const RecordDecl *decl) {
  return decl->getBraceRange().isValid() && !decl->getBraceRange().getBegin().isMacroID();
}

} // namespace

bool tellsOfAlignment(const Unit &unit, const RecordDecl *decl) {
  if (isAligned(decl))
    return true;
  for (const FieldDecl *field : decl->fields())
    if (isAligned(field) || (field->getIdentifier() && isPaddingName(field->getName())))
      return true;
  return hasText(decl) &&
         (mentionsAlignment(textBefore(unit, decl)) || mentionsAlignment(textAfter(unit, decl)));
}

void noteAlignments(Unit &unit, const Decl *decl) {
  for (const auto *attribute : decl->specific_attrs<AlignedAttr>())
    noteConstant(unit, attribute);
}

void noteAlignment(Unit &unit, FactRecord &fact, const RecordDecl *decl) {
  noteAlignments(unit, decl);
  for (const auto *attribute : decl->specific_attrs<AlignedAttr>())
    fact.constructive |= isConstructive(unit, attribute);
  for (const FieldDecl *field : decl->fields())
    noteAlignments(unit, field);
  if (fact.declared_align || fact.packed || !hasText(decl) ||
      unit.inSystemHeader(decl->getLocation()))
    return;
  const llvm::StringRef text = textBefore(unit, decl);
  const std::string before = mentionsAlignment(text) ? withoutBases(text) : std::string();
  llvm::StringRef word = alignmentWord(before);
  if (const llvm::StringRef after = textAfter(unit, decl); word.empty() && mentionsAlignment(after))
    word = alignmentWord(after);
  if (word != decl->getName())
    fact.lost_alignment = word.str();
}

} // namespace fsfind::analyzer

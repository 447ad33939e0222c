#include "analyzer/extract/declarations/AlignmentMacro.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/declarations/Written.h"

#include <clang/AST/Attr.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Forms of an alignment, without blanks, up to the bracket before its value.
constexpr llvm::StringLiteral kForms[] = {"__attribute__((aligned(",
                                          "__attribute__((__aligned__(",
                                          "alignas(",
                                          "_Alignas(",
                                          "[[gnu::aligned(",
                                          "__declspec(align("};

/// The position behind the bracket that closes the one at `open`; npos if none does.
std::size_t closed(llvm::StringRef text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += (text[i] == '(' ? 1 : 0) - (text[i] == ')' ? 1 : 0);
    if (depth == 0)
      return i + 1;
  }
  return llvm::StringRef::npos;
}

bool isAlignment(llvm::StringRef text) {
  return llvm::any_of(kForms, [&](llvm::StringRef form) {
    if (!text.starts_with(form))
      return false;
    const std::size_t end = closed(text, form.size() - 1);
    return end != llvm::StringRef::npos &&
           text.substr(end).find_first_not_of(")]") == llvm::StringRef::npos;
  });
}

llvm::StringRef identifierOf(llvm::StringRef text) {
  return text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// `NAME` or `NAME(…)`.
bool isOneMacro(llvm::StringRef text) {
  const std::size_t name = identifierOf(text).size();
  return name > 0 &&
         (name == text.size() || (text[name] == '(' && closed(text, name) == text.size()));
}

/// What stands behind `#define NAME(parameters)` in the definition around `location`, without
/// blanks, comments and line ends; empty if it is not found.
std::string bodyAround(const Unit &unit, SourceLocation location) {
  const auto [file, offset] = unit.sources.getDecomposedLoc(location);
  const llvm::StringRef text = unit.sources.getBufferData(file);
  const std::size_t directive = text.rfind('#', offset);
  if (directive == llvm::StringRef::npos)
    return {};
  std::size_t end = directive;
  do
    end = text.find('\n', end + 1);
  while (end != llvm::StringRef::npos && text[end - 1] == '\\');
  llvm::StringRef line = text.slice(directive + 1, end).ltrim();
  if (offset > end || !line.consume_front("define"))
    return {};
  line = line.ltrim();
  line = line.drop_front(identifierOf(line).size());
  if (line.starts_with("("))
    line = line.substr(closed(line, 0));
  std::string body;
  for (line = line.substr(0, std::min(line.find("//"), line.find("/*"))); !line.empty();
       line = line.drop_front())
    if (!llvm::isSpace(line.front()) && line.front() != '\\')
      body += line.front();
  return body;
}

/// Where the definition of the outermost macro around `location` lies, if it and all macros between
/// are made of that one alignment.
SourceLocation macroDefinitionOf(const Unit &unit, SourceLocation location) {
  SourceLocation definition;
  for (; location.isMacroID();
       location = unit.sources.getImmediateExpansionRange(location).getBegin()) {
    if (unit.sources.isMacroArgExpansion(location))
      return {};
    const std::string body = bodyAround(unit, unit.sources.getSpellingLoc(location));
    if (definition.isValid() ? !isOneMacro(body) : !isAlignment(body))
      return {};
    definition = unit.sources.getSpellingLoc(location);
  }
  return definition;
}

bool isVisible(Unit &unit, const UsedAlignment &one, SourceLocation location) {
  const SourceManager &sources = unit.sources;
  if (!sources.isBeforeInTranslationUnit(one.used, location))
    return false;
  const FileID here = sources.getFileID(location), defined = sources.getFileID(one.defined);
  return here == defined || sources.getFileID(sources.getIncludeLoc(defined)) == here ||
         textAround(unit, location)
             .mentionsBefore(identifierOf(one.text), sources.getFileOffset(location));
}

} // namespace

void noteAlignmentMacro(Unit &unit, const AlignedAttr *attribute) {
  const SourceLocation at = attribute->getLocation();
  const auto bytes = alignmentOf(unit.context, attribute);
  if (!at.isMacroID() || !attribute->isAlignmentExpr() || !bytes)
    return;
  const SourceLocation defined = macroDefinitionOf(unit, at);
  const CharSourceRange use = unit.sources.getExpansionRange(at);
  const llvm::StringRef text = Lexer::getSourceText(use, unit.sources, unit.context.getLangOpts());
  if (defined.isInvalid() || text.empty() || text.contains('\n'))
    return;
  const std::uint64_t value = *bytes;
  const bool parts_lines = value % compat::destructiveSize(unit.context.getTargetInfo()) == 0;
  const auto is_known = [&](const UsedAlignment &one) {
    return one.text == text && one.value == value && one.defined == defined;
  };
  if (parts_lines && llvm::none_of(unit.alignments, is_known))
    unit.alignments.push_back({text.str(), value, use.getBegin(), defined});
}

FactConstant alignmentMacro(Unit &unit, SourceLocation location) {
  for (const UsedAlignment &one : llvm::reverse(unit.alignments))
    if (isVisible(unit, one, location))
      return {{}, one.value, one.text};
  return {};
}

} // namespace fsfind::analyzer

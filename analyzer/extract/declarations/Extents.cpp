#include "analyzer/extract/declarations/Extents.h"

#include "analyzer/extract/declarations/Types.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/CharInfo.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Goes through typedefs, attributes and parentheses to the type that spells the bound.
TypeLoc plainLoc(TypeLoc loc) {
  while (!loc.isNull()) {
    loc = loc.getUnqualifiedLoc();
    if (const auto *alias = dyn_cast<TypedefType>(loc.getTypePtr())) {
      const TypeSourceInfo *info = alias->getDecl()->getTypeSourceInfo();
      loc = info ? info->getTypeLoc() : TypeLoc();
    } else if (loc.getAs<ArrayTypeLoc>() || loc.getAs<TemplateSpecializationTypeLoc>())
      return loc;
    else
      loc = loc.getNextTypeLoc();
  }
  return loc;
}

std::string wordsAt(const Unit &unit, SourceRange range) {
  const llvm::StringRef text = Lexer::getSourceText(CharSourceRange::getTokenRange(range),
                                                    unit.sources, unit.context.getLangOpts());
  return shortened(text.str());
}

/// The spelled bound, and the type of the elements.
std::pair<std::string, TypeLoc> boundAt(const Unit &unit, TypeLoc loc) {
  if (const auto array = loc.getAs<ArrayTypeLoc>())
    return {array.getSizeExpr() ? wordsAt(unit, array.getSizeExpr()->getSourceRange()) : "",
            array.getElementLoc()};
  const auto library = loc.getAs<TemplateSpecializationTypeLoc>();
  if (!library || library.getNumArgs() < 2)
    return {};
  const TypeSourceInfo *element = library.getArgLoc(0).getTypeSourceInfo();
  return {wordsAt(unit, library.getArgLoc(1).getSourceRange()),
          element ? element->getTypeLoc() : TypeLoc()};
}

/// Whether the text contains no name: `64`, `2 * 0x40u`, or nothing at all.
bool hasNoName(llvm::StringRef text) {
  bool in_word = false;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (!in_word && isAsciiIdentifierStart(letter))
      return false;
    in_word = isAsciiIdentifierContinue(letter);
  }
  return true;
}

} // namespace

llvm::SmallVector<std::string, 2> writtenExtents(const Unit &unit, const DeclaratorDecl *decl) {
  llvm::SmallVector<std::string, 2> extents;
  const TypeSourceInfo *info = decl->getTypeSourceInfo();
  for (TypeLoc loc = info ? plainLoc(info->getTypeLoc()) : TypeLoc(); !loc.isNull();) {
    auto [words, element] = boundAt(unit, loc);
    extents.push_back(std::move(words));
    loc = plainLoc(element);
  }
  if (llvm::all_of(extents, hasNoName))
    extents.clear();
  return extents;
}

} // namespace fsfind::analyzer

#include "analyzer/extract/declarations/EntityNames.h"

#include "analyzer/extract/declarations/Printed.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Index/USRGeneration.h>

#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace fsfind::analyzer {

using namespace clang;

std::string usr(const Decl *decl) {
  llvm::SmallString<128> text;
  if (!hasKey(decl) || index::generateUSRForDecl(decl, text))
    return {};
  return text.str().str();
}

std::string nameOf(const FunctionDecl *function) {
  if (function->getIdentifier() && function->getDeclContext()->isTranslationUnit())
    return function->getName().str();
  return function->getDeclName().isIdentifier() || isa<CXXMethodDecl>(function)
             ? scopedName(function)
             : plainName(function);
}

std::string plainName(const NamedDecl *decl) {
  return decl->getDeclName().isIdentifier() ? decl->getName().str() : decl->getNameAsString();
}

std::string qualifiedName(const NamedDecl *decl) {
  if (!isPrintable(decl))
    return plainName(decl) + (isa<ClassTemplateSpecializationDecl>(decl) ? "<...>" : "");
  std::string text;
  llvm::raw_string_ostream out(text);
  PrintingPolicy policy(decl->getASTContext().getPrintingPolicy());
  policy.SuppressUnwrittenScope = true;
  decl->getNameForDiagnostic(out, policy, true);
  return out.str();
}

std::string recordName(const RecordDecl *decl) {
  if (decl->getIdentifier())
    return qualifiedName(decl);
  if (const TypedefNameDecl *alias = decl->getTypedefNameForAnonDecl())
    return qualifiedName(alias);
  const auto *cxx = dyn_cast<CXXRecordDecl>(decl);
  const std::string kind =
      cxx && cxx->isLambda() ? "lambda" : "unnamed " + decl->getKindName().str();
  const SourceManager &sources = decl->getASTContext().getSourceManager();
  const PresumedLoc at = sources.getPresumedLoc(decl->getLocation(), false);
  const std::string file = at.isValid() ? llvm::sys::path::filename(at.getFilename()).str() : "";
  return file.empty() ? kind : kind + " at " + file + ":" + std::to_string(at.getLine());
}

} // namespace fsfind::analyzer

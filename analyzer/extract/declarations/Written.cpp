#include "analyzer/extract/declarations/Written.h"

#include <clang/AST/DeclTemplate.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isWrittenOut(const Unit &unit, const RecordDecl *decl) {
  const SourceLocation brace = decl->getBraceRange().getBegin();
  return decl->isCompleteDefinition() && !decl->isInvalidDecl() && decl->getLocation().isFileID() &&
         brace.isValid() && brace.isFileID() && !unit.inSystemHeader(decl->getLocation());
}

} // namespace

bool hasAlignment(const LangOptions &language) {
  return language.CPlusPlus ? language.CPlusPlus11 : language.C11;
}

const RecordDecl *writtenAs(const RecordDecl *decl) {
  const auto *cxx = dyn_cast<CXXRecordDecl>(decl);
  const CXXRecordDecl *pattern = cxx ? cxx->getTemplateInstantiationPattern() : nullptr;
  return pattern && pattern->getDefinition() ? pattern->getDefinition() : decl;
}

SourceLocation endOf(const FieldDecl *field) {
  const RecordDecl *part =
      field->isAnonymousStructOrUnion() ? field->getType()->getAsRecordDecl() : nullptr;
  return part ? part->getBraceRange().getEnd() : field->getEndLoc();
}

bool takesAlignment(const Unit &unit, const FactRecord &fact, const RecordDecl *decl) {
  return takesAlignedMembers(unit, fact, decl) && !fact.is_union;
}

bool takesAlignedMembers(const Unit &unit, const FactRecord &fact, const RecordDecl *decl) {
  return isWrittenOut(unit, decl) && !fact.packed &&
         (!fact.is_union || decl->isAnonymousStructOrUnion());
}

FileText &textAround(Unit &unit, SourceLocation location) {
  const FileID id = unit.sources.getFileID(location);
  const auto [known, fresh] = unit.texts.try_emplace(id);
  if (fresh)
    known->second = FileText(unit.sources.getBufferData(id));
  return known->second;
}

} // namespace fsfind::analyzer

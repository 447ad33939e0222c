#include "analyzer/extract/declarations/UnitFiles.h"

#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/declarations/Written.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/TargetInfo.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// A header of C that asks for C++ is meant to be read by it. The unit's own file is not: headers
/// that were put into it ask, as in an amalgamation.
bool isForCplusplus(const Unit &unit, FileID file) {
  return file != unit.sources.getMainFileID() &&
         unit.sources.getBufferData(file).contains("__cplusplus");
}

bool asksForCompiler(llvm::StringRef text) {
  return text.contains("_MSC_VER") || text.contains("__GNUC__");
}

void sortUnique(std::vector<std::string> &all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

void noteFiles(Unit &unit) {
  auto &files =
      unit.context.getLangOpts().CPlusPlus ? unit.facts.cplusplus_files : unit.facts.c_files;
  for (unsigned i = 0; i < unit.sources.local_sloc_entry_size(); ++i) {
    const SrcMgr::SLocEntry &entry = unit.sources.getLocalSLocEntry(i);
    if (!entry.isFile())
      continue;
    const SourceLocation begin = SourceLocation::getFromRawEncoding(entry.getOffset());
    const FileID id = unit.sources.getFileID(begin);
    if (unit.isSystemFile(id))
      continue;
    const std::string path = unit.pathOf(id);
    if (path.empty())
      continue;
    files.push_back(path);
    if (!unit.context.getLangOpts().CPlusPlus && isForCplusplus(unit, id))
      unit.facts.cplusplus_files.push_back(path);
    if (asksForCompiler(unit.sources.getBufferData(id)))
      unit.facts.compiler_files.push_back(path);
  }
  sortUnique(unit.facts.c_files);
  sortUnique(unit.facts.cplusplus_files);
  sortUnique(unit.facts.compiler_files);
}

FactUnit describeUnit(Unit &unit) {
  FactUnit fact;
  const ASTContext &context = unit.context;
  const FactPlace main =
      unit.place(unit.sources.getLocForStartOfFile(unit.sources.getMainFileID()));
  fact.file = unit.facts.files[main.file.value()].path;
  fact.triple = context.getTargetInfo().getTriple().str();
  fact.cplusplus = context.getLangOpts().CPlusPlus;
  fact.aligned_new = context.getLangOpts().AlignedAllocation;
  fact.own_alignment = hasAlignment(context.getLangOpts());
  fact.line_size = compat::destructiveSize(context.getTargetInfo());
  fact.errors = context.getDiagnostics().getNumErrors();
  return fact;
}

} // namespace

void noteUnit(Unit &unit) {
  unit.facts.units.push_back(describeUnit(unit));
  noteFiles(unit);
}

} // namespace fsfind::analyzer

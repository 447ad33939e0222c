#include "analyzer/worker/Parse.h"

#include "analyzer/extract/Extract.h"
#include "analyzer/knowledge/Knowledge.h"
#include "analyzer/worker/AbsentHeaders.h"
#include "analyzer/worker/Arguments.h"
#include "analyzer/worker/Launchers.h"
#include "analyzer/worker/UnitFiles.h"
#include "rules/model/ContentHash.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>
#include <optional>
#include <set>

namespace fsfind::analyzer {

namespace {

/// gcc's `__attribute__((malloc(release)))` names the function that frees; to clang before it knew
/// that form, malloc takes no arguments. It leaves out the attribute alone, and facts need none.
bool isOfMallocAlone(const clang::Diagnostic &diagnostic) {
  if (diagnostic.getID() != clang::diag::err_attribute_wrong_number_arguments)
    return false;
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  return text.starts_with("'malloc'") || text.starts_with("'__malloc__'");
}

/// Counts errors in the source, without those of the driver about options.
class ErrorCounter : public clang::DiagnosticConsumer {
public:
  void BeginSourceFile(const clang::LangOptions &, const clang::Preprocessor *) override {
    in_source_ = true;
  }
  void EndSourceFile() override { in_source_ = false; }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error || isOfMallocAlone(diagnostic))
      return;
    if (last.empty() || (in_source_ && errors == 0))
      last = describe(diagnostic);
    errors += in_source_ ? 1 : 0;
  }

  std::uint32_t errors = 0;
  std::string last; ///< the first error in the source, else the last one of the driver

private:
  static std::string describe(const clang::Diagnostic &diagnostic) {
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
      return text.str().str();
    const clang::PresumedLoc place =
        diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isInvalid())
      return text.str().str();
    return std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ": " +
           text.str().str();
  }

  bool in_source_ = false;
};

struct Harvest {
  std::optional<Facts> facts;
  std::vector<Dependency> dependencies;
  std::set<std::string> absent; ///< paths of headers that are nowhere
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(const Knowledge &known, std::string variant, Harvest &harvest)
      : known_(known), variant_(std::move(variant)), harvest_(harvest) {}
  void HandleTranslationUnit(clang::ASTContext &context) override {
    harvest_.facts = extractFacts(context, known_, variant_);
  }

private:
  const Knowledge &known_;
  std::string variant_;
  Harvest &harvest_;
};

/// Hash of the macros that the command line defines; empty if there are none.
std::string variantBy(const clang::PreprocessorOptions &options) {
  std::string macros;
  for (const auto &[macro, undefined] : options.Macros)
    macros += (undefined ? "-U" : "-D") + macro + '\0';
  return macros.empty() ? "" : llvm::utohexstr(contentHash({macros.data(), macros.size()}), true);
}

std::string realPath(llvm::StringRef path) {
  std::error_code error;
  const auto full = std::filesystem::canonical(path.str(), error);
  return error ? path.str() : full.string();
}

/// All files that clang read, with hashes of the contents that it read.
std::vector<Dependency> dependenciesOf(const clang::SourceManager &sources) {
  std::vector<Dependency> found;
  for (auto at = sources.fileinfo_begin(); at != sources.fileinfo_end(); ++at)
    if (const auto content = at->second->getBufferDataIfLoaded();
        content && !at->first.getName().starts_with(kBorrowedFolder))
      found.push_back({realPath(at->first.getName()), content->size(),
                       contentHash({content->data(), content->size()})});
  return found;
}

class Action : public clang::ASTFrontendAction {
public:
  Action(const Knowledge &known, Harvest &harvest) : known_(known), harvest_(harvest) {}

protected:
  /// After a fatal error, such as a missing header, clang would not instantiate templates.
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getDiagnostics().setFatalsAsError(true);
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<AbsentHeaders>(preprocessor, harvest_.absent));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(known_, variantBy(compiler.getPreprocessorOpts()), harvest_);
  }
  void EndSourceFileAction() override {
    harvest_.dependencies = dependenciesOf(getCompilerInstance().getSourceManager());
  }

private:
  const Knowledge &known_;
  Harvest &harvest_;
};

/// Lends single headers because gcc's whole folder would hide clang's own: its <stdatomic.h> uses
/// #include_next.
void lendHeaders(llvm::vfs::InMemoryFileSystem &files, const UnitRequest &request) {
  for (const std::string &folder : gccFolders(request.arguments.front()))
    for (const char *name : {"omp.h", "openacc.h", "quadmath.h"}) {
      const std::string path = folder + '/' + name;
      if (std::filesystem::exists(path))
        files.addFile(std::string(kBorrowedFolder) + '/' + name, 0,
                      llvm::MemoryBuffer::getMemBufferCopy("#include \"" + path + "\"\n"));
    }
}

/// The files that the unit sees: edited texts and lent headers before those of the disk.
struct SeenFiles {
  llvm::IntrusiveRefCntPtr<UnitFiles> disk;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all;
};

SeenFiles filesOf(const UnitRequest &request) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> lent(
      new llvm::vfs::InMemoryFileSystem);
  lendHeaders(*lent, request);
  for (const auto &[path, text] : request.edited)
    lent->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  SeenFiles files;
  files.disk = new UnitFiles(llvm::vfs::getRealFileSystem(), request.trusted);
  files.all = new llvm::vfs::OverlayFileSystem(files.disk);
  files.all->pushOverlay(lent);
  return files;
}

ParsedUnit failed(std::string why) {
  ParsedUnit unit;
  unit.answer.failure = std::move(why);
  return unit;
}

ParsedUnit attempt(const ClangCommand &command, const Knowledge &known, const SeenFiles &seen) {
  ParsedUnit unit;
  Harvest harvest;
  ErrorCounter counter;
  const llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions(), seen.all));
  clang::tooling::ToolInvocation invocation(command.words, std::make_unique<Action>(known, harvest),
                                            files.get());
  invocation.setDiagnosticConsumer(&counter);
  (void)invocation.run();
  unit.answer.errors = counter.errors;
  unit.answer.first_error = counter.errors == 0 ? "" : counter.last;
  unit.answer.dependencies = std::move(harvest.dependencies);
  unit.answer.absent.assign(harvest.absent.begin(), harvest.absent.end());
  unit.answer.dropped = command.dropped;
  unit.answer.beyond.assign(seen.disk->beyond().begin(), seen.disk->beyond().end());
  if (harvest.facts)
    unit.facts = std::move(*harvest.facts);
  else
    unit.answer.failure = counter.last.empty() ? "clang rejects its command line" : counter.last;
  return unit;
}

/// Where the files of the unit may lie: where its command says, and where systems have headers.
std::vector<std::string> placesOf(const UnitRequest &request, const ClangCommand &command) {
  std::vector<std::string> places = systemPlaces();
  for (const auto *more : {&request.trusted, &request.beyond, &command.paths})
    places.insert(places.end(), more->begin(), more->end());
  places.insert(places.end(),
                {"/dev/null", request.directory, request.file,
                 std::filesystem::path(request.file).parent_path().string(), resourceFolder()});
  return places;
}

} // namespace

ParsedUnit
parseUnit(const UnitRequest &request,
          const std::function<void(const std::vector<std::string> &places)> &beforeReading) {
  std::optional<Knowledge> extended;
  if (!request.knowledge.empty()) {
    auto known = Knowledge::extended(request.knowledge, "--knowledge");
    if (!known)
      return failed(known.error().message());
    extended = std::move(*known);
  }
  const Knowledge &known = extended ? *extended : Knowledge::builtIn();
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  const auto files = filesOf(request);
  const auto command = clangCommand(request, MachineOptions::Keep, *files.all);
  const auto plainer = clangCommand(request, MachineOptions::Drop, *files.all);
  if (!command || !plainer)
    return failed((command ? plainer : command).error().message());
  beforeReading(placesOf(request, *command));
  ParsedUnit unit = attempt(*command, known, files);
  if (!unit.answer.failure.empty())
    unit = attempt(*plainer, known, files);
  for (FactUnit &fact : unit.facts.units)
    fact.errors = unit.answer.errors;
  return unit;
}

} // namespace fsfind::analyzer

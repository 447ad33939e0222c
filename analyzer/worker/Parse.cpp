#include "analyzer/worker/Parse.h"

#include "analyzer/extract/Extract.h"
#include "analyzer/knowledge/Knowledge.h"
#include "analyzer/worker/Arguments.h"
#include "analyzer/worker/AskedHeaders.h"
#include "analyzer/worker/Launchers.h"
#include "analyzer/worker/ReplacedFiles.h"
#include "analyzer/worker/UnitFiles.h"
#include "rules/model/ContentDigest.h"
#include "rules/model/ContentHash.h"
#include "rules/model/Utf8.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>
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

/// Strangers have names, and names of files, of any length.
std::string cut(llvm::StringRef text) {
  constexpr std::size_t kMost = 500;
  if (text.size() <= kMost)
    return text.str();
  return text.take_front(beginOfCharacter(text, kMost)).str() + "…";
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
      return cut(text);
    const clang::PresumedLoc place =
        diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isInvalid())
      return cut(text);
    return cut(place.getFilename()) + ":" + std::to_string(place.getLine()) + ": " + cut(text);
  }

  bool in_source_ = false;
};

struct Harvest {
  std::optional<Facts> facts;
  std::vector<Dependency> dependencies;
  std::set<std::string> absent; ///< paths of headers that are nowhere
  std::set<std::string> asked;  ///< names of headers of which it was asked whether they are there
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(const Knowledge &known, std::string variant, SystemFiles system, Harvest &harvest)
      : known_(known), variant_(std::move(variant)), system_(std::move(system)), harvest_(harvest) {
  }
  void HandleTranslationUnit(clang::ASTContext &context) override {
    harvest_.facts = extractFacts(context, known_, variant_, system_);
  }

private:
  const Knowledge &known_;
  std::string variant_;
  SystemFiles system_;
  Harvest &harvest_;
};

/// Hash of the macros that the command line defines; empty if there are none.
std::string variantBy(const clang::PreprocessorOptions &options) {
  std::string macros;
  for (const auto &[macro, undefined] : options.Macros)
    macros += (undefined ? "-U" : "-D") + macro + '\0';
  return macros.empty() ? "" : llvm::utohexstr(contentHash({macros.data(), macros.size()}), true);
}

/// `lenders` are the folders from which headers are lent.
SystemFiles systemFilesOf(clang::CompilerInstance &compiler,
                          const std::vector<std::string> &lenders) {
  SystemFiles system;
  system.preprocessed = compiler.getFrontendOpts().Inputs.front().getKind().isPreprocessed();
  const auto add = [&](llvm::StringRef folder) {
    llvm::SmallString<256> path(folder);
    (void)compiler.getFileManager().makeAbsolutePath(path);
    llvm::sys::path::remove_dots(path, true);
    system.folders.push_back(path.str().str());
  };
  for (const auto &folder : compiler.getPreprocessor().getHeaderSearchInfo().search_dir_range())
    if (clang::SrcMgr::isSystem(folder.getDirCharacteristic()))
      add(folder.getName());
  for (const std::string &folder : lenders)
    add(folder);
  return system;
}

std::string realPath(llvm::StringRef path) {
  std::error_code error;
  const auto full = std::filesystem::canonical(path.str(), error);
  return error ? path.str() : full.string();
}

/// All files that clang read, with digests of the contents that it read.
std::vector<Dependency> dependenciesOf(const clang::SourceManager &sources) {
  std::vector<Dependency> found;
  for (auto at = sources.fileinfo_begin(); at != sources.fileinfo_end(); ++at)
    if (const auto content = at->second->getBufferDataIfLoaded();
        content && !at->first.getName().starts_with(kBorrowedFolder))
      found.push_back({realPath(at->first.getName()), content->size(),
                       contentDigest({content->data(), content->size()})});
  return found;
}

/// The same for files that clang did not read as sources. Of one that cannot be read the state is
/// one that no file has.
void addDependencies(const std::set<std::string> &names, llvm::vfs::FileSystem &files,
                     std::vector<Dependency> &found) {
  for (const std::string &name : names) {
    const auto text = files.getBufferForFile(name);
    Dependency one{realPath(name), 0, {}};
    if (text)
      one = {one.path, (*text)->getBufferSize(),
             contentDigest({(*text)->getBufferStart(), (*text)->getBufferSize()})};
    if (llvm::none_of(found, [&](const Dependency &known) { return known.path == one.path; }))
      found.push_back(std::move(one));
  }
}

class Action : public clang::ASTFrontendAction {
public:
  Action(const Knowledge &known, const std::vector<std::string> &lenders, Harvest &harvest)
      : known_(known), lenders_(lenders), harvest_(harvest) {}

protected:
  /// After a fatal error, such as a missing header, clang would not instantiate templates.
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getDiagnostics().setFatalsAsError(true);
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(
        std::make_unique<AskedHeaders>(preprocessor, harvest_.absent, harvest_.asked));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(known_, variantBy(compiler.getPreprocessorOpts()),
                                      systemFilesOf(compiler, lenders_), harvest_);
  }
  void EndSourceFileAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    harvest_.dependencies = dependenciesOf(compiler.getSourceManager());
    addDependencies(harvest_.asked, compiler.getFileManager().getVirtualFileSystem(),
                    harvest_.dependencies);
  }

private:
  const Knowledge &known_;
  const std::vector<std::string> &lenders_;
  Harvest &harvest_;
};

/// Lends single headers because gcc's whole folder would hide clang's own: its <stdatomic.h> uses
/// #include_next.
void lendHeaders(llvm::vfs::InMemoryFileSystem &files, const std::vector<std::string> &lenders) {
  for (const std::string &folder : lenders)
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
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> all;
  std::vector<std::string> lenders;
};

SeenFiles filesOf(const UnitRequest &request) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> lent(
      new llvm::vfs::InMemoryFileSystem);
  for (const auto &[path, text] : request.edited.texts)
    lent->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  SeenFiles files;
  files.lenders = gccFolders(request.arguments.front());
  lendHeaders(*lent, files.lenders);
  files.disk = new UnitFiles(llvm::vfs::getRealFileSystem(), request.trusted);
  const llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlaid(
      new llvm::vfs::OverlayFileSystem(files.disk));
  overlaid->pushOverlay(lent);
  files.all = overlaid;
  if (!request.edited.empty())
    files.all = new ReplacedFiles(overlaid, request.edited);
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
  clang::tooling::ToolInvocation invocation(
      command.words, std::make_unique<Action>(known, seen.lenders, harvest), files.get());
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
  const auto command = clangCommand(request, MachineOptions::Keep, files.all);
  const auto plainer = clangCommand(request, MachineOptions::Drop, files.all);
  if (!command || !plainer)
    return failed((command ? plainer : command).error().message());
  const std::set<std::string> response_files = files.disk->opened();
  beforeReading(placesOf(request, *command));
  ParsedUnit unit = attempt(*command, known, files);
  if (!unit.answer.failure.empty())
    unit = attempt(*plainer, known, files);
  addDependencies(response_files, *files.all, unit.answer.dependencies);
  for (FactUnit &fact : unit.facts.units)
    fact.errors = unit.answer.errors;
  return unit;
}

} // namespace fsfind::analyzer

#include "analyzer/worker/AskedHeaders.h"

#include "analyzer/worker/Arguments.h"

#include <clang/Basic/FileEntry.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorLexer.h>
#include <clang/Lex/PreprocessorOptions.h>

#include <filesystem>

namespace fsfind::analyzer {

namespace fs = std::filesystem;

bool AskedHeaders::FileNotFound(llvm::StringRef name) {
  add(name);
  return false;
}

void AskedHeaders::HasInclude(clang::SourceLocation, llvm::StringRef name, bool,
                              clang::OptionalFileEntryRef file, clang::SrcMgr::CharacteristicKind) {
  ask(name, file);
}

#if __has_include(<clang/Lex/PPEmbedParameters.h>)
bool AskedHeaders::EmbedFileNotFound(llvm::StringRef name) {
  add(name);
  return false;
}

void AskedHeaders::HasEmbed(clang::SourceLocation, llvm::StringRef name, bool,
                            clang::OptionalFileEntryRef file) {
  ask(name, file);
}
#endif

void AskedHeaders::ask(llvm::StringRef name, clang::OptionalFileEntryRef file) {
  if (file)
    found_.insert(file->getName().str());
  else
    add(name);
}

/// The file could appear beside the file that includes it, in the current folder (for
/// `-include`), or in any folder of the command line, which may not exist yet either.
void AskedHeaders::add(llvm::StringRef name) {
  constexpr std::size_t kMost = 20'000;
  if (absent_.size() > kMost) {
    absent_.insert("/"); // is always there, so that nothing that is kept of the unit is believed
    return;
  }
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const auto addIn = [&](const fs::path &folder) {
    const fs::path path = (here / folder / name.str()).lexically_normal();
    // What exists was not found for another reason: it is a folder, or #include_next passed it by.
    if (!fs::exists(path, error) && !path.string().starts_with(kBorrowedFolder))
      absent_.insert(path.string());
  };
  addIn("");
  if (const clang::PreprocessorLexer *includer = preprocessor_.getCurrentFileLexer())
    if (const auto file = includer->getFileEntry())
      addIn(file->getDir().getName().str());
  for (const auto &entry : preprocessor_.getHeaderSearchInfo().getHeaderSearchOpts().UserEntries)
    addIn(entry.Path);
#if __has_include(<clang/Lex/PPEmbedParameters.h>)
  for (const std::string &folder : preprocessor_.getPreprocessorOpts().EmbedEntries)
    addIn(folder);
#endif
}

} // namespace fsfind::analyzer

#pragma once

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <set>
#include <string>

namespace fsfind::analyzer {

/// Collects the paths at which files were looked for that are nowhere, by `#include`, `#embed`,
/// `__has_include` and `__has_embed`: a file that appears at one of them changes what the unit
/// means. Of very many, `/` stands for the others. And what the latter two found, whether or not it
/// is read.
class AskedHeaders : public clang::PPCallbacks {
public:
  /// Adds to the paths, of which those of absent ones are absolute. All must outlive the object.
  AskedHeaders(const clang::Preprocessor &preprocessor, std::set<std::string> &absent,
               std::set<std::string> &found)
      : preprocessor_(preprocessor), absent_(absent), found_(found) {}

  bool FileNotFound(llvm::StringRef name) override;
  void HasInclude(clang::SourceLocation place, llvm::StringRef name, bool angled,
                  clang::OptionalFileEntryRef file,
                  clang::SrcMgr::CharacteristicKind kind) override;
#if __has_include(<clang/Lex/PPEmbedParameters.h>)
  bool EmbedFileNotFound(llvm::StringRef name) override;
  void HasEmbed(clang::SourceLocation place, llvm::StringRef name, bool angled,
                clang::OptionalFileEntryRef file) override;
#endif

private:
  /// The name was asked for, and `file` found.
  void ask(llvm::StringRef name, clang::OptionalFileEntryRef file);
  void add(llvm::StringRef name);

  const clang::Preprocessor &preprocessor_;
  std::set<std::string> &absent_, &found_;
};

} // namespace fsfind::analyzer

#pragma once

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <set>
#include <string>

namespace fsfind::analyzer {

/// Collects the paths at which headers were looked for that are nowhere, by `#include` and
/// `__has_include`. A file that appears at one of them changes what the unit means.
class AbsentHeaders : public clang::PPCallbacks {
public:
  /// Adds to `paths`, which are absolute. Both must outlive the object.
  AbsentHeaders(const clang::Preprocessor &preprocessor, std::set<std::string> &paths)
      : preprocessor_(preprocessor), paths_(paths) {}

  bool FileNotFound(llvm::StringRef name) override;
  void HasInclude(clang::SourceLocation place, llvm::StringRef name, bool angled,
                  clang::OptionalFileEntryRef file,
                  clang::SrcMgr::CharacteristicKind kind) override;

private:
  void add(llvm::StringRef name);

  const clang::Preprocessor &preprocessor_;
  std::set<std::string> &paths_;
};

} // namespace fsfind::analyzer

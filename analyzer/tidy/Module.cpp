#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/tidy/RuleCheck.h"
#include "rules/source/Catalogue.h"

#include <clang/Basic/Version.h>

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/ErrorHandling.h>

#if FSFIND_TIDY_REGISTRY_HEADER
#include <clang-tidy/ClangTidyModuleRegistry.h>
#else
#include <clang-tidy/ClangTidyModule.h>
#endif

namespace fsfind::tidy {

namespace {

/// `19.1.7` of `Debian clang version 19.1.7 (3~deb12u1)`.
llvm::StringRef release(llvm::StringRef full) {
  const llvm::StringRef version = full.contains("version ") ? full.split("version ").second : full;
  return version.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
}

/// Ends the program if clang-tidy is of another release: there the plugin would list its checks and
/// find nothing.
struct VersionGuard {
  VersionGuard() {
    const std::string running = clang::getClangFullVersion();
    if (release(running) == release(CLANG_VERSION_STRING))
      return;
    llvm::report_fatal_error(llvm::Twine("libfsfind-tidy is built for clang-tidy ") +
                                 CLANG_VERSION_STRING + " and does not work in " +
                                 release(running) + ": load the one built for it",
                             /*gen_crash_diag=*/false);
  }
};
const VersionGuard kVersionGuard;

class Module : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    const auto findings = std::make_shared<UnitFindings>();
    const auto config = std::make_shared<ProjectConfig>();
    for (const RuleInfo &rule : catalogue())
      factories.registerCheckFactory(
          llvm::StringRef(rule.id.data(), rule.id.size()),
          [findings, config](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
            return std::make_unique<RuleCheck>(name, context, findings, *config);
          });
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module>
    kModule("fsfind-module", "False sharing and first touch, from the facts of the program.");

} // namespace

} // namespace fsfind::tidy

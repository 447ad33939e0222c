#pragma once

#include "analyzer/tidy/ProjectConfig.h"
#include "analyzer/tidy/Settings.h"
#include "analyzer/tidy/UnitFindings.h"

#include <clang-tidy/ClangTidyCheck.h>

#include <memory>
#include <string>

namespace fsfind::tidy {

/// A rule of the catalogue as a clang-tidy check. Reports those of its findings that lie in files
/// of the translation unit.
class RuleCheck : public clang::tidy::ClangTidyCheck {
public:
  /// `name` is the rule's id; `findings` and `config` are shared by all checks.
  RuleCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context,
            std::shared_ptr<UnitFindings> findings, ProjectConfig &config);

  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override;

private:
  // Where clang-tidy has no option, the configuration counts.
  [[nodiscard]] std::uint32_t lineSizeOption(const analyzer::Config &config);
  [[nodiscard]] Confidence confidenceOption(const analyzer::Config &config);
  [[nodiscard]] std::vector<std::string> listOption(llvm::StringRef option) const;
  /// What configuration and options say of names, the latter last, so that they count more; what is
  /// wrong in them is left out, with a warning.
  [[nodiscard]] std::string knowledgeOption(const analyzer::Config &config);
  void report(const Finding &finding, const clang::SourceManager &sources);

  std::string rule_;
  std::shared_ptr<UnitFindings> findings_;
  Settings settings_;
};

} // namespace fsfind::tidy

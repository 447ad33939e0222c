#pragma once

#include "analyzer/extract/Extract.h"
#include "analyzer/knowledge/Knowledge.h"
#include "analyzer/tidy/Settings.h"
#include "rules/join/Join.h"
#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace fsfind::tidy {

/// What all enabled checks share: the facts of the current translation unit and the findings in
/// them. Checks with equal options share one extraction, one merge and one run of the rules.
class UnitFindings {
public:
  /// The findings of all rules. An error is about the facts file or the profile file, and names it.
  /// The result is valid until forget().
  [[nodiscard]] const Expected<std::vector<Finding>> &of(clang::ASTContext &context,
                                                         const Settings &settings);
  /// Call when the translation unit ends.
  void forget();

private:
  struct Judged {
    Settings settings;
    Expected<std::vector<Finding>> findings;
  };

  [[nodiscard]] analyzer::Extraction &extraction(clang::ASTContext &context,
                                                 const std::string &knowledge);
  [[nodiscard]] Expected<Facts> withProgram(const Facts &unit, const clang::SourceManager &sources,
                                            const std::string &facts_file);
  [[nodiscard]] Expected<std::vector<Finding>> withProfile(const Facts &facts,
                                                           const Settings &settings);
  [[nodiscard]] Expected<std::vector<Finding>> judge(clang::ASTContext &context,
                                                     const Settings &settings);

  const clang::ASTContext *context_ = nullptr;
  [[nodiscard]] const analyzer::Knowledge &knowledge(const std::string &text);

  std::map<std::string, analyzer::Knowledge> knowledge_; ///< by text; kept for all units
  /// By text of knowledge.
  std::deque<std::pair<std::string, std::unique_ptr<analyzer::Extraction>>> extractions_;
  std::deque<Judged> judged_;
  std::map<std::string, Expected<Facts>> programs_; ///< by facts file; kept for all units
  std::map<std::string, Expected<Measurement>> profiles_;
};

} // namespace fsfind::tidy

#include "analyzer/tidy/RuleCheck.h"

#include "rules/input/InputFile.h"
#include "rules/input/Telling.h"
#include "rules/model/NoLint.h"
#include "rules/model/PrimaryPlace.h"

#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchers.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MathExtras.h>

#include <array>
#include <filesystem>
#include <map>

namespace fsfind::tidy {

namespace {

using clang::tidy::ClangTidyContext;
using clang::tidy::ClangTidyOptions;

constexpr std::uint32_t kSmallestLine = 16, kLargestLine = 4096;
constexpr std::array<llvm::StringLiteral, 3> kConfidences = {"high", "medium", "low"};

/// The place as clang's location; invalid if its file is not part of the unit.
clang::SourceLocation locationOf(const Place &place, const clang::SourceManager &sources) {
  if (!place.known())
    return {};
  const auto file = sources.getFileManager().getOptionalFileRef(place.file);
  if (!file)
    return {};
  return sources.translateFileLineCol(&file->getFileEntry(), place.line,
                                      std::max(place.column, 1U));
}

bool isOfWholeLines(const Edit &edit) {
  return edit.line > 1 && edit.column == 1 && edit.end_column == 1 &&
         (edit.text.empty() || edit.text.ends_with('\n'));
}

/// The edit as clang's fix-it; null if the place is not part of the unit. All edits become
/// replacements, because clang-apply-replacements applies an equal replacement of several units
/// once, but an insertion several times. So an insertion also replaces the token after it. Whole
/// lines include the line break before them, because clang deletes a blank of the next line after a
/// mere removal.
clang::FixItHint hintOf(const Edit &edit, const clang::SourceManager &sources,
                        const clang::LangOptions &language) {
  const auto begin = locationOf({edit.file, edit.line, edit.column}, sources);
  const auto end = locationOf({edit.file, edit.end_line, edit.end_column}, sources);
  if (begin.isInvalid() || end.isInvalid())
    return {};
  if (isOfWholeLines(edit))
    return clang::FixItHint::CreateReplacement(
        clang::CharSourceRange::getCharRange(begin.getLocWithOffset(-1), end), "\n" + edit.text);
  if (begin != end)
    return clang::FixItHint::CreateReplacement(clang::CharSourceRange::getCharRange(begin, end),
                                               edit.text);
  const auto token = clang::CharSourceRange::getTokenRange(begin);
  return clang::FixItHint::CreateReplacement(
      token, edit.text + clang::Lexer::getSourceText(token, sources, language).str());
}

/// All edits of a finding; none if one of them is in a file that is not part of the unit.
std::vector<clang::FixItHint> hintsOf(const Finding &finding, const clang::SourceManager &sources,
                                      const clang::LangOptions &language) {
  std::vector<clang::FixItHint> hints;
  for (const Edit &edit : finding.edits()) {
    hints.push_back(hintOf(edit, sources, language));
    if (hints.back().isNull())
      return {};
  }
  return hints;
}

/// The note for the finding's own place, if the warning is at another.
std::string subjectOf(const Finding &finding) {
  std::string name = finding.object.declared == finding.location ? finding.object.name : "";
  for (const FindingMember &member : finding.members)
    if (member.declared == finding.location)
      name = member.path;
  return name.empty() ? "the finding is about this" : "'" + name + "' is declared here";
}

/// Whether a NOLINT at one of the finding's other members silences it; clang-tidy looks only at the
/// warning's line.
bool isSilencedIn(const clang::SourceManager &sources, const Finding &finding) {
  std::map<std::string, NoLint> known;
  return isSilenced(finding, [&](const std::string &path) -> const NoLint * {
    if (const auto at = known.find(path); at != known.end())
      return &at->second;
    const auto file = sources.getFileManager().getOptionalFileRef(path);
    const auto id = file ? sources.translateFile(*file) : clang::FileID();
    if (id.isInvalid())
      return nullptr;
    const llvm::StringRef text = sources.getBufferData(id);
    return &known.emplace(path, NoLint({text.data(), text.size()})).first->second;
  });
}

std::string joined(const std::vector<std::string> &names) {
  return llvm::join(names, ";");
}

} // namespace

RuleCheck::RuleCheck(llvm::StringRef name, ClangTidyContext *context,
                     std::shared_ptr<UnitFindings> findings, ProjectConfig &project)
    : ClangTidyCheck(name, context), rule_(name), findings_(std::move(findings)) {
  const analyzer::Config &config =
      project.of(context->getCurrentFile().str(), [this](const Error &error) {
        configurationDiag("%0", clang::DiagnosticIDs::Error) << error.message();
      });
  settings_.rule.line_size = lineSizeOption(config);
  settings_.rule.min_confidence = confidenceOption(config);
  settings_.rule.suspects = settings_.rule.min_confidence == Confidence::Low;
  settings_.thread_starters = listOption("ThreadStarters");
  settings_.thread_ids = listOption("ThreadIds");
  settings_.lock_types = listOption("LockTypes");
  settings_.cacheline_constants = listOption("CachelineConstants");
  settings_.knowledge_file = Options.getLocalOrGlobal("KnowledgeFile", "").str();
  settings_.knowledge = knowledgeOption(config);
  settings_.facts_file = Options.getLocalOrGlobal("FactsFile", "").str();
  settings_.profile_file = Options.getLocalOrGlobal("ProfileFile", "").str();
}

std::uint32_t RuleCheck::lineSizeOption(const analyzer::Config &config) {
  std::uint32_t configured = 0; // the target's own
  llvm::StringRef(valueIn(config, "line-size")).getAsInteger(10, configured);
  const auto size = Options.getLocalOrGlobal<std::uint32_t>("LineSize", configured);
  if (size == 0 || (llvm::isPowerOf2_32(size) && size >= kSmallestLine && size <= kLargestLine))
    return size;
  configurationDiag("%0.LineSize is %1, but a cacheline has a power of two from %2 to %3 bytes, or "
                    "0 for the target's own")
      << rule_ << size << kSmallestLine << kLargestLine;
  return 0;
}

Confidence RuleCheck::confidenceOption(const analyzer::Config &config) {
  constexpr Confidence kDefault = CheckOptions{}.min_confidence;
  const std::string configured = valueIn(config, "min-confidence");
  const std::string text = Options.getLocalOrGlobal("MinConfidence", configured).str();
  for (std::size_t i = 0; i < kConfidences.size(); ++i)
    if (text == kConfidences[i])
      return static_cast<Confidence>(i);
  if (!text.empty())
    configurationDiag("%0.MinConfidence is '%1', but must be high, medium or low") << rule_ << text;
  return kDefault;
}

std::vector<std::string> RuleCheck::listOption(llvm::StringRef option) const {
  const std::string text = Options.getLocalOrGlobal(option, "").str();
  std::vector<std::string> names;
  llvm::StringRef rest = text;
  while (!rest.empty()) {
    const auto [name, others] = rest.split(';');
    if (!name.trim().empty())
      names.push_back(name.trim().str());
    rest = others;
  }
  return names;
}

std::string RuleCheck::knowledgeOption(const analyzer::Config &config) {
  std::string all;
  const auto add = [&](const char *option, analyzer::ToldText told) {
    if (auto text = analyzer::Knowledge::joined({told}))
      all += *text;
    else
      configurationDiag("%0.%1: %2") << rule_ << option << text.error().message();
  };
  const auto addFile = [&](const std::string &path) {
    if (auto text = readInput(path, input::kKnowledge))
      add("KnowledgeFile", {path, std::move(*text)});
    else
      configurationDiag("%0.KnowledgeFile: %1") << rule_ << text.error().message();
  };
  for (const analyzer::ConfigValue &path :
       analyzer::valuesFor(config, *analyzer::configKey("knowledge"), analyzer::kCheck))
    addFile(path.text);
  all += analyzer::knowledgeIn(config, analyzer::kCheck);
  std::error_code error;
  const std::string here = std::filesystem::canonical(".", error).string();
  if (const std::string &path = settings_.knowledge_file; !path.empty() && !mayTell(path, {here}))
    configurationDiag("%0.KnowledgeFile: %1: lies in another folder than clang-tidy runs in, and "
                      "not every user may read it")
        << rule_ << path;
  else if (!path.empty())
    addFile(path);
  const auto addNames = [&](const char *option, const char *kind,
                            const std::vector<std::string> &names) {
    for (const std::string &name : names)
      add(option, {option, analyzer::knowledgeLine(kind, name)});
  };
  addNames("ThreadStarters", "starter", settings_.thread_starters);
  addNames("ThreadIds", "thread-number", settings_.thread_ids);
  addNames("LockTypes", "lock-type", settings_.lock_types);
  addNames("CachelineConstants", "cacheline-size", settings_.cacheline_constants);
  return all;
}

void RuleCheck::storeOptions(ClangTidyOptions::OptionMap &options) {
  Options.store(options, "LineSize", settings_.rule.line_size);
  Options.store(options, "MinConfidence",
                kConfidences[static_cast<std::size_t>(settings_.rule.min_confidence)]);
  Options.store(options, "ThreadStarters", joined(settings_.thread_starters));
  Options.store(options, "ThreadIds", joined(settings_.thread_ids));
  Options.store(options, "LockTypes", joined(settings_.lock_types));
  Options.store(options, "CachelineConstants", joined(settings_.cacheline_constants));
  Options.store(options, "KnowledgeFile", settings_.knowledge_file);
  Options.store(options, "FactsFile", settings_.facts_file);
  Options.store(options, "ProfileFile", settings_.profile_file);
}

void RuleCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) {
  finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void RuleCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &result) {
  const auto &findings = findings_->of(*result.Context, settings_);
  if (!findings) {
    const Error &error = findings.error();
    configurationDiag("%0.%1: %2")
        << rule_ << (error.where == settings_.profile_file ? "ProfileFile" : "FactsFile")
        << error.message();
    return;
  }
  for (const Finding &finding : *findings)
    if (finding.rule == rule_ && !isSilencedIn(*result.SourceManager, finding))
      report(finding, *result.SourceManager);
}

void RuleCheck::onEndOfTranslationUnit() {
  findings_->forget();
}

void RuleCheck::report(const Finding &finding, const clang::SourceManager &sources) {
  const Place primary = primaryPlace(finding);
  const clang::SourceLocation location = locationOf(primary, sources);
  if (location.isInvalid())
    return;
  {
    const clang::DiagnosticBuilder warning = diag(location, "%0");
    warning << finding.message;
    for (const clang::FixItHint &hint : hintsOf(finding, sources, getLangOpts()))
      warning << hint;
  } // its destructor reports the warning, and notes have to follow
  const auto note = [&](const Place &place, const std::string &message) {
    const bool told = place.file == primary.file && place.line == primary.line;
    if (const auto at = locationOf(place, sources); at.isValid() && !told)
      diag(at, "%0", clang::DiagnosticIDs::Note) << message;
  };
  note(finding.location, subjectOf(finding));
  for (const RelatedPlace &related : finding.related)
    note(related.place, related.message);
}

} // namespace fsfind::tidy

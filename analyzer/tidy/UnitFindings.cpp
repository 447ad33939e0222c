#include "analyzer/tidy/UnitFindings.h"

#include "rules/codec/FactsFile.h"
#include "rules/codec/FindingsFile.h"
#include "rules/join/Confirmed.h"
#include "rules/join/JudgeSources.h"
#include "rules/merge/MergeFacts.h"
#include "rules/merge/Outdated.h"
#include "rules/model/ContentHash.h"
#include "rules/source/Catalogue.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/thread.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace fsfind::tidy {

namespace {

auto key(const Settings &settings) {
  return std::tie(settings.knowledge, settings.rule.line_size, settings.rule.min_confidence,
                  settings.facts_file, settings.profile_file);
}

Expected<Measurement> readProfile(const std::string &path) {
  FSFIND_TRY(FindingsFile file, readFindingsFile(path));
  if (!file.measured)
    return failure(
        {path, {}, "tells of no recording", "give what `fsfind report` wrote with --format=json"});
  std::erase_if(file.findings,
                [](const Finding &finding) { return finding.verdict == Verdict::Latent; });
  for (Finding &finding : file.findings)
    finding = measuredPart(std::move(finding));
  return Measurement{std::move(file.findings), file.hitm + file.peers,
                     file.hitm == 0 && file.peers != 0, file.source.line_size};
}

/// Runs the work where it may recurse as deeply as sources of many thousand terms take it.
/// clang-tidy has the stack that the shell allows, and what clang could parse must not end it here.
template <class Work> void withLargeStack(Work &&work) {
  constexpr unsigned kBytes = 512U << 20U; // taken as far as it is used
  llvm::thread(std::optional<unsigned>(kBytes), std::forward<Work>(work)).join();
}

/// For each file of the program, whether this unit has read it with other contents than the
/// program's facts are of.
std::vector<bool> changedFiles(const Facts &program, const clang::SourceManager &sources) {
  std::vector<bool> changed;
  changed.reserve(program.files.size());
  for (const FactFile &file : program.files) {
    const auto entry = sources.getFileManager().getOptionalFileRef(file.path);
    const clang::FileID id = entry ? sources.translateFile(*entry) : clang::FileID();
    const auto text = sources.getBufferDataOrNone(id);
    changed.push_back(text && contentHash({text->data(), text->size()}) != file.content);
  }
  return changed;
}

} // namespace

const analyzer::Knowledge &UnitFindings::knowledge(const std::string &text) {
  if (text.empty())
    return analyzer::Knowledge::builtIn();
  const auto at = knowledge_.find(text);
  if (at != knowledge_.end())
    return at->second;
  auto extended = analyzer::Knowledge::extended(text, "KnowledgeFile");
  return knowledge_.emplace(text, extended ? std::move(*extended) : analyzer::Knowledge::builtIn())
      .first->second;
}

analyzer::Extraction &UnitFindings::extraction(clang::ASTContext &context,
                                               const std::string &text) {
  for (auto &[known, extraction] : extractions_)
    if (known == text)
      return *extraction;
  const analyzer::Knowledge &known = knowledge(text);
  std::unique_ptr<analyzer::Extraction> extraction;
  withLargeStack([&] { extraction = std::make_unique<analyzer::Extraction>(context, known); });
  return *extractions_.emplace_back(text, std::move(extraction)).second;
}

Expected<Facts> UnitFindings::withProgram(const Facts &unit, const clang::SourceManager &sources,
                                          const std::string &facts_file) {
  const auto [known, fresh] = programs_.try_emplace(facts_file);
  if (fresh)
    known->second = readFactsFile(facts_file);
  if (!known->second)
    return known->second;
  Facts merged = *known->second;
  dropOutdated(merged, changedFiles(merged, sources), unit);
  mergeFacts(merged, unit);
  return merged;
}

Expected<std::vector<Finding>> UnitFindings::judge(clang::ASTContext &context,
                                                   const Settings &settings) {
  analyzer::Extraction &unit = extraction(context, settings.knowledge);
  const auto complete = [&] { withLargeStack([&] { unit.complete(); }); };
  if (settings.facts_file.empty() && settings.profile_file.empty())
    return checkFacts(unit.facts(), settings.rule, complete);
  complete();
  if (settings.facts_file.empty())
    return withProfile(unit.facts(), settings);
  const Expected<Facts> program =
      withProgram(unit.facts(), context.getSourceManager(), settings.facts_file);
  if (!program)
    return failure(program.error());
  return withProfile(*program, settings);
}

Expected<std::vector<Finding>> UnitFindings::withProfile(const Facts &facts,
                                                         const Settings &settings) {
  const Measurement *measured = nullptr;
  if (!settings.profile_file.empty()) {
    const auto [known, fresh] = profiles_.try_emplace(settings.profile_file);
    if (fresh)
      known->second = readProfile(settings.profile_file);
    if (!known->second)
      return failure(known->second.error());
    measured = &*known->second;
  }
  std::vector<Finding> findings = judgeSources(facts, settings.rule, measured).findings;
  // What only the recording shows has no place in this unit's sources.
  std::erase_if(findings, [&](const Finding &finding) {
    return finding.verdict == Verdict::Measured ||
           finding.confidence > settings.rule.min_confidence;
  });
  return findings;
}

const Expected<std::vector<Finding>> &UnitFindings::of(clang::ASTContext &context,
                                                       const Settings &settings) {
  if (context_ != &context)
    forget();
  context_ = &context;
  for (const Judged &judged : judged_)
    if (key(judged.settings) == key(settings))
      return judged.findings;
  return judged_.emplace_back(Judged{settings, judge(context, settings)}).findings;
}

void UnitFindings::forget() {
  context_ = nullptr;
  extractions_.clear();
  judged_.clear();
}

} // namespace fsfind::tidy

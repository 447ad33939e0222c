#include "cli/prove/Prove.h"

#include "cli/check/FactsCache.h"
#include "cli/check/Files.h"
#include "cli/git/Committed.h"
#include "cli/prove/OwnPlaces.h"
#include "cli/prove/ProveFolder.h"
#include "cli/prove/ProveState.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Text.h"
#include "rules/model/ContentDigest.h"
#include "rules/model/ContentHash.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::prove {

namespace {

using cli::counted;

/// The path relative to the project; empty if it lies elsewhere.
std::string pathIn(const std::string &project, const std::string &path) {
  const std::string shown = check::shownPath(path, project);
  return shown.starts_with('/') ? std::string() : shown;
}

/// The texts that the patch gives to the files of `all`, a patch with more edits.
Texts textsOf(const fix::Patch &patch, const fix::Patch &all, const std::string &project) {
  Texts texts;
  for (const fix::FileChange &file : all.files)
    texts[pathIn(project, file.path)] = file.before;
  for (const fix::FileChange &file : patch.files)
    texts[pathIn(project, file.path)] = file.after();
  return texts;
}

std::string joined(const Texts &texts) {
  std::string all;
  for (const auto &[path, text] : texts)
    all += path + '\0' + text + '\0';
  return all;
}

std::uint64_t hashOf(const Texts &texts) {
  return contentHash(joined(texts));
}

/// Findings with edits, those apart whose files are not copied.
struct Candidates {
  std::vector<Finding> usable;
  std::vector<Tried> left_out;
};

Candidates candidatesOf(const ProveRequest &request, const ProjectFiles &files) {
  Candidates candidates;
  for (const Finding &finding : request.findings) {
    std::string foreign;
    for (const Edit &edit : finding.edits()) {
      const std::string path = pathIn(files.root, check::absolutePath(edit.file));
      if (!std::binary_search(files.paths.begin(), files.paths.end(), path))
        foreign = edit.file + " is not among the files of the project that are copied";
    }
    if (finding.edits().empty())
      continue;
    if (foreign.empty())
      candidates.usable.push_back(finding);
    else
      candidates.left_out.push_back({finding, {}, {}, foreign, {}, true});
  }
  return candidates;
}

/// All that the proof's result depends on.
std::string inputsOf(const ProveRequest &request, const ProjectFiles &files, const Texts &texts) {
  const Commands &commands = request.commands;
  const record::Simulation &simulation = commands.simulation;
  return contentDigest(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{} {} {}\n{} {} {}", FSFIND_VERSION,
                                   contentOf(files), contentDigest(joined(texts)), commands.build,
                                   commands.run, commands.below, record::inWords(simulation),
                                   simulation.ldlat, simulation.load_period,
                                   simulation.store_period, static_cast<unsigned>(commands.engine),
                                   commands.sampling.load_latency, commands.sampling.period));
}

class Prover {
public:
  /// `all` is the patch of all candidates.
  Prover(const ProveRequest &request, const ProjectFiles &files, Candidates candidates,
         fix::Patch all, ProveFolder &folder, Shell &shell)
      : request_(request), files_(files), candidates_(std::move(candidates)), all_(std::move(all)),
        folder_(folder), shell_(shell),
        workshop_(request.commands, folder.path(), shell, request.say), state_(folder.statePath()) {
  }

  Expected<Proof> run() {
    Proof proof;
    if (candidates_.usable.empty())
      return withLeftOut(std::move(proof));
    if (state_.baseline())
      request_.say("going on with what an earlier call has found out");
    FSFIND_TRY(proof.before, baseline());
    const Attempt attempt = [&](const std::vector<Finding> &some) { return trial(some); };
    FSFIND_TRY(proof.selection, select(candidates_.usable, proof.before, attempt));
    proof.patch = patchOf(proved(proof.selection));
    if (!proof.patch.files.empty())
      FSFIND_CHECK(time(proof));
    FSFIND_CHECK(state_.finish());
    folder_.removeCopies();
    return withLeftOut(std::move(proof));
  }

private:
  static std::vector<Finding> proved(const Selection &selection) {
    std::vector<Finding> findings;
    for (const Tried &one : selection.tried)
      if (one.proved())
        findings.push_back(one.finding);
    return findings;
  }

  Expected<Proof> withLeftOut(Proof proof) {
    for (Tried &one : proof.selection.tried)
      if (one.proved())
        one.finding.setTried(EditTrial::Recorded);
    for (Tried &one : candidates_.left_out)
      proof.selection.tried.push_back(std::move(one));
    return proof;
  }

  [[nodiscard]] fix::Patch patchOf(const std::vector<Finding> &findings) const {
    return fix::patchOf(findings, request_.contents);
  }

  [[nodiscard]] Texts textsFor(const fix::Patch &patch) const {
    return textsOf(patch, all_, files_.root);
  }

  Expected<WorkingCopy> copy(const char *name) {
    const std::string folder = folder_.path() + "/" + name;
    if (!WorkingCopy::isWhole(folder))
      request_.say(fmt::format("copying {} ({} MB)", counted(files_.paths.size(), "file"),
                               files_.bytes >> 20U));
    return WorkingCopy::of(files_, folder, shell_);
  }

  /// For recordings of the program in the copy, which has the patch's edits.
  [[nodiscard]] NameData naming(const WorkingCopy &copy, fix::Patch patch) const {
    return [this, folder = copy.folder(), patch = std::move(patch)](Profile &profile) {
      useOwnPlaces(profile, folder, files_.root, patch);
      request_.name(profile);
    };
  }

  /// The program as it is, built.
  Expected<WorkingCopy> builtOld() {
    FSFIND_TRY(WorkingCopy old, copy("old"));
    request_.say("building the program as it is");
    FSFIND_TRY(const Built built, workshop_.build(old, textsFor({})));
    if (built.trouble.empty())
      return old;
    cli::tellRaw(built.said);
    return failure({request_.commands.build,
                    {},
                    built.trouble + " in a copy of the project, before any edit",
                    files_.repository ? "give a command that builds what git has, from the "
                                        "configuration on"
                                      : "give a command that builds a copy of the folder, from the "
                                        "configuration on"});
  }

  Expected<Baseline> baseline() {
    if (state_.baseline())
      return *state_.baseline();
    FSFIND_TRY(const WorkingCopy old, builtOld());
    FSFIND_TRY(Baseline before, workshop_.observeOld(old, naming(old, {})));
    FSFIND_CHECK(state_.setBaseline(before));
    return before;
  }

  Expected<Trial> trial(const std::vector<Finding> &findings) {
    const fix::Patch patch = patchOf(findings);
    const Texts texts = textsFor(patch);
    const std::uint64_t key = hashOf(texts);
    if (const Trial *known = state_.trial(key))
      return *known;
    FSFIND_TRY(const WorkingCopy changed, copy("new"));
    request_.say(
        fmt::format("building it with the edits of {}", counted(findings.size(), "finding")));
    FSFIND_TRY(const Built built, workshop_.build(changed, texts));
    Trial trial{built.trouble, built.said, 0, 0, {}};
    if (trial.trouble.empty()) {
      FSFIND_TRY(trial, workshop_.observeNew(changed, *state_.baseline(), naming(changed, patch)));
    }
    FSFIND_CHECK(state_.addTrial(key, trial));
    return trial;
  }

  /// Runs both programs in turns, as often as is left to do.
  Expected<void> time(Proof &proof) {
    const Texts texts = textsFor(proof.patch);
    const std::uint64_t key = hashOf(texts);
    if (state_.runs(key).size() < request_.runs)
      FSFIND_CHECK(runInTurns(texts, key));
    std::vector<double> before, after;
    for (const RunPair &pair : state_.runs(key)) {
      before.push_back(pair.before);
      after.push_back(pair.after);
    }
    proof.runs = before.size();
    proof.times = compareTimes(before, after);
    return {};
  }

  Expected<void> runInTurns(const Texts &texts, std::uint64_t key) {
    FSFIND_TRY(const WorkingCopy old, builtOld());
    FSFIND_TRY(const WorkingCopy changed, copy("new"));
    request_.say("building it with the edits that pay");
    FSFIND_TRY(const Built built, workshop_.build(changed, texts));
    if (!built.trouble.empty())
      return failure({request_.commands.build, {}, built.trouble + ", and did not before", {}});
    request_.say(fmt::format("running old and new in turns, {} times each", request_.runs));
    while (state_.runs(key).size() < request_.runs) {
      FSFIND_TRY(const Ran before, workshop_.run(old));
      FSFIND_TRY(const Ran after, workshop_.run(changed));
      FSFIND_CHECK(state_.addRun(key, {before.seconds, after.seconds}));
    }
    return {};
  }

  const ProveRequest &request_;
  const ProjectFiles &files_;
  Candidates candidates_;
  fix::Patch all_;
  ProveFolder &folder_;
  Shell &shell_;
  Workshop workshop_;
  ProveState state_;
};

Expected<std::string> baseFolder(const ProveRequest &request) {
  if (!request.folder.empty())
    return request.folder;
  const std::string cache = check::defaultCacheFolder();
  if (cache.empty())
    return failure({{},
                    {},
                    "there is no cache folder for a copy of the project",
                    "name one with --prove-dir"});
  if (std::string trouble = check::makeOwnFolder(cache); !trouble.empty())
    return failure({cache, {}, std::move(trouble), "name another folder with --prove-dir"});
  return cache + "/prove";
}

Expected<Proof> proveIn(const ProveRequest &request, Shell &shell) {
  const Commands &commands = request.commands;
  const std::uint64_t name = contentHash(
      fmt::format("{}\n{}\n{}\n{}", request.project, commands.below, commands.build, commands.run));
  FSFIND_TRY(const std::string base, baseFolder(request));
  if (const std::string trouble = git::whyMayBeCommitted(base); !trouble.empty())
    return failure({base, {}, "is not used: " + trouble, "name another folder with --prove-dir"});
  FSFIND_TRY(ProveFolder folder, ProveFolder::open(fmt::format("{}/{:016x}", base, name)));
  FSFIND_TRY(
      const ProjectFiles files,
      projectFiles(request.project,
                   {request.most_bytes,
                    {check::absolutePath(base), check::absolutePath(check::defaultCacheFolder())}},
                   shell));
  if (!files.repository && !files.refusal.empty())
    request.say("not as a repository of git: " + files.refusal);
  Candidates candidates = candidatesOf(request, files);
  fix::Patch all = fix::patchOf(candidates.usable, request.contents);
  FSFIND_CHECK(
      folder.enter(inputsOf(request, files, textsOf(all, all, files.root)), request.repeat));
  return Prover(request, files, std::move(candidates), std::move(all), folder, shell).run();
}

} // namespace

Expected<Proof> prove(const ProveRequest &request) {
  Shell shell;
  Expected<Proof> proof = proveIn(request, shell);
  if (proof || shell.interruptedBy() == 0)
    return proof;
  Proof interrupted;
  interrupted.interrupted = shell.interruptedBy();
  return interrupted;
}

} // namespace fsfind::prove

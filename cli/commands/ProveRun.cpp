#include "cli/commands/ProveRun.h"

#include "cli/check/Files.h"
#include "cli/commands/Commands.h"
#include "cli/commands/PatchText.h"
#include "cli/commands/RecordOptions.h"
#include "cli/prove/ProofReport.h"
#include "cli/prove/Prove.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"
#include "rules/join/SourceNames.h"
#include "rules/model/FailOn.h"

#include <ostream>

namespace fsfind::cli {

namespace {

/// As the recording was made, but by the engine that the user asks for.
RecordArguments recordingFor(const ProveArguments &arguments, const Source *given) {
  RecordArguments recording = given != nullptr ? recordedBy(*given) : RecordArguments();
  if (given == nullptr || !arguments.engine.empty())
    recording.engine = arguments.engine.empty() ? "auto" : arguments.engine;
  return recording;
}

Expected<prove::ProveRequest> requestOf(const FixArguments &options, const ToProve &what,
                                        const std::string &folder, const Source *given) {
  const ProveArguments &arguments = options.prove;
  const RecordArguments recording = recordingFor(arguments, given);
  FSFIND_TRY(const record::Simulation simulation, pricedSimulation(recording));
  prove::ProveRequest request;
  request.findings = what.patch.ended;
  request.contents = what.contents;
  request.project = check::repositoryRoot(folder);
  request.commands = {arguments.build,
                      arguments.run,
                      request.project == folder ? "" : check::shownPath(folder, request.project),
                      engineOf(recording),
                      simulation,
                      hardwareSampling(recording)};
  request.name = [&facts = what.facts](Profile &profile) { nameFromSources(facts, profile); };
  if (!arguments.folder.empty())
    request.folder = check::absolutePath(arguments.folder);
  if (arguments.most_megabytes != 0)
    request.most_bytes = arguments.most_megabytes * prove::kMegabyte;
  request.runs = arguments.runs;
  request.repeat = options.apply;
  request.say = [quiet = options.check.quiet](const std::string &text) {
    if (!quiet)
      tell(text);
  };
  return request;
}

/// The findings whose edits are proved.
std::vector<Finding> provedFindings(const prove::Proof &proof) {
  std::vector<Finding> findings;
  for (const prove::Tried &one : proof.selection.tried)
    if (one.proved())
      findings.push_back(one.finding);
  return findings;
}

Expected<void> write(const FixArguments &options, const prove::Proof &proof,
                     const ReviewSource &source, const std::string &folder) {
  const prove::Told told{options.prove.build, options.prove.run, folder};
  if (options.check.format == "json")
    return writeOutput(options.check.output, [&](std::ostream &out) {
      prove::writeProofJson(out, proof, told, FSFIND_VERSION);
    });
  if (const report::Format *format = report::reviewFormat(options.check.format))
    return writeReview(options.check.output, *format, {provedFindings(proof), source});
  return writeText(options.check, [&](const Traits &traits) {
    const std::string text = prove::proofText(proof, told, traits);
    return options.apply ? text : text + '\n' + shownDiff(proof.patch, folder, traits);
  });
}

/// Findings whose edits are not proved, and those that have none.
std::vector<Finding> remaining(const prove::Proof &proof, const fix::Patch &patch) {
  std::vector<Finding> findings = patch.remaining;
  for (const prove::Tried &one : proof.selection.tried)
    if (!one.proved())
      findings.push_back(one.finding);
  return findings;
}

} // namespace

Expected<int> proveAndWrite(const FixArguments &options, const ToProve &what,
                            const std::string &folder, const Source *given) {
  for (const std::string &one : what.patch.refused)
    tell("warning: " + check::shownText(one, folder));
  FSFIND_TRY(const prove::ProveRequest request, requestOf(options, what, folder, given));
  FSFIND_TRY(const prove::Proof proof, prove::prove(request));
  if (proof.interrupted != 0) {
    tell("interrupted; the same command goes on from here");
    return kSignalBase + proof.interrupted;
  }
  if (options.apply) {
    const EndRequests held; // an interrupt waits until all files are whole
    FSFIND_CHECK(fix::apply(proof.patch));
  }
  FSFIND_CHECK(write(options, proof, what.source, folder));
  return fails(remaining(proof, what.patch), failTerms(options.check.fail_on)) ? kExitFindings
                                                                               : kExitDone;
}

} // namespace fsfind::cli

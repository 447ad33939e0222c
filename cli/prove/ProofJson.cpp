#include "cli/fix/UnifiedDiff.h"
#include "cli/prove/ProofReport.h"
#include "rules/codec/JsonDocument.h"

namespace fsfind::prove {

using namespace codec;

namespace {

Json changeJson(std::uint64_t before, std::uint64_t after) {
  return {{"before", before}, {"after", after}};
}

Json triedJson(const Tried &one) {
  Json json;
  json["verdict"] = one.proved() ? "proved" : "taken-back";
  json["reason"] = one.against;
  json["build_output"] = one.said;
  json["cost"] = changeJson(one.before.cost, one.after.cost);
  json["contended"] = changeJson(one.before.loads, one.after.loads);
  json["finding"] = findingJson(one.finding);
  return json;
}

Json worsenedJson(const Worsened &one) {
  Json json;
  json["name"] = one.name;
  json["contended"] = changeJson(one.before, one.after);
  return json;
}

Json timesJson(const Proof &proof) {
  if (!proof.times)
    return nullptr;
  Json json;
  json["runs"] = proof.runs;
  json["before"] = finite(proof.times->before);
  json["after"] = finite(proof.times->after);
  json["ratio"] = finite(proof.times->ratio);
  json["low"] = finite(proof.times->low);
  json["high"] = finite(proof.times->high);
  json["shown"] = proof.times->shown;
  return json;
}

} // namespace

void writeProofJson(std::ostream &out, const Proof &proof, const Told &told,
                    std::string_view version) {
  Document document(out, version);
  document.add("build", told.build);
  document.add("run", told.run);
  document.add("recorded", proof.before.how);
  document.add("exit_code", proof.before.trial.exit_code);
  document.add("output_compared", proof.before.steady);
  document.add("cost", changeJson(costOf(proof.before.trial), costOf(proof.selection.after)));
  document.add("contended",
               changeJson(loadsOf(proof.before.trial), loadsOf(proof.selection.after)));
  document.addEach("edits", proof.selection.tried, triedJson);
  document.addEach("worsened", proof.selection.worsened, worsenedJson);
  document.add("times", timesJson(proof));
  document.add("patch", fix::unifiedDiff(proof.patch, told.folder));
  document.end();
}

} // namespace fsfind::prove

#include "rules/codec/FindingsFile.h"

#include "rules/codec/CostReader.h"
#include "rules/codec/DocumentText.h"
#include "rules/codec/FieldReader.h"
#include "rules/codec/JsonText.h"
#include "rules/codec/ObjectReader.h"
#include "rules/input/InputFile.h"

namespace fsfind {

namespace {

constexpr const char *kRemedy = "give a report that fsfind wrote as JSON";

void readRecord(const FieldReader &reader, RecordInfo &record) {
  reader.text("name", record.name);
  reader.place(record.declared);
  reader.number("size", record.size);
  reader.number("align", record.align);
}

void readMember(const FieldReader &reader, FindingMember &member) {
  reader.text("path", member.path);
  reader.place(member.declared);
  reader.number("offset", member.offset);
  reader.number("size", member.size);
  reader.texts("readers", member.readers);
  reader.texts("rare_writers", member.rare_writers);
  reader.texts("writers", member.writers);
  reader.number("hitm", member.hitm);
  reader.texts("read_by", member.read_by);
  reader.texts("written_by", member.written_by);
}

void readLayout(const FieldReader &reader, LayoutMember &member) {
  reader.text("path", member.name);
  reader.number("offset", member.offset);
  reader.number("size", member.size);
  reader.texts("writers", member.writers);
}

void readEdit(const FieldReader &reader, Edit &edit) {
  reader.text("file", edit.file);
  reader.number("line", edit.line);
  reader.number("column", edit.column);
  reader.number("end_line", edit.end_line);
  reader.number("end_column", edit.end_column);
  reader.text("text", edit.text);
}

void readAdvice(const FieldReader &reader, Advice &advice) {
  reader.word("remedy", advice.remedy);
  reader.text("why", advice.why);
  reader.number("size_before", advice.size_before);
  reader.number("size_after", advice.size_after);
  reader.number("instances", advice.instances);
  reader.objects("before", advice.before, readLayout);
  reader.objects("after", advice.after, readLayout);
  reader.objects("edits", advice.edits, readEdit);
  reader.text("obstacle", advice.obstacle);
  reader.word("tried", advice.tried);
  reader.text("example", advice.example);
}

void readSide(const FieldReader &reader, FindingSide &side) {
  reader.word("verdict", side.verdict);
  reader.text("rule", side.rule);
  reader.word("confidence", side.confidence);
  reader.object("location", [&](const FieldReader &at) { at.place(side.location); });
  reader.text("message", side.message);
}

void readMissing(const FieldReader &reader, MissingLink &missing) {
  reader.text("link", missing.link);
  reader.text("reason", missing.reason);
}

void readRun(const FieldReader &reader, SeenInRun &run) {
  reader.word("answer", run.answer);
  reader.number("accesses", run.accesses);
  reader.number("contended", run.contended);
  reader.number("threads", run.threads);
}

void readPlacement(const FieldReader &reader, PagePlacement &placement) {
  reader.number("node", placement.node);
  reader.flag("spread", placement.spread);
  reader.number("pages", placement.pages);
  reader.number("shared_pages", placement.shared_pages);
  reader.object("known_by", [&](const FieldReader &at) {
    for (std::size_t i = 0; i < kHomeEvidenceCount; ++i)
      at.number(std::string(word(static_cast<HomeEvidence>(i))).c_str(), placement.known_by[i]);
  });
}

void readRelated(const FieldReader &reader, RelatedPlace &related) {
  reader.place(related.place);
  reader.text("message", related.message);
}

void readFinding(const FieldReader &reader, Finding &finding) {
  for (const char *field : {"rule", "verdict", "sharing", "confidence", "members", "message"})
    reader.require(field);
  reader.number("rank", finding.rank);
  reader.text("rule", finding.rule);
  reader.word("verdict", finding.verdict);
  reader.word("sharing", finding.sharing);
  reader.word("conflict", finding.conflict);
  reader.flag("allocator_induced", finding.allocator_induced);
  reader.word("alternation", finding.alternation);
  reader.word("confidence", finding.confidence);
  reader.objects("missing", finding.missing, readMissing);
  reader.object("location", [&](const FieldReader &at) { at.place(finding.location); });
  reader.objects("related", finding.related, readRelated);
  reader.object("object", [&](const FieldReader &at) { readObject(at, finding.object); });
  reader.object("record", [&](const FieldReader &at) { readRecord(at, finding.record.emplace()); });
  reader.objects("members", finding.members, readMember);
  reader.addresses("lines", finding.lines);
  reader.object("cost", [&](const FieldReader &cost) { readCost(cost, finding.cost); });
  reader.object("placement",
                [&](const FieldReader &at) { readPlacement(at, finding.placement.emplace()); });
  reader.text("message", finding.message);
  reader.objects("advice", finding.advice, readAdvice);
  reader.text("no_advice", finding.no_advice);
  reader.objects("sides", finding.sides, readSide);
  reader.object("run", [&](const FieldReader &at) { readRun(at, finding.run.emplace()); });
}

void readClock(const FieldReader &reader, ByClock &clock) {
  reader.number("samples", clock.samples);
  reader.number("decoded", clock.decoded);
  reader.measure("together", clock.together);
}

void readSource(const FieldReader &reader, Source &source) {
  reader.text("path", source.path);
  reader.flag("simulated", source.simulated);
  reader.number("line_size", source.line_size);
  reader.flag("line_size_assumed", source.line_size_assumed);
  reader.text("arch", source.arch);
  reader.text("cpu", source.cpu_description);
  reader.number("cpus_online", source.cpus_online);
  reader.text("hostname", source.hostname);
  reader.text("os_release", source.os_release);
  reader.text("perf_version", source.perf_version);
  reader.texts("command_line", source.command_line);
  reader.texts("events", source.events);
  reader.number("first_time", source.first_time);
  reader.number("last_time", source.last_time);
  reader.number("lost_samples", source.lost_samples);
  reader.object("by_clock",
                [&](const FieldReader &at) { readClock(at, source.by_clock.emplace()); });
}

void readCounters(const FieldReader &reader, C2cCounters &counters) {
  reader.number("records", counters.nr_entries);
  reader.number("loads", counters.load);
  reader.number("stores", counters.store);
  for (const C2cCounterField &field : kC2cCounterFields)
    if (field.name != "nr_entries" && field.name != "load" && field.name != "store")
      reader.number(std::string(field.name).c_str(), counters.*field.member);
}

void readSeen(const FieldReader &reader, Seen &seen) {
  reader.number("executed", seen.executed);
  reader.number("simulated", seen.simulated);
  reader.number("bursts", seen.bursts);
  reader.number("contended", seen.contended);
  reader.number("steps", seen.steps);
  reader.measure("step_squares", seen.step_squares);
  if (seen.simulated > seen.executed)
    reader.tell("simulated", "more than executed");
}

/// Loads of two classes: those served on the same node, and those served from another node.
std::uint64_t loadsOf(const FieldReader &classes, const char *local, const char *remote) {
  std::uint64_t loads[2] = {};
  classes.number(local, loads[0]);
  classes.number(remote, loads[1]);
  return loads[0] + loads[1];
}

void readDocument(const FieldReader &reader, FindingsFile &file) {
  reader.object("source", [&](const FieldReader &at) { readSource(at, file.source); });
  file.measured = reader.has("totals");
  file.joined = reader.has("sources");
  reader.object("totals", [&](const FieldReader &at) { readCounters(at, file.totals); });
  reader.object("shared", [&](const FieldReader &at) { readCounters(at, file.shared); });
  reader.object("classes", [&](const FieldReader &classes) {
    file.hitm = loadsOf(classes, "load-local-hitm", "load-remote-hitm");
    file.peers = loadsOf(classes, "load-local-peer", "load-remote-peer");
  });
  reader.object("summary", [&](const FieldReader &summary) {
    summary.number("samples", file.samples);
    summary.number("contended_samples", file.contended_samples);
    summary.number("named_samples", file.named_samples);
    summary.number("cost", file.cost);
    summary.number("estimated_loads", file.estimated_loads);
    summary.number("estimated_stores", file.estimated_stores);
    summary.object("seen",
                   [&](const FieldReader &at) { readSeen(at, file.source.seen.emplace()); });
  });
  reader.objects("findings", file.findings, readFinding);
}

Expected<void> checkDocument(const nlohmann::json &json, const std::string &where) {
  if (!json.is_object() || !json.contains("schema") || !json.contains("findings"))
    return failure({where, {}, "is not a report of fsfind", kRemedy});
  if (json.at("schema") != kDocumentSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kDocumentSchema),
                    "write it anew with the same release of fsfind"});
  return {};
}

} // namespace

Expected<FindingsFile> parseFindings(std::string_view text, const std::string &where) {
  FSFIND_TRY(const nlohmann::json json, parseJson(text, where, kRemedy));
  FSFIND_CHECK(checkDocument(json, where));
  FindingsFile file;
  std::string problem;
  readDocument(FieldReader(json, "", problem), file);
  if (!problem.empty())
    return failure({where, {}, problem, kRemedy});
  return file;
}

Expected<FindingsFile> readFindingsFile(const std::string &path) {
  FSFIND_TRY(const std::string text, readInput(path, input::kReport));
  return parseFindings(text, path);
}

} // namespace fsfind

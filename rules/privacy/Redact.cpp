#include "rules/privacy/Redact.h"

namespace fsfind {

namespace {

/// Redacts the parts of one profile or report, each where it stands.
class Redactor {
public:
  explicit Redactor(Redaction &redaction) : redaction_(redaction) {}

  void source(Source &source) {
    module(source.path);
    if (!redaction_.kept().hosts)
      source.hostname.clear();
    if (!redaction_.kept().commands)
      source.command_line.clear();
  }

  void site(Site &site) {
    module(site.module);
    text(site.symbol);
    for (Frame &one : site.frames)
      frame(one);
  }

  void target(Target &target) {
    object(target.object);
    text(target.member);
    place(target.member_declared);
    record(target.record);
  }

  void finding(Finding &finding) {
    place(finding.location);
    related(finding.related);
    object(finding.object);
    record(finding.record);
    members(finding.members);
    members(finding.quiet_members);
    places(finding.allocations);
    module(finding.module);
    text(finding.message);
    text(finding.no_advice);
    text(finding.cost.unknown);
    for (FindingEvidence &one : finding.evidence)
      text(one.reason);
    for (Advice &one : finding.advice)
      advice(one);
    for (FindingSide &side : finding.sides) {
      place(side.location);
      text(side.message);
    }
  }

  void code(RemoteUnnamed::Code &code) {
    text(code.function);
    module(code.module);
    place(code.place);
  }

  void text(std::string &text) { text = redaction_.text(text); }
  void module(std::string &path) { path = redaction_.module(path); }

private:
  void place(Place &place) { place.file = redaction_.file(place.file); }
  void places(std::vector<Place> &places) {
    for (Place &one : places)
      place(one);
  }

  void frame(Frame &frame) {
    text(frame.function);
    place(frame.place);
  }

  void object(Object &object) {
    text(object.name);
    text(object.type);
    text(object.function);
    text(object.holder);
    place(object.declared);
    frame(object.allocated);
  }

  void record(std::optional<RecordInfo> &record) {
    if (!record)
      return;
    text(record->name);
    place(record->declared);
    if (!record->members)
      return;
    RecordMembers members = *record->members;
    for (RecordMember &member : members)
      text(member.type);
    record->members = std::make_shared<const RecordMembers>(std::move(members));
  }

  void members(std::vector<FindingMember> &members) {
    for (FindingMember &member : members) {
      text(member.path);
      text(member.variable);
      text(member.type);
      place(member.declared);
    }
  }

  void related(std::vector<RelatedPlace> &related) {
    for (RelatedPlace &one : related) {
      place(one.place);
      text(one.message);
    }
  }

  void advice(Advice &advice) {
    text(advice.why);
    text(advice.obstacle);
    text(advice.example);
    for (Edit &edit : advice.edits)
      edit.file = redaction_.file(edit.file);
  }

  Redaction &redaction_;
};

} // namespace

void redact(Profile &profile, Redaction &redaction) {
  Redactor redactor(redaction);
  redactor.source(profile.source);
  for (Site &site : profile.sites)
    redactor.site(site);
  for (Target &target : profile.targets)
    redactor.target(target);
  for (Line &line : profile.lines)
    redactor.module(line.mapping);
  for (Note &note : profile.notes)
    redactor.text(note.text);
  for (std::string &module : profile.rebuilt)
    redactor.module(module);
}

void redact(Report &report, Redaction &redaction) {
  Redactor redactor(redaction);
  for (Finding &finding : report.findings)
    redactor.finding(finding);
  if (report.sources)
    redactor.module(report.sources->path);
  if (report.prices)
    redactor.module(report.prices->path);
  for (RemoteUnnamed::Code &code : report.remote_unnamed.code)
    redactor.code(code);
}

} // namespace fsfind

#include "rules/privacy/Redact.h"

#include <functional>
#include <string>

namespace fsfind {

namespace {

/// What is done with the strings of a profile or report.
struct Treatment {
  using Treat = std::function<void(std::string &)>;
  Treat file, module, text;
};

/// Gives the strings of one profile or report to a treatment, each where it stands.
class Visitor {
public:
  explicit Visitor(const Treatment &treatment) : treatment_(treatment) {}

  void profile(Profile &profile) {
    module(profile.source.path);
    for (Site &one : profile.sites)
      site(one);
    for (Target &one : profile.targets)
      target(one);
    for (Line &line : profile.lines)
      module(line.mapping);
    for (Note &note : profile.notes)
      text(note.text);
    for (std::string &path : profile.rebuilt)
      module(path);
  }

  void report(Report &report) {
    for (Finding &one : report.findings)
      finding(one);
    if (report.sources)
      module(report.sources->path);
    if (report.prices)
      module(report.prices->path);
    for (RemoteUnnamed::Code &one : report.remote_unnamed.code)
      code(one);
  }

private:
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
    for (MissingLink &one : finding.missing)
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

  void text(std::string &text) { treatment_.text(text); }
  void module(std::string &path) { treatment_.module(path); }
  void place(Place &place) { treatment_.file(place.file); }
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
      treatment_.file(edit.file);
  }

  const Treatment &treatment_;
};

/// Has the redaction know all paths before texts are read.
Treatment learning(Redaction &redaction) {
  return {[&](std::string &path) { redaction.know(path); },
          [&](std::string &path) { redaction.knowModule(path); }, [](std::string &) {}};
}

Treatment redacting(Redaction &redaction) {
  return {[&](std::string &path) { path = redaction.file(path); },
          [&](std::string &path) { path = redaction.module(path); },
          [&](std::string &text) { text = redaction.text(text); }};
}

} // namespace

void redact(Profile &profile, Report &report, Redaction &redaction) {
  for (const Treatment &treatment : {learning(redaction), redacting(redaction)}) {
    Visitor visitor(treatment);
    visitor.profile(profile);
    visitor.report(report);
  }
  if (!redaction.kept().hosts)
    profile.source.hostname.clear();
  if (!redaction.kept().commands)
    profile.source.command_line.clear();
}

} // namespace fsfind

#include "rules/join/TermsDraft.h"

#include "rules/join/Agreement.h"

#include <utility>

namespace fsfind {

Finding TermsDraft::begin(std::string_view rule) const {
  Finding finding;
  finding.rule = rule;
  finding.verdict = measured_.verdict;
  finding.sharing = measured_.sharing;
  finding.confidence = measured_.confidence;
  finding.alternation = measured_.alternation;
  finding.cost = measured_.cost;
  finding.object = measured_.object;
  finding.object.declared = inSources(finding.object.declared, files_);
  finding.object.allocated.place = inSources(finding.object.allocated.place, files_);
  finding.allocator_induced = measured_.allocator_induced;
  return finding;
}

void TermsDraft::setObject(Finding &finding, RecordIndex index) const {
  setRecord(finding, index);
  finding.object.type = finding.record->name;
  finding.object.size = finding.record->size;
  finding.location = finding.record->declared;
}

void TermsDraft::setRecord(Finding &finding, RecordIndex index) const {
  const FactRecord &record = facts_.record(index);
  finding.record =
      RecordInfo{record.name, facts_.place(record.place), record.size, record.declared_align};
}

void TermsDraft::addMember(Finding &finding, const UsedDatum &used, std::size_t depth) const {
  const TrailStep &last = used.trail.back();
  FindingMember member = used.member;
  member.path = pathOf(facts_, used.trail, depth);
  member.declared = facts_.place(facts_.record(last.record).members[last.member].place);
  member.offset = used.trail[depth].offset;
  finding.members.push_back(std::move(member));
}

} // namespace fsfind

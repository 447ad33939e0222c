#include "rules/source/layout/SourceLayouts.h"

#include "rules/model/WantedName.h"
#include "rules/source/Rules.h"
#include "rules/source/layout/FactLayout.h"
#include "rules/source/layout/RecordCode.h"

#include <algorithm>

namespace fsfind {

namespace {

bool isAbout(const Finding &finding, const TypeLayout &layout) {
  return finding.confidence <= Confidence::Medium && finding.record && // High is the least value
         finding.record->name == layout.name && finding.record->declared == layout.declared &&
         finding.record->size == layout.size;
}

std::vector<MemberWriters> writersBy(const std::vector<Finding> &findings,
                                     const TypeLayout &layout) {
  std::vector<MemberWriters> all(layout.members.size());
  for (const Finding &finding : findings) {
    if (!isAbout(finding, layout))
      continue;
    for (const FindingMember &found : finding.members)
      for (std::size_t i = 0; i < all.size(); ++i) {
        const LaidOutMember &member = layout.members[i];
        if (member.offset >= found.offset + found.size ||
            found.offset >= member.offset + member.size)
          continue;
        all[i].counts = true;
        all[i].writers.insert(found.writers.begin(), found.writers.end());
      }
  }
  return all;
}

/// The records that the name may mean; puts the names of all into `names`.
std::vector<RecordIndex> recordsNamed(const Facts &facts, const std::string &wanted,
                                      std::set<std::string> &names) {
  const WantedName name(wanted);
  std::vector<RecordIndex> found;
  for (std::size_t i = 0; i < facts.records.size(); ++i) {
    const FactRecord &record = facts.records[i];
    if (!hasLayout(record))
      continue;
    names.emplace(withoutArguments(record.name));
    if (name.is(record.name))
      found.emplace_back(i);
  }
  return found;
}

} // namespace

SourceLayouts sourceLayouts(const Facts &facts, const std::string &wanted,
                            std::uint32_t line_size) {
  SourceLayouts result;
  const std::vector<RecordIndex> records = recordsNamed(facts, wanted, result.names);
  if (records.empty())
    return result;
  const Program program(facts, {.line_size = line_size, .rules = {}});
  const RecordUses uses(program);
  const std::vector<Finding> findings = checkAdjacentThreadFields(program);
  for (const RecordIndex record : records) {
    TypeLayout layout = layoutOf(facts, record);
    if (std::any_of(result.layouts.begin(), result.layouts.end(),
                    [&](const SourceLayout &other) { return isSameType(other.layout, layout); }))
      continue;
    std::vector<MemberCode> code = codeOf(uses, record, layout);
    std::vector<MemberWriters> writers = writersBy(findings, layout);
    result.layouts.push_back({std::move(layout), std::move(code), std::move(writers)});
  }
  return result;
}

} // namespace fsfind

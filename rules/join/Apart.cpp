#include "rules/join/Apart.h"

#include "rules/join/MemberMatch.h"
#include "rules/join/MemberTrail.h"
#include "rules/join/SlotArray.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/PaddedRecord.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace fsfind {

namespace {

/// The records of that name in that file: one, or the same in several units.
std::vector<const FactRecord *> recordsNamed(const Facts &facts, const RecordInfo &record) {
  std::vector<const FactRecord *> all;
  for (const FactRecord &one : facts.records)
    if (one.name == record.name && facts.place(one.place).file == record.declared.file)
      all.push_back(&one);
  return all;
}

using Writers = std::vector<std::string>;

/// Each line of the record is used by one group of writers.
bool areMembersApart(const Finding &finding, const Facts &facts, const FactRecord &record,
                     std::uint32_t line_size) {
  std::map<std::uint64_t, const Writers *> writers_of;
  for (const FindingMember &member : finding.members) {
    const auto extent = extentOf(facts, record, namesOn(member.path));
    if (!extent)
      return false;
    const std::uint64_t last =
        (extent->offset + std::max<std::uint64_t>(extent->size, 1) - 1) / line_size;
    // The lines between belong to the member alone.
    for (const std::uint64_t line : {extent->offset / line_size, last}) {
      const auto [known, added] = writers_of.try_emplace(line, &member.writers);
      if (!added && *known->second != member.writers)
        return false;
    }
  }
  return record.align % line_size == 0;
}

/// Between the data of different writers lie as many bytes as part them wherever the record begins.
bool areMembersFarApart(const Finding &finding, const Facts &facts, const FactRecord &record,
                        std::uint32_t line_size) {
  struct Used {
    std::uint64_t begin = 0, end = 0;
    const Writers *writers = nullptr;
  };
  std::vector<Used> all;
  for (const FindingMember &member : finding.members) {
    const auto extent = extentOf(facts, record, namesOn(member.path));
    if (!extent)
      return false;
    all.push_back({extent->offset, extent->offset + extent->size, &member.writers});
  }
  std::sort(all.begin(), all.end(),
            [](const Used &one, const Used &other) { return one.begin < other.begin; });
  return std::adjacent_find(all.begin(), all.end(), [&](const Used &one, const Used &next) {
           return *one.writers != *next.writers &&
                  next.begin < offsetApart(record, one.end, line_size);
         }) == all.end();
}

bool takesWholeLines(const FactRecord &record, std::uint32_t line_size) {
  return record.size % line_size == 0 && record.align % line_size == 0;
}

/// Elements take whole lines; or as many bytes are between the data of two as parts them wherever
/// the array begins.
bool areElementsApart(const FactRecord &record, std::uint32_t line_size) {
  return takesWholeLines(record, line_size) || record.size >= sizeApart(record, line_size);
}

/// Elements that were no records, in all instances of a template, if each has become one. What is
/// beside the array is apart only if the elements take whole lines: padding is behind each of them.
bool areSlotsApart(const Finding &finding, const Facts &facts, std::uint32_t line_size) {
  const bool others =
      std::any_of(finding.members.begin(), finding.members.end(),
                  [](const FindingMember &member) { return !member.declared.known(); });
  const auto is_apart = [&](const FindingMember &array) {
    if (!array.declared.known())
      return true;
    const auto elements = elementTypesOf(facts, array.path, array.declared.file);
    return !elements.empty() &&
           std::all_of(elements.begin(), elements.end(), [&](const auto &element) {
             if (!element || !facts.type(*element).record)
               return false;
             const FactRecord &record = facts.record(*facts.type(*element).record);
             return others ? takesWholeLines(record, line_size)
                           : areElementsApart(record, line_size);
           });
  };
  return !finding.members.empty() &&
         std::all_of(finding.members.begin(), finding.members.end(), is_apart);
}

bool isVariableAligned(const FindingMember &member, const Facts &facts, std::uint32_t line_size) {
  return std::any_of(
      facts.variables.begin(), facts.variables.end(), [&](const FactVariable &variable) {
        const std::uint64_t align =
            std::max(variable.declared_align, facts.type(variable.type).align);
        return variable.name == member.variable && align != 0 && align % line_size == 0 &&
               facts.place(variable.place).file == member.declared.file;
      });
}

} // namespace

bool areApart(const Finding &in_source_terms, const Facts &facts, std::uint32_t line_size) {
  line_size = std::max(line_size, 1U);
  if (in_source_terms.rule == kRuleAdjacentGlobals)
    return std::all_of(
        in_source_terms.members.begin(), in_source_terms.members.end(),
        [&](const FindingMember &one) { return isVariableAligned(one, facts, line_size); });
  if (!in_source_terms.record)
    return areSlotsApart(in_source_terms, facts, line_size);
  const bool of_elements = in_source_terms.rule == kRulePerThreadSlots;
  const bool in_elements = in_source_terms.object.of_array;
  const auto records = recordsNamed(facts, *in_source_terms.record);
  return !records.empty() &&
         std::all_of(records.begin(), records.end(), [&](const FactRecord *record) {
           if (of_elements)
             return areElementsApart(*record, line_size);
           return areMembersApart(in_source_terms, facts, *record, line_size) ||
                  (areMembersFarApart(in_source_terms, facts, *record, line_size) &&
                   (!in_elements || areElementsApart(*record, line_size)));
         });
}

} // namespace fsfind

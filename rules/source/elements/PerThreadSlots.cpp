#include "rules/evidence/Links.h"
#include "rules/model/DisplayName.h"
#include "rules/model/Rows.h"
#include "rules/program/Walk.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/Draft.h"
#include "rules/source/elements/HeapNeighbours.h"
#include "rules/source/elements/NumberedElements.h"
#include "rules/source/elements/SlotEvidence.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fsfind {

namespace {

std::string elementWords(const Program &program, const Selection &selection) {
  const std::uint32_t line = program.lineSize();
  const std::uint64_t stride = selection.stride;
  if (isOfBits(program.facts(), selection.array))
    return fmt::format("elements are bits of words, which are written as a whole, so that {} share "
                       "one {}-byte cacheline",
                       line * 8, line);
  if (stride * 2 <= line)
    return fmt::format("elements are {} bytes apart, so that {} share one {}-byte cacheline",
                       stride, line / stride, line);
  if (stride % line == 0)
    return fmt::format("elements are {} bytes apart, but need not begin where a {}-byte cacheline "
                       "begins, so that neighbours share one",
                       stride, line);
  return fmt::format("elements are {} bytes apart, so that neighbours share {}-byte cachelines",
                     stride, line);
}

std::string message(const Program &program, const SlotEvidence &evidence,
                    const std::string &array) {
  const Choice &choice = *evidence.choice;
  const std::string who = program.whoUses(*choice.use, evidence.role);
  const std::string what = array.empty() ? std::string("an array") : '\'' + array + '\'';
  if (isBlock(*choice.selection))
    return fmt::format("each thread writes its own block of {} (in {}){}; blocks begin at any "
                       "multiple of {} bytes, so that neighbours share a {}-byte cacheline",
                       what, who, choice.use->looped ? " in a loop" : "", choice.selection->element,
                       program.lineSize());
  const std::string place = elementWords(program, *choice.selection);
  if (choice.selection->by == Selector::Shard)
    return fmt::format("{} {} elements of {} that threads choose by '{}'; {}", who,
                       choice.use->access->acquire_lock ? "locks" : "writes", what,
                       choice.selection->index.text, place);
  return fmt::format("each thread writes its own element of {} (in {}){}; {}", what, who,
                     choice.use->looped ? " in a loop" : "", place);
}

Place elementDeclared(const Program &program, const Selection &selection) {
  if (!selection.type)
    return {};
  const FactType &type = program.facts().type(*selection.type);
  return type.record ? program.facts().place(program.facts().record(*type.record).place) : Place{};
}

std::vector<FindingMember> membersOf(const Program &program, const Slots &slots) {
  std::map<std::string, Datum> data;
  for (const Choice &choice : slots.choices) {
    if (std::all_of(choice.use->roles.begin(), choice.use->roles.end(),
                    [](const Execution &execution) { return execution.role == kMainRole; }))
      continue;
    Datum part = partOfElement(*choice.use, *choice.selection);
    Datum &datum = data.try_emplace(part.name).first->second;
    part.uses = std::move(datum.uses);
    part.uses.push_back(choice.use);
    datum = std::move(part);
  }
  std::vector<FindingMember> members;
  for (const auto &[name, datum] : data)
    members.push_back(draftMember(program, datum));
  std::stable_sort(members.begin(), members.end(),
                   [](const auto &a, const auto &b) { return a.offset < b.offset; });
  return members;
}

Finding draft(const Program &program, const Slots &slots, const SlotEvidence &evidence) {
  const Selection &selection = *evidence.choice->selection;
  const std::string array = program.nameOf(selection.array) + (selection.of_row ? kOfRows : "");
  const Place element = elementDeclared(program, selection);
  Finding finding;
  finding.confidence = evidence.confidence;
  finding.location = selection.array.known() ? program.placeOf(selection.array) : element;
  finding.object.name = array;
  finding.object.kind = selection.on_heap            ? ObjectKind::Heap
                        : evidence.choice->use->root ? ObjectKind::Global
                                                     : ObjectKind::Unknown;
  finding.object.size = selection.element;
  finding.object.declared = finding.location;
  if (selection.type) {
    const FactType &type = program.facts().type(*selection.type);
    finding.object.type = type.text;
    if (type.record)
      finding.record = program.recordInfo(*type.record);
  }
  finding.members = membersOf(program, slots);
  if (isOfBits(program.facts(), selection.array)) { // bytes and addresses are those of words
    finding.object.type = kBitWord;
    finding.object.size = 0;
    for (FindingMember &member : finding.members)
      member.size = 0;
  }
  finding.message = message(program, evidence, array);
  if (element.known() && element != finding.location)
    finding.related.push_back({element, "an element is declared here"});
  const std::string &path = evidence.choice->use->path;
  const Side side{path.starts_with('[') ? array + path : path, evidence.choice->use, evidence.role};
  judgeLinks(program,
             {.sides = {side},
              .elements = true,
              .selection = &selection,
              .asks_thread = asksThread(selection) && !evidence.choice->kept},
             finding);
  relateUse(program, finding, side);
  relateStarts(program, finding, evidence.role);
  return finding;
}

} // namespace

std::vector<Finding> checkPerThreadSlots(const Program &program) {
  std::vector<Finding> findings = heapNeighbours(program);
  for (Finding &finding : numberedElements(program))
    findings.push_back(std::move(finding));
  const SlotTable table(program);
  for (const auto &[key, slots] : table.all()) {
    const auto evidence = evidenceOf(program, slots);
    if (!evidence)
      continue;
    Finding found = draft(program, slots, *evidence);
    if (found.location.known()) // else nobody could tell which array it is
      findings.push_back(std::move(found));
  }
  return findings;
}

} // namespace fsfind

#include "rules/model/NumberText.h"
#include "rules/source/Rules.h"
#include "rules/source/padding/PaddingEvidence.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind {

namespace {

/// Reads of the record's members in loops, which load the padding into the cache too.
std::vector<const Use *> scansOf(const Program &program, RecordIndex record) {
  std::vector<const Use *> scans;
  for (const Use &use : program.uses())
    if (use.frame && use.frame->record == record && !use.writes() && use.hot())
      scans.push_back(&use);
  return scans;
}

/// Aligned to a line or more, and at most half of its bytes are used.
bool isMostlyPadding(const FactRecord &record, std::uint32_t line) {
  return !record.is_union && record.declared_align >= line && record.size != 0 &&
         2 * usedBytes(record).size() <= record.size;
}

Finding findingOf(const Program &program, RecordIndex at, const Use &scan) {
  const FactRecord &record = program.facts().record(at);
  Finding found;
  found.verdict = Verdict::Latent;
  found.confidence = Confidence::Low;
  found.location = program.facts().place(record.place);
  found.record = program.recordInfo(at);
  found.object.type = record.name;
  found.object.size = record.size;
  found.object.declared = found.location;
  found.related.push_back({program.facts().place(scan.access->place), "elements are scanned here"});
  found.message = fmt::format("elements of '{}' are scanned in loops and no thread is seen to "
                              "write them: of {} only {} are used",
                              record.name, counted(record.size, "byte"), usedBytes(record).size());
  return found;
}

} // namespace

std::vector<Finding> checkNeedlessPadding(const Program &program) {
  const Facts &facts = program.facts();
  if (std::none_of(facts.records.begin(), facts.records.end(), [&](const FactRecord &record) {
        return isMostlyPadding(record, program.lineSize());
      }))
    return {};
  const PaddingEvidence evidence(program);
  std::vector<Finding> found;
  for (std::size_t i = 0; i < facts.records.size(); ++i) {
    const RecordIndex at{i};
    if (!isMostlyPadding(facts.records[i], program.lineSize()) || !evidence.inArrays(at) ||
        evidence.writtenByThreads(at) || evidence.hasSharedMember(at))
      continue;
    if (const auto scans = scansOf(program, at); !scans.empty())
      found.push_back(findingOf(program, at, *scans.front()));
  }
  return found;
}

} // namespace fsfind

#include "rules/source/members/MemberData.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Most uses of a member that are kept: more would cost time and tell nothing new.
constexpr std::size_t kUsesOfMember = 256;

/// The frame as seen from its part: the nested record becomes the record, and offsets and paths
/// begin at it.
RecordFrame partOf(const RecordFrame &frame, const RecordPart &part, std::uint64_t align) {
  RecordFrame inner = frame;
  const std::uint64_t both = frame.align | part.begin;
  inner.record = part.record;
  inner.bytes = {frame.bytes.begin - part.begin, frame.bytes.end - part.begin};
  inner.align = std::max(align, both & (~both + 1));
  inner.path = frame.path.substr(std::min(part.path_begin, frame.path.size()));
  inner.declared = part.declared;
  inner.alternatives.clear();
  for (std::size_t i = part.alternatives; i < frame.alternatives.size(); ++i)
    inner.alternatives.emplace_back(frame.alternatives[i].first - part.begin,
                                    frame.alternatives[i].second);
  return inner;
}

bool isMember(const Use &use) {
  // Elements chosen by a thread's number are left to the rule about per-thread slots.
  const bool own_element =
      std::any_of(use.selections.begin(), use.selections.end(), [](const Selection &selection) {
        return selection.by == Selector::Thread || selection.by == Selector::Name;
      });
  return use.frame && counts(use) && !(use.frame->whole_array && own_element) &&
         use.leaf != TypeClass::Thread;
}

/// Adds the uses that reach a record as a part of another record: their object may be the one that
/// direct uses reach.
void addParts(const Program &program, std::map<RecordIndex, Members> &records) {
  for (const Use &use : program.uses())
    if (isMember(use))
      for (const RecordPart &part : use.frame->parts)
        if (const auto known = records.find(part.record); known != records.end())
          known->second.add(use,
                            partOf(*use.frame, part, program.facts().record(part.record).align));
}

} // namespace

void Members::add(const Use &use, const RecordFrame &frame) {
  Datum &datum = datumOf(use, frame);
  if (datum.uses.size() < kUsesOfMember)
    datum.uses.push_back(&use);
}

void Members::addSingleRead(const Use &use) {
  Datum &datum = datumOf(use, *use.frame);
  if (datum.single_reads.size() < kUsesOfMember)
    datum.single_reads.push_back(&use);
}

std::vector<const Datum *> Members::sorted() const {
  std::vector<const Datum *> all;
  for (const auto &[bytes, datum] : data_)
    all.push_back(&datum);
  return all;
}

Datum &Members::datumOf(const Use &use, const RecordFrame &frame) {
  const Bytes bytes = writtenPart(use, frame.bytes);
  Datum &datum = data_[{bytes.begin, bytes.end, frame.alternatives}];
  if (datum.uses.empty() && datum.single_reads.empty()) {
    datum.name = frame.path;
    datum.declared = frame.declared;
    datum.innermost = use.declared;
    datum.bytes = bytes;
    datum.align = frame.align;
    datum.alternatives = frame.alternatives;
  }
  datum.align = std::min(datum.align, frame.align);
  datum.elements = datum.elements || frame.whole_array;
  return datum;
}

std::map<RecordIndex, Members> membersOf(const Program &program) {
  std::map<RecordIndex, Members> records;
  for (const Use &use : program.uses())
    if (isMember(use))
      records[use.frame->record].add(use, *use.frame);
  addParts(program, records);
  for (const Use &use : program.singleReads())
    if (isMember(use))
      if (const auto record = records.find(use.frame->record); record != records.end())
        record->second.addSingleRead(use);
  return records;
}

} // namespace fsfind

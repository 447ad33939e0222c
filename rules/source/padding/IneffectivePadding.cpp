#include "rules/evidence/Links.h"
#include "rules/model/NumberText.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/Draft.h"
#include "rules/source/contention/ObjectHints.h"
#include "rules/source/padding/PaddingEvidence.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind {

namespace {

/// Bytes. Alignments of at least this size are meant to separate, or are for vectors.
constexpr std::uint64_t kLeastIntent = 32;
/// Bytes. Smaller padding only fills the record up to its own alignment.
constexpr std::uint64_t kLeastPad = 16;

class Padding {
public:
  explicit Padding(const Program &program)
      : program_(program), facts_(program.facts()), evidence_(program), hints_(program),
        line_(program.lineSize()) {}

  std::vector<Finding> run() {
    for (std::size_t i = 0; i < facts_.records.size(); ++i)
      checkRecord(RecordIndex{i});
    for (const FactFunction &function : facts_.functions)
      for (const FactAllocation &allocation : function.allocations)
        checkAllocation(allocation);
    checkArrays();
    return std::move(found_);
  }

private:
  void checkRecord(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    if (record.is_union || record.size == 0)
      return;
    if (!record.lost_alignment.empty())
      checkLost(at);
    else if (record.constructive)
      checkConstructive(at);
    else if (record.declared_align >= kLeastIntent && record.declared_align < line_)
      checkTooSmall(at);
    else if (record.declared_align < kLeastIntent)
      checkStride(at);
    checkPads(at);
    checkFollowers(at);
  }

  /// An alignment that was written but has no effect.
  void checkLost(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    if (record.align >= line_)
      return;
    const bool shared = evidence_.writtenByThreads(at) || evidence_.selectedByThread(at);
    report(at, shared ? Confidence::High : Confidence::Medium,
           fmt::format("'{}' of record '{}' has no effect: it is aligned to {}, so neighbours can "
                       "lie in its cachelines",
                       record.lost_alignment, nameOf(record), counted(record.align, "byte")));
  }

  void checkConstructive(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    const bool shared = evidence_.writtenByThreads(at) || evidence_.hasSharedMember(at);
    report(at, shared ? Confidence::Medium : Confidence::Low,
           fmt::format("record '{}' is aligned to the constructive interference size, which is "
                       "meant to keep data together; the destructive interference size separates",
                       nameOf(record)));
  }

  /// Aligned to less than a line.
  void checkTooSmall(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    if (isForVectors(facts_, record) || !meetInArray(record, record.size, record.declared_align))
      return;
    const bool shared = evidence_.writtenByThreads(at) || evidence_.hasSharedMember(at);
    const bool arrays = evidence_.inArrays(at);
    report(at, shared && arrays ? Confidence::Medium : Confidence::Low,
           fmt::format("record '{}' is aligned to {} bytes, but the cacheline has {}: neighbours "
                       "share lines",
                       nameOf(record), record.declared_align, line_));
  }

  /// A record with padding whose elements in an array still share lines.
  void checkStride(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    const FactMember *pad = padOf(record);
    const std::uint64_t promised = evidence_.allocatedAlign(at);
    if (!pad || !evidence_.inArrays(at) ||
        !meetInArray(record, record.size, std::max(record.align, promised)))
      return;
    const bool shared = evidence_.writtenByThreads(at) || evidence_.hasSharedMember(at);
    const bool based = record.size % line_ != 0 || promised != 0;
    const bool strong = based && (evidence_.selectedByThread(at) || (shared && namesLine(*pad)));
    reportPadding(
        at, strong ? Confidence::Medium : Confidence::Low,
        fmt::format("'{}' pads '{}' to {}, and elements of an array still meet in cachelines "
                    "of {}",
                    pad->name, nameOf(record), counted(record.size, "byte"),
                    counted(line_, "byte")));
  }

  /// Padding between two members that does not keep them apart.
  void checkPads(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    const auto &members = record.members;
    for (std::uint32_t i = 1; i + 1 < members.size(); ++i) {
      if (!members[i].padding || members[i].size < kLeastPad || members[i - 1].padding ||
          members[i + 1].padding || !evidence_.contend(at, i - 1, i + 1))
        continue;
      const Meeting meeting =
          meet(bytesOf(members[i - 1]), bytesOf(members[i + 1]), alignOf(at), line_);
      if (!meeting.possible())
        continue;
      reportPadding(
          at, Confidence::Medium,
          fmt::format("'{}' is to keep '{}' and '{}' of '{}' apart, and they can still meet in "
                      "a cacheline of {}",
                      members[i].name, members[i - 1].name, members[i + 1].name, nameOf(record),
                      counted(line_, "byte")),
          {i - 1, i + 1});
    }
  }

  /// A member is aligned, and the next one lies in its line.
  void checkFollowers(RecordIndex at) {
    const FactRecord &record = facts_.record(at);
    const auto &members = record.members;
    for (std::uint32_t i = 0; i + 1 < members.size(); ++i) {
      const FactMember &aligned = members[i], &next = members[i + 1];
      if (aligned.declared_align < line_ || next.declared_align >= kLeastIntent || next.padding ||
          next.bit_field || evidence_.partsElements(at, i) ||
          !evidence_.writtenApart(at, i, i + 1) ||
          !meet(bytesOf(aligned), bytesOf(next), alignOf(at), line_).possible())
        continue;
      report(at, Confidence::Medium,
             fmt::format("'{}' of '{}' is aligned to {} bytes, and '{}' right behind it still "
                         "shares its cacheline",
                         aligned.name, nameOf(record), aligned.declared_align, next.name),
             {i, i + 1});
    }
  }

  [[nodiscard]] std::uint64_t alignOf(RecordIndex at) const {
    return std::max(facts_.record(at).align, hints_.of(at).align);
  }

  /// An allocation that does not honour the alignment of its record.
  void checkAllocation(const FactAllocation &allocation) {
    if (!allocation.element || !facts_.type(*allocation.element).record ||
        isAligning(facts_, allocation))
      return;
    const RecordIndex at = *facts_.type(*allocation.element).record;
    const FactRecord &record = facts_.record(at);
    if (std::max(record.declared_align, record.align) < kLeastIntent ||
        allocation.alignment >= record.align || isForVectors(facts_, record))
      return;
    const Bytes hot = evidence_.hotBytes(at);
    const bool neighbours =
        meetNeighbours(hot, record.size, allocation.alignment, line_).possible();
    const bool several = allocation.loop_depth > 0 || evidence_.selectedByThread(at) ||
                         allocation.bytes > record.size || allocation.bytes == 0;
    const bool shared = evidence_.writtenByThreads(at);
    if (!neighbours && !(several && evidence_.hasSharedMember(at) &&
                         isExposed(hot, record.size, allocation.alignment)))
      return;
    const Confidence confidence = allocation.sum                    ? Confidence::Low
                                  : several && shared && neighbours ? Confidence::High
                                  : several || shared               ? Confidence::Medium
                                                                    : Confidence::Low;
    report(at, confidence,
           fmt::format("record '{}' is aligned to {} bytes, but {} promises only {}: {}",
                       nameOf(record), record.align, allocation.how, allocation.alignment,
                       neighbours ? "the objects can share cachelines with their neighbours"
                                  : "whatever lies before or behind the objects can share their "
                                    "cachelines"));
    found_.back().related.push_back({found_.back().location, "the alignment is declared here"});
    found_.back().location = facts_.place(allocation.place);
  }

  /// What lies before or behind an object may share a line with the bytes of it.
  [[nodiscard]] bool isExposed(Bytes bytes, std::uint64_t size, std::uint64_t align) const {
    const std::uint64_t reach =
        line_ - std::min<std::uint64_t>(std::max<std::uint64_t>(align, 1), line_);
    return bytes.begin < reach || size < bytes.end + reach;
  }

  /// The array is aligned, but its small elements still share lines.
  void checkArrays() {
    std::set<ArrayId> known;
    for (const Use &use : program_.uses())
      for (const Selection &chosen : use.selections)
        if (use.writes() && !use.setup && use.hot() && chosen.by == Selector::Thread &&
            !chosen.on_heap && chosen.stride != 0 && declaredAlign(chosen.array) >= kLeastIntent &&
            meetNeighbours(chosen.used, chosen.stride, declaredAlign(chosen.array), line_)
                .possible() &&
            known.insert(chosen.array).second)
          reportArray(use, chosen);
  }

  [[nodiscard]] std::uint64_t declaredAlign(const ArrayId &array) const {
    if (array.variable)
      return facts_.variable(*array.variable).declared_align;
    return array.record ? facts_.record(*array.record).members[array.member].declared_align : 0;
  }

  void reportArray(const Use &use, const Selection &chosen) {
    Finding found;
    found.verdict = Verdict::Latent;
    found.confidence = Confidence::Medium;
    found.location = program_.placeOf(chosen.array);
    found.object.name = program_.nameOf(chosen.array);
    found.object.declared = found.location;
    Datum part = partOfElement(use, chosen);
    part.uses = {&use};
    found.members.push_back(draftMember(program_, part));
    found.message = fmt::format("the alignment of '{}' separates the array from others, not its "
                                "elements from one another: threads write elements {} apart",
                                found.object.name, counted(chosen.stride, "byte"));
    found_.push_back(std::move(found));
  }

  /// Whether successive elements at that stride share a line.
  [[nodiscard]] bool meetInArray(const FactRecord &record, std::uint64_t stride,
                                 std::uint64_t align) const {
    return meetNeighbours(usedBytes(record), stride, align, line_).possible();
  }

  [[nodiscard]] static Bytes bytesOf(const FactMember &member) {
    return {member.offset, member.offset + member.size};
  }

  [[nodiscard]] const FactMember *padOf(const FactRecord &record) const {
    const auto pad =
        std::find_if(record.members.rbegin(), record.members.rend(), [&](const FactMember &member) {
          return member.padding && (member.size >= kLeastPad || namesLine(member));
        });
    return pad == record.members.rend() ? nullptr : &*pad;
  }

  /// The padding's size is written with a name that has `cache` or `line` in it.
  [[nodiscard]] bool namesLine(const FactMember &pad) const {
    std::string extent = facts_.type(pad.type).extent;
    std::transform(extent.begin(), extent.end(), extent.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extent.find("cache") != std::string::npos || extent.find("line") != std::string::npos;
  }

  [[nodiscard]] static std::string nameOf(const FactRecord &record) {
    return record.name.empty() ? "unnamed" : record.name;
  }

  void report(RecordIndex at, Confidence confidence, std::string message,
              std::vector<std::uint32_t> members = {}) {
    const FactRecord &record = facts_.record(at);
    Finding found;
    found.verdict = Verdict::Latent;
    found.confidence = confidence;
    found.location = facts_.place(record.place);
    found.record = program_.recordInfo(at);
    found.object.type = nameOf(record);
    found.object.size = record.size;
    found.object.declared = found.location;
    if (members.empty())
      found.members = evidence_.members(at);
    for (const std::uint32_t member : members)
      found.members.push_back({.path = record.members[member].name,
                               .declared = facts_.place(record.members[member].place),
                               .offset = record.members[member].offset,
                               .size = record.members[member].size,
                               .readers = {},
                               .writers = {}});
    found.message = std::move(message);
    found_.push_back(std::move(found));
  }

  /// Reports padding, which may be there for another reason: to keep room for later versions.
  void reportPadding(RecordIndex at, Confidence confidence, std::string message,
                     std::vector<std::uint32_t> members = {}) {
    report(at, confidence, std::move(message), std::move(members));
    if (!evidence_.writtenByThreads(at))
      lack(found_.back(), "threads",
           fmt::format("no two threads are seen to write objects of '{}'",
                       nameOf(facts_.record(at))));
  }

  const Program &program_;
  const Facts &facts_;
  PaddingEvidence evidence_;
  RecordHints hints_;
  std::uint32_t line_;
  std::vector<Finding> found_;
};

} // namespace

std::vector<Finding> checkIneffectivePadding(const Program &program) {
  return Padding(program).run();
}

} // namespace fsfind

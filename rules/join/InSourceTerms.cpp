#include "rules/join/InSourceTerms.h"

#include "rules/join/Agreement.h"
#include "rules/join/Apart.h"
#include "rules/join/Meeting.h"
#include "rules/join/SlotArray.h"
#include "rules/join/SlotsInTerms.h"
#include "rules/join/TermsDraft.h"
#include "rules/join/UsedData.h"
#include "rules/join/VariableParts.h"
#include "rules/join/VariablesInTerms.h"
#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/source/WrittenRecord.h"
#include "rules/remedy/source/WrittenSlots.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace fsfind {

namespace {

bool isOfElements(std::string_view rule) {
  return rule == kRulePerThreadSlots || rule == kRuleAdjacentObjects;
}

/// The finding's rule; of a confirmed one that of the recording.
std::string ruleOf(const Finding &measured) {
  return measured.verdict == Verdict::Confirmed && !measured.sides.empty()
             ? measured.sides.front().rule
             : measured.rule;
}

class Translation {
public:
  Translation(const Finding &measured, const FactLookup &lookup, const FileMatch &files)
      : measured_(measured), lookup_(lookup), facts_(lookup.facts), files_(files),
        draft_(measured, facts_, files) {}

  std::optional<SourceFindings> run() {
    const std::string rule = ruleOf(measured_);
    if (rule == kRuleAdjacentGlobals)
      return ofGlobals();
    if (rule == kRuleAdjacentObjects && measured_.object.kind == ObjectKind::Stack) {
      auto variables = variablesInTerms(draft_, measured_, facts_, files_);
      return alone(variables ? std::move(variables) : besideOthers());
    }
    if (!isOfElements(rule) && rule != kRuleAdjacentThreadFields)
      return std::nullopt;
    if (rule == kRulePerThreadSlots && !measured_.record)
      if (auto slots = ofSlots())
        return slots;
    if (rule == kRuleAdjacentThreadFields)
      return findMembers() ? ofMembers(0) : std::nullopt;
    if (findMembers()) {
      if (auto elements = ofElements())
        return alone(std::move(elements));
      if (auto members = ofMembers(0); members && partsArrays(*members)) {
        auto slots = writesPlainElements() ? ofSlots() : std::nullopt;
        return slots ? std::move(slots) : std::move(members);
      }
      if (rule == kRulePerThreadSlots && !measured_.object.of_array)
        return ofSlots();
    }
    if (measured_.allocator_induced)
      return ofObjects();
    const bool on_heap = measured_.object.kind == ObjectKind::Heap;
    return rule == kRuleAdjacentObjects && on_heap ? alone(besideOthers()) : std::nullopt;
  }

  std::optional<SourceFindings> runWithin() {
    if (!isOfElements(ruleOf(measured_)) || !findMembers())
      return std::nullopt;
    const auto depth = elementDepth();
    auto told = depth ? ofMembers(*depth) : std::nullopt;
    return told && (haveWritersOfTheirOwn(used_.all) || hasElements(*told)) ? told : std::nullopt;
  }

private:
  static std::optional<SourceFindings> alone(std::optional<Finding> place) {
    if (!place)
      return std::nullopt;
    return SourceFindings{{*std::move(place)}, {}};
  }

  [[nodiscard]] const FactMember &memberAt(const TrailStep &step) const {
    return facts_.record(step.record).members[step.member];
  }

  /// Returns whether the facts have all of them, as the recording shows them.
  bool findMembers() {
    auto used = usedMembers(measured_, facts_, files_);
    if (used)
      used_ = *std::move(used);
    return used.has_value();
  }

  // Members.

  /// `depth` is that of the outermost record which may be edited.
  [[nodiscard]] std::optional<SourceFindings> ofMembers(std::size_t depth) const {
    const auto meetings = meetingsOf(facts_, used_.all, depth);
    if (!meetings || meetInBitFields(*meetings, facts_))
      return std::nullopt;
    SourceFindings told{{}, membersOf(meetings->whole)};
    for (const MeetingPlace &one : meetings->places)
      told.places.push_back(one.of_elements ? elementsOf(one) : membersOf(one));
    return told;
  }

  /// Whether there are arrays among the members, and the elements of each are parted or written by
  /// one thread.
  [[nodiscard]] bool partsArrays(const SourceFindings &told) const {
    bool arrays = false, several = false;
    for (const UsedDatum &one : used_.all)
      if (arraysOn(one.trail) != 0) {
        arrays = true;
        several |= one.member.writers.size() > 1;
      }
    return arrays && (!several || hasElements(told));
  }

  /// Whether several threads write elements that are no records.
  [[nodiscard]] bool writesPlainElements() const {
    return std::any_of(used_.all.begin(), used_.all.end(), [this](const UsedDatum &one) {
      return one.member.writers.size() > 1 && endsInArray(one);
    });
  }

  static bool hasElements(const SourceFindings &told) {
    return std::any_of(told.places.begin(), told.places.end(),
                       [](const Finding &one) { return one.rule == kRulePerThreadSlots; });
  }

  [[nodiscard]] Finding elementsOf(const MeetingPlace &meeting) const {
    Finding finding = draft_.begin(kRulePerThreadSlots);
    const Trail &first = meeting.members.front()->trail;
    draft_.setObject(finding, first[meeting.depth + 1].record);
    finding.location = facts_.place(memberAt(first[meeting.depth]).place);
    for (const UsedDatum *one : meeting.members)
      draft_.addMember(finding, *one, meeting.depth + 1);
    return finding;
  }

  [[nodiscard]] Finding membersOf(const MeetingPlace &meeting) const {
    Finding finding = draft_.begin(kRuleAdjacentThreadFields);
    draft_.setRecord(finding, meeting.members.front()->trail[meeting.depth].record);
    for (const UsedDatum *one : meeting.members)
      draft_.addMember(finding, *one, meeting.depth);
    const Trail &trail = meeting.members.front()->trail;
    finding.object.of_array = meeting.depth != 0 && trail[meeting.depth - 1].in_element;
    const TrailStep &hottest = trail[meeting.depth];
    finding.location = facts_.place(memberAt(hottest).place);
    return finding;
  }

  // Elements, and objects that lie beside each other.

  /// Objects of one record lie beside others of which no more than the type or the place of
  /// allocation is known, as the rest of a container's nodes: where the record takes whole lines,
  /// nothing lies beside its objects. The others keep each other's lines, so they have one writer
  /// at most; a single object has one, too.
  [[nodiscard]] std::optional<Finding> besideOthers() const {
    const std::vector<UsedDatum> all = usedData(measured_);
    std::optional<RecordIndex> record;
    std::set<std::vector<std::string>> inside;
    std::set<std::string> outside;
    Finding finding = draft_.begin(kRulePerThreadSlots);
    for (const UsedDatum &one : all) {
      const auto step = declarationOf(one.member, facts_, files_);
      if (!step) {
        outside.insert(one.member.writers.begin(), one.member.writers.end());
        continue;
      }
      inside.insert(one.member.writers);
      if (record && *record != step->record)
        return std::nullopt;
      record = step->record;
      draft_.addMember(finding, {one.member, {*step}}, 0);
    }
    const bool single = measured_.object.kind == ObjectKind::Stack;
    if (!record || outside.size() > 1 || (single && inside.size() != 1))
      return std::nullopt;
    draft_.setObject(finding, *record);
    return finding;
  }

  /// Objects of several records that the allocator put beside each other. Where each takes whole
  /// lines, none has a neighbour.
  [[nodiscard]] std::optional<SourceFindings> ofObjects() const {
    std::map<RecordIndex, Finding> by_record;
    for (const UsedDatum &one : usedData(measured_)) {
      const auto step = declarationOf(one.member, facts_, files_);
      if (!step || memberAt(*step).bit_field)
        return std::nullopt;
      Finding &finding =
          by_record.try_emplace(step->record, draft_.begin(kRulePerThreadSlots)).first->second;
      draft_.addMember(finding, {one.member, {*step}}, 0);
    }
    SourceFindings told;
    for (auto &[record, finding] : by_record) {
      draft_.setObject(finding, record);
      told.places.push_back(std::move(finding));
    }
    std::stable_sort(told.places.begin(), told.places.end(), isMoreContended);
    leaveOutOne(told.places);
    return told.places.empty() ? std::nullopt : std::optional(std::move(told));
  }

  /// Records that cannot be aligned, whose objects have one writer, keep each other's lines.
  void leaveOutOne(std::vector<Finding> &places) const {
    const auto found = std::find_if(places.begin(), places.end(), [&](const Finding &place) {
      return haveOneWriter(place) && !WrittenRecord(lookup_, place.record->declared).alignable();
    });
    if (found != places.end() && places.size() > 1)
      places.erase(found);
  }

  static bool haveOneWriter(const Finding &place) {
    return std::all_of(place.members.begin(), place.members.end(), [&](const FindingMember &one) {
      return one.writers == place.members.front().writers;
    });
  }

  static bool isMoreContended(const Finding &one, const Finding &other) {
    const auto loads = [](const Finding &finding) {
      std::uint64_t hitm = 0;
      for (const FindingMember &member : finding.members)
        hitm += member.hitm;
      return hitm;
    };
    return loads(one) > loads(other);
  }

  [[nodiscard]] std::optional<Finding> ofElements() const {
    const auto depth = elementDepth();
    if (!depth)
      return std::nullopt;
    const RecordIndex element = used_.all.front().trail[*depth].record;
    Finding finding = draft_.begin(kRulePerThreadSlots);
    draft_.setObject(finding, element);
    finding.location = *depth == 0
                           ? used_.array
                           : facts_.place(memberAt(used_.all.front().trail[*depth - 1]).place);
    for (const UsedDatum &one : used_.all)
      draft_.addMember(finding, one, *depth);
    return finding;
  }

  /// The step of all trails that is in the element which threads choose; none if that is not told.
  [[nodiscard]] std::optional<std::size_t> elementDepth() const {
    const Trail &first = used_.all.front().trail;
    std::optional<std::size_t> depth;
    if (used_.is_element)
      depth = 0;
    for (std::size_t i = 0; !depth && i + 1 < first.size(); ++i)
      if (first[i].in_element && (isRecordOfFinding(first[i + 1].record) || arraysOn(first) == 1))
        depth = i + 1;
    if (!depth && arraysOn(first) == 0 && !areInArrays() &&
        (!used_.of_part || measured_.record->size == measured_.object.size))
      depth = 0; // instances, each an object of its own
    if (!depth || !std::all_of(used_.all.begin(), used_.all.end(), [&](const UsedDatum &one) {
          return one.trail.size() > *depth && one.trail[*depth].record == first[*depth].record;
        }))
      return std::nullopt;
    return depth;
  }

  [[nodiscard]] bool endsInArray(const UsedDatum &used) const {
    return facts_.type(memberAt(used.trail.back()).type).kind == TypeClass::Array;
  }

  /// Whether what contends, or of one object what threads write, is or may be in elements of a
  /// member.
  [[nodiscard]] bool areInArrays() const {
    return endsInArray(used_.all.front()) ||
           (ruleOf(measured_) == kRulePerThreadSlots &&
            std::any_of(used_.all.begin(), used_.all.end(), [this](const UsedDatum &one) {
              return !one.member.writers.empty() && (arraysOn(one.trail) != 0 || endsInArray(one));
            }));
  }

  [[nodiscard]] bool isRecordOfFinding(RecordIndex record) const {
    return measured_.record && isDeclaredAt(facts_, facts_.record(record).place,
                                            inSources(measured_.record->declared, files_));
  }

  // Variables.

  /// Arrays that several threads write are parted by their elements, from each other, too.
  [[nodiscard]] std::optional<SourceFindings> ofGlobals() {
    const std::vector<UsedDatum> all = usedData(measured_);
    const bool shared = std::any_of(
        all.begin(), all.end(), [](const UsedDatum &one) { return one.member.writers.size() > 1; });
    if (auto slots = shared ? ofSlots() : std::nullopt)
      return slots;
    auto variables = variablesInTerms(draft_, measured_, facts_, files_);
    if (!variables)
      return std::nullopt;
    SourceFindings told;
    std::set<VariableIndex> parted;
    for (const auto &[variable, part] : partsOfVariables(measured_, facts_, files_))
      if (auto within = Translation(part, lookup_, files_).run()) {
        parted.insert(variable);
        for (Finding &place : within->places)
          told.places.push_back(takingWholeLines(std::move(place)));
      }
    if (!parted.empty())
      variables = variablesInTerms(draft_, measured_, facts_, files_, parted);
    if (variables)
      told.places.insert(told.places.begin(), *std::move(variables));
    std::stable_sort(told.places.begin(), told.places.end(), isMoreContended);
    return told;
  }

  // Elements that are no records.

  /// Members of the elements of an array that a template declares, and that holds other elements
  /// than records elsewhere, are parted with the elements.
  void addElementsOfRecords(SlotsInTerms &slots) const {
    for (std::size_t i = 0; i < slots.of_array.size(); ++i)
      for (const TrailStep &step : used_.all[i].trail)
        if (const FactSlots *array = slotsAt(lookup_, facts_.place(memberAt(step).place));
            array && !slots.of_array[i]) {
          slots.of_array[i] = true;
          slots.finding.members[i].path = memberName(facts_.record(step.record), memberAt(step));
          slots.finding.members[i].declared = facts_.place(array->place);
          slots.finding.members[i].size = array->size;
        }
  }

  /// The arrays; and of the members beside them, which are parted from the arrays with these, the
  /// records that part their writers.
  [[nodiscard]] std::optional<SourceFindings> ofSlots() {
    auto slots = slotsInTerms(draft_, measured_, lookup_, files_);
    if (!slots)
      return std::nullopt;
    if (!slots->written_beside)
      return alone(std::move(slots->finding));
    if (used_.all.empty() && !findMembers())
      return std::nullopt;
    addElementsOfRecords(*slots);
    SourceFindings told{{std::move(slots->finding)}, {}};
    std::vector<UsedDatum> beside;
    for (std::size_t i = 0; i < slots->of_array.size(); ++i)
      if (!slots->of_array[i])
        beside.push_back(used_.all[i]);
    if (std::any_of(beside.begin(), beside.end(), [this](const UsedDatum &one) {
          return !one.member.writers.empty() && endsInArray(one);
        }))
      return std::nullopt; // nothing parts the elements of that array
    const bool differ = std::any_of(beside.begin(), beside.end(), [&](const UsedDatum &one) {
      return one.member.writers != beside.front().member.writers;
    });
    const auto meetings = differ ? meetingsOf(facts_, beside, 0) : std::nullopt;
    if (differ && !meetings)
      return std::nullopt;
    if (meetings)
      for (const MeetingPlace &one : meetings->places)
        told.places.push_back(one.of_elements ? elementsOf(one) : membersOf(one));
    return told;
  }

  const Finding &measured_;
  const FactLookup &lookup_;
  const Facts &facts_;
  const FileMatch &files_;
  TermsDraft draft_;
  UsedMembers used_;
};

} // namespace

std::optional<SourceFindings> inSourceTerms(const Finding &measured, const FactLookup &lookup,
                                            const FileMatch &files) {
  if (measured.sharing == Sharing::True || measured.sharing == Sharing::FirstTouch ||
      measured.alternation == Alternation::HandedOver)
    return std::nullopt;
  return Translation(measured, lookup, files).run();
}

std::optional<SourceFindings> withinElements(const Finding &measured, const FactLookup &lookup,
                                             const FileMatch &files) {
  return Translation(measured, lookup, files).runWithin();
}

bool areApart(const SourceFindings &told, const Facts &facts, std::uint32_t line_size) {
  if (told.whole && !areApart(*told.whole, facts, line_size))
    return false;
  return std::all_of(told.places.begin(), told.places.end(), [&](const Finding &one) {
    return (told.whole && one.rule == kRuleAdjacentThreadFields) || areApart(one, facts, line_size);
  });
}

} // namespace fsfind

#include "rules/join/UsedData.h"

#include "rules/join/Agreement.h"
#include "rules/join/GuardedMembers.h"
#include "rules/join/UsedAsOne.h"
#include "rules/remedy/recording/SameWriters.h"

#include <algorithm>
#include <set>
#include <string>

namespace fsfind {

namespace {

using Threads = std::set<std::string>;

std::vector<RecordIndex> recordsAt(const Facts &facts, const Place &place, std::uint64_t size) {
  std::vector<RecordIndex> found;
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    if (isDeclaredAt(facts, facts.records[i].place, place) &&
        (size == 0 || facts.records[i].size == size))
      found.emplace_back(i);
  return found;
}

std::optional<VariableIndex> variableAt(const Facts &facts, const Place &place,
                                        const std::string &name) {
  for (std::size_t i = 0; i < facts.variables.size(); ++i)
    if (isDeclaredAt(facts, facts.variables[i].place, place) &&
        lastName(facts.variables[i].name) == name)
      return VariableIndex(i);
  return std::nullopt;
}

/// Of bit-fields and alternatives of a union that an access may mean, `low/high`, the first one is
/// declared there.
MeasuredMember wanted(const FindingMember &member, std::uint64_t offset, const FileMatch &files) {
  const std::string name = lastName(member.path);
  return {offset, inSources(member.declared, files), name.substr(0, name.find('/'))};
}

/// The member of the record that is declared there.
std::optional<TrailStep> stepTo(const Facts &facts, RecordIndex record,
                                const MeasuredMember &wanted) {
  const std::vector<FactMember> &members = facts.record(record).members;
  const auto found = std::find_if(members.begin(), members.end(), [&](const FactMember &one) {
    return one.name == wanted.name && isDeclaredAt(facts, one.place, wanted.declared);
  });
  if (found == members.end())
    return std::nullopt;
  return TrailStep{record, static_cast<std::size_t>(found - members.begin()), found->offset, false};
}

class DatumSearch {
public:
  DatumSearch(const Finding &measured, const Facts &facts, const FileMatch &files)
      : measured_(measured), facts_(facts), files_(files) {
    found_.all = usedData(measured);
    Finding quiet;
    quiet.members = measured.quiet_members;
    for (UsedDatum &one : usedData(quiet)) {
      one.quiet = true;
      found_.all.push_back(std::move(one));
    }
  }

  std::optional<UsedMembers> run() {
    const std::optional<RecordIndex> root = rootRecord();
    if (found_.all.empty() || !((root && descendFrom(*root)) || findInPart()))
      return std::nullopt;
    if (root && !found_.of_part)
      addVtablePointers(*root);
    std::erase_if(found_.all, [](const UsedDatum &one) { return one.trail.empty(); });
    uniteUsedAsOne(found_.all, facts_);
    if (const UsedDatum *lock = uniteGuarded(found_.all, facts_))
      found_.guard = lastName(lock->member.path);
    return std::move(found_);
  }

private:
  /// The record that is the object, or the element of it that was sampled.
  std::optional<RecordIndex> rootRecord() {
    const Object &object = measured_.object;
    const Place declared = inSources(object.declared, files_);
    if (object.name.empty()) {
      const auto records = recordsAt(facts_, declared, object.size);
      found_.is_element = object.of_array || measured_.allocator_induced;
      return records.empty() ? std::nullopt : std::optional(records.front());
    }
    const auto variable = variableOf(object, facts_, files_);
    if (!variable)
      return std::nullopt;
    found_.array = facts_.place(facts_.variable(*variable).place);
    return recordOf(facts_.variable(*variable).type, object.size);
  }

  /// The record of that size that the type is, holds as elements, or points to.
  std::optional<RecordIndex> recordOf(TypeIndex type, std::uint64_t size) {
    constexpr std::size_t kDeepest = 8;
    for (std::size_t depth = 0; depth < kDeepest; ++depth) {
      const FactType &one = facts_.type(type);
      if (one.record && (size == 0 || one.size == size))
        return one.record;
      if (!one.element)
        return std::nullopt;
      found_.is_element |= one.kind == TypeClass::Array || one.kind == TypeClass::Container;
      type = *one.element;
    }
    return std::nullopt;
  }

  bool descendFrom(RecordIndex root) {
    return std::all_of(found_.all.begin(), found_.all.end(), [&](UsedDatum &one) {
      auto trail = trailTo(facts_, root, wanted(one.member, one.member.offset, files_));
      if (trail)
        one.trail = *std::move(trail);
      return trail.has_value() || one.quiet;
    });
  }

  /// What calls of virtual functions load is no datum of the author's, but it may lie beside one.
  void addVtablePointers(RecordIndex root) {
    for (const FindingMember &member : measured_.members) {
      if (!isVtablePointer(member) || !isReadByOthers(member))
        continue;
      if (auto trail = trailTo(facts_, root, {member.offset, {}, kVtablePointer}))
        found_.all.push_back({member, *std::move(trail)});
    }
  }

  /// gcc calls it `_vptr.Shape`, clang `_vptr$Shape`.
  static bool isVtablePointer(const FindingMember &member) {
    const std::vector<std::string> names = namesOn(member.path);
    return !member.declared.known() &&
           std::any_of(names.begin(), names.end(),
                       [](const std::string &name) { return name.starts_with("_vptr"); });
  }

  /// Whether threads read it that are not the writers of some other member.
  [[nodiscard]] bool isReadByOthers(const FindingMember &member) const {
    return std::any_of(
        measured_.members.begin(), measured_.members.end(), [&](const FindingMember &written) {
          return &written != &member && !written.writers.empty() &&
                 std::any_of(member.readers.begin(), member.readers.end(), [&](const auto &reader) {
                   return std::find(written.writers.begin(), written.writers.end(), reader) ==
                          written.writers.end();
                 });
        });
  }

  /// All members are those of one record, by their places alone: the object is not known in the
  /// sources, or lay elsewhere.
  bool findInPart() {
    if (!measured_.record)
      return false;
    found_.of_part = true;
    const Place declared = inSources(measured_.record->declared, files_);
    for (const RecordIndex record : recordsAt(facts_, declared, 0))
      if (std::all_of(found_.all.begin(), found_.all.end(),
                      [&](UsedDatum &one) { return findDirectly(record, one); }))
        return true;
    return false;
  }

  bool findDirectly(RecordIndex record, UsedDatum &one) {
    const auto step = stepTo(facts_, record, wanted(one.member, 0, files_));
    if (step)
      one.trail = {*step};
    return step.has_value() || one.quiet;
  }

  const Finding &measured_;
  const Facts &facts_;
  const FileMatch &files_;
  UsedMembers found_;
};

bool haveWriterInCommon(const UsedDatum &one, const UsedDatum &other) {
  return std::any_of(one.member.writers.begin(), one.member.writers.end(),
                     [&](const std::string &writer) {
                       const auto &writers = other.member.writers;
                       return std::find(writers.begin(), writers.end(), writer) != writers.end();
                     });
}

} // namespace

std::vector<UsedDatum> usedData(const Finding &measured) {
  std::vector<UsedDatum> all;
  std::vector<Threads> known;
  for (const FindingMember &member : measured.members) {
    if (member.writers.empty() && member.readers.empty() && member.hitm == 0)
      continue; // only the sources name it
    if (member.writers.empty() && member.variable.empty() && !member.declared.known())
      continue; // what no source declares and no thread writes, as the pointer to a vtable
    Threads writers;
    for (const std::string &writer : member.writers)
      writers.insert(threadNamed(writer));
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const Threads &other) { return areAlike(other, writers); });
    if (same == known.end())
      known.push_back(writers);
    else
      writers = *same;
    all.push_back({member, {}});
    all.back().member.writers.assign(writers.begin(), writers.end());
  }
  return all;
}

bool haveWritersOfTheirOwn(const std::vector<UsedDatum> &all) {
  return std::any_of(all.begin(), all.end(), [&](const UsedDatum &one) {
    return std::any_of(all.begin(), all.end(), [&](const UsedDatum &other) {
      return !one.member.writers.empty() && !other.member.writers.empty() &&
             !haveWriterInCommon(one, other);
    });
  });
}

std::optional<UsedMembers> usedMembers(const Finding &measured, const Facts &facts,
                                       const FileMatch &files) {
  return DatumSearch(measured, facts, files).run();
}

std::optional<TrailStep> declarationOf(const FindingMember &member, const Facts &facts,
                                       const FileMatch &files) {
  for (std::size_t i = 0; i < facts.records.size(); ++i)
    if (auto step = stepTo(facts, RecordIndex(i), wanted(member, 0, files)))
      return step;
  return std::nullopt;
}

std::optional<VariableIndex> variableOf(const Object &object, const Facts &facts,
                                        const FileMatch &files) {
  return variableAt(facts, inSources(object.declared, files), lastName(object.name));
}

std::optional<VariableIndex> variableOf(const FindingMember &member, const Facts &facts,
                                        const FileMatch &files) {
  const std::string name = lastName(member.variable);
  if (name.empty())
    return std::nullopt;
  if (const auto whole = variableAt(facts, inSources(member.declared, files), name))
    return whole;
  std::optional<VariableIndex> found;
  for (std::size_t i = 0; i < facts.variables.size(); ++i) {
    if (lastName(facts.variables[i].name) != name)
      continue;
    const auto record = recordIn(facts, facts.variables[i].type);
    const std::uint64_t size = record ? facts.record(*record).size : 0;
    if (size == 0 || !trailTo(facts, *record, wanted(member, member.offset % size, files)))
      continue;
    if (found)
      return std::nullopt;
    found = VariableIndex(i);
  }
  return found;
}

} // namespace fsfind

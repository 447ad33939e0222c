#include "rules/join/SourceNames.h"

#include "rules/join/FileMatch.h"
#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace fsfind {

namespace {

/// A datum as an expression names it: `lanes[i].now.count` is `now.count` of the lanes' type, and
/// `done` the variable itself.
struct Named {
  struct Step {
    RecordIndex record;
    std::uint32_t member = 0;
    auto operator<=>(const Step &) const = default;
  };
  std::vector<Step> path;                ///< outermost record first; empty: the variable itself
  std::optional<VariableIndex> variable; ///< that the outermost record is, if it is one
  bool element = false;                  ///< the outermost record is an array's element
  auto operator<=>(const Named &) const = default;
};

/// A variable that several threads may use, or the members at the end of a designator; nothing if
/// it ends with neither.
std::optional<Named> namedBy(const Facts &facts, const Designator &what) {
  const auto &steps = what.steps;
  if (steps.empty() && what.root == Root::Variable && !what.address_of) {
    const FactVariable &variable = facts.variable(*what.variable);
    return variable.storage != Storage::Local || variable.captured
               ? std::optional(Named{{}, what.variable, false})
               : std::nullopt;
  }
  auto first = steps.end();
  while (first != steps.begin() && std::prev(first)->kind == StepKind::Member)
    --first;
  if (first == steps.end() || what.address_of)
    return {};
  Named named;
  for (auto step = first; step != steps.end(); ++step)
    named.path.push_back({step->record, step->member});
  if (first == steps.begin() && what.root == Root::Variable)
    named.variable = what.variable;
  named.element = first != steps.begin() && std::prev(first)->kind == StepKind::Index;
  return named;
}

/// The expressions of the sources that name data, by place.
class Expressions {
public:
  explicit Expressions(const Facts &facts) {
    for (const FactFunction &function : facts.functions)
      for (const FactAccess &access : function.accesses) {
        const auto named = namedBy(facts, access.what);
        if (!named || !access.place.known() || access.bulk)
          continue;
        const Place place = facts.place(access.place);
        at_[{place.file, place.line}].push_back(
            {*named, place.column, access.op, facts.type(access.what.type).size});
      }
  }

  /// The only datum that is accessed in this way at the place.
  [[nodiscard]] std::optional<Named> at(const Place &place, const Access &access) const {
    const auto line = at_.find({place.file, place.line});
    if (line == at_.end() || access.size == 0)
      return {};
    const Op other = access.kind == AccessKind::Store ? Op::Read : Op::Write;
    std::set<Named> on_line, at_column;
    for (const Expression &one : line->second) {
      if (one.size != access.size || one.op == other)
        continue;
      on_line.insert(one.named);
      if (one.column == place.column)
        at_column.insert(one.named);
    }
    const std::set<Named> &found = at_column.empty() ? on_line : at_column;
    return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
  }

private:
  struct Expression {
    Named named;
    std::uint32_t column = 0;
    Op op = Op::Read;
    std::uint64_t size = 0;
  };
  std::map<std::pair<std::string, std::uint32_t>, std::vector<Expression>> at_;
};

RecordInfo recordInfo(const Facts &facts, const FactRecord &record) {
  RecordInfo info;
  info.name = record.name;
  info.declared = facts.place(record.place);
  info.size = record.size;
  info.align = record.declared_align;
  RecordMembers members;
  for (const FactMember &member : record.members) {
    const FactType &type = facts.type(member.type);
    members.push_back({member.name, type.text, member.offset, member.size, type.align});
  }
  const bool share_bytes =
      record.is_union || std::any_of(record.members.begin(), record.members.end(),
                                     [](const FactMember &member) { return member.bit_field; });
  if (!share_bytes)
    info.members = std::make_shared<const RecordMembers>(std::move(members));
  return info;
}

ObjectKind kindOf(Storage storage) {
  switch (storage) {
  case Storage::Global:
  case Storage::Static:
    return ObjectKind::Global;
  case Storage::Local:
    return ObjectKind::Stack;
  case Storage::ThreadLocal:
    return ObjectKind::Tls;
  }
  return ObjectKind::Unknown;
}

/// Type and size of what the outermost name stands for.
void setType(const Facts &facts, const Named &named, Object &object) {
  if (named.path.empty()) {
    const FactType &type = facts.type(facts.variable(*named.variable).type);
    object.type = type.text;
    object.size = type.size;
    return;
  }
  const FactRecord &outer = facts.record(named.path.front().record);
  object.type = outer.name;
  object.size = outer.size;
  object.declared = facts.place(outer.place);
}

/// Names the bytes at `address`; `memory` is their kind as the recording tells it.
Target targetOf(const Facts &facts, const Named &named, std::uint64_t address, ObjectKind memory) {
  Target target;
  for (const auto &[in, number] : named.path) {
    const FactMember &member = facts.record(in).members[number];
    target.member_offset += member.offset;
    target.member_size = member.size;
    if (member.base || member.name.empty())
      continue;
    target.member += (target.member.empty() ? "" : ".") + member.name;
    target.member_declared = facts.place(member.place);
    target.record = recordInfo(facts, facts.record(in));
  }
  target.object.kind = memory;
  setType(facts, named, target.object);
  target.object.address = address - target.member_offset;
  target.object.of_array = named.element;
  if (named.variable) {
    const FactVariable &variable = facts.variable(*named.variable);
    target.object.kind = kindOf(variable.storage);
    target.object.name = variable.name;
    target.object.declared = facts.place(variable.place);
    if (variable.function)
      target.object.function = facts.function(*variable.function).name;
  }
  target.evidence = Evidence::Source;
  target.certainty = Certainty::Likely;
  return target;
}

/// Memory of a stack of which the type is known, but not the variable.
bool lacksVariable(const Target &target) {
  const Object &object = target.object;
  return object.kind == ObjectKind::Stack && object.name.empty() && !object.type.empty() &&
         !object.of_array && !object.index;
}

/// Names the variable of an object whose type is known: a captured local as large as the object.
void addVariable(const Facts &facts, const Named &named, Target &target) {
  if (!named.variable)
    return;
  const FactVariable &variable = facts.variable(*named.variable);
  if (variable.storage != Storage::Local || facts.type(variable.type).size != target.object.size)
    return;
  target.object.name = variable.name;
  target.object.declared = facts.place(variable.place);
  if (variable.function)
    target.object.function = facts.function(*variable.function).name;
  target.certainty = Certainty::Likely;
}

/// True for memory of which at most the allocation is known, and for a symbol that debug info does
/// not describe, as those of the parts that a compiler splits an object into.
bool wantsName(const Target &target) {
  const bool symbol = target.evidence == Evidence::StaticData && target.object.type.empty() &&
                      !target.object.declared.known();
  return target.evidence == Evidence::None || target.evidence == Evidence::Allocation || symbol;
}

/// What the sites of one target tell.
struct Told {
  std::optional<Named> named;
  bool contradicted = false;
  std::uint64_t address = 0;
};

class Naming {
public:
  Naming(const Facts &facts, Profile &profile)
      : facts_(facts), profile_(profile), expressions_(facts), files_(measuredFiles(), sources()) {}

  void run() {
    for (const Line &line : profile_.lines)
      for (const Access &access : line.accesses)
        if (!line.kernel && isOpen(profile_.target(access.target)))
          hear(line.address + access.offset, access);
    for (const auto &[index, told] : told_) {
      Target &target = profile_.targets[index.value()];
      if (!told.named || told.contradicted)
        continue;
      if (wantsName(target))
        target = targetOf(facts_, *told.named, told.address, target.object.kind);
      else
        addVariable(facts_, *told.named, target);
    }
  }

private:
  static bool isOpen(const Target &target) { return wantsName(target) || lacksVariable(target); }
  [[nodiscard]] std::set<std::string> measuredFiles() const {
    std::set<std::string> files;
    for (const Site &site : profile_.sites)
      if (const Frame *frame = authorFrame(site); frame && frame->place.known())
        files.insert(frame->place.file);
    return files;
  }
  [[nodiscard]] std::set<std::string> sources() const {
    const std::vector<std::string> paths = facts_.paths();
    return {paths.begin(), paths.end()};
  }

  void hear(std::uint64_t address, const Access &access) {
    const Frame *frame = authorFrame(profile_.site(access.site));
    if (!frame || !frame->place.known())
      return;
    const Place place{files_.sourceOf(frame->place.file), frame->place.line, frame->place.column};
    const auto named = expressions_.at(place, access);
    if (!named)
      return;
    Told &told = told_[access.target];
    told.contradicted = told.contradicted || (told.named && *told.named != *named);
    told.named = named;
    told.address = address;
  }

  const Facts &facts_;
  Profile &profile_;
  Expressions expressions_;
  FileMatch files_;
  std::map<TargetIndex, Told> told_;
};

} // namespace

void nameFromSources(const Facts &facts, Profile &profile) {
  Naming(facts, profile).run();
}

} // namespace fsfind

#include "cli/lsp/RecordLayout.h"

#include "cli/check/Files.h"

#include <utility>

namespace fsfind::lsp {

namespace {

constexpr std::size_t kMostMembers = 200;

LaidOutMember laidOut(const Facts &facts, const FactMember &member, const std::string &path,
                      std::uint64_t begin) {
  LaidOutMember one;
  one.path = path;
  one.type = facts.type(member.type).text;
  one.offset = begin + member.offset;
  one.size = member.size;
  return one;
}

} // namespace

RecordLayouts::RecordLayouts(const Program &program, std::string folder)
    : program_(program), folder_(std::move(folder)) {
  for (const std::vector<Use> *uses : {&program.uses(), &program.singleReads()})
    for (const Use &use : *uses)
      addUse(use);
}

void RecordLayouts::addUse(const Use &use) {
  if (!use.frame)
    return;
  std::set<std::string> who;
  for (const Execution &execution : use.roles)
    who.insert(program_.whoUses(use, execution.role));
  const RecordFrame &frame = *use.frame;
  uses_[frame.record].push_back({frame.bytes, use.writes(), who});
  for (const RecordPart &part : frame.parts)
    if (part.begin <= frame.bytes.begin)
      uses_[part.record].push_back(
          {{frame.bytes.begin - part.begin, frame.bytes.end - part.begin}, use.writes(), who});
}

bool RecordLayouts::isOfProject(const FactRecord &record) const {
  return record.place.known() && record.size != 0 &&
         check::isBelow(program_.facts().place(record.place).file, folder_);
}

UsedLayout RecordLayouts::of(RecordIndex index) const {
  const FactRecord &record = program_.facts().record(index);
  UsedLayout used;
  TypeLayout &layout = used.layout;
  layout.name = record.name;
  layout.kind = record.is_union ? "union" : "struct";
  layout.declared = program_.facts().place(record.place);
  layout.size = record.size;
  layout.align = record.align;
  addMembers(layout, record, "", 0);
  used.users.resize(layout.members.size());
  const auto uses = uses_.find(index);
  if (uses == uses_.end())
    return used;
  for (std::size_t i = 0; i < layout.members.size(); ++i) {
    const LaidOutMember &member = layout.members[i];
    const Bytes bytes{member.offset, member.offset + member.size};
    for (const BytesUse &use : uses->second)
      if (use.bytes.overlaps(bytes))
        (use.write ? used.users[i].writers : used.users[i].readers)
            .insert(use.who.begin(), use.who.end());
  }
  return used;
}

/// Members of the project's own records are shown one by one.
void RecordLayouts::addMembers(TypeLayout &layout, const FactRecord &record,
                               const std::string &path, std::uint64_t begin) const {
  const Facts &facts = program_.facts();
  for (const FactMember &member : record.members) {
    if (layout.members.size() >= kMostMembers) {
      layout.cut = true;
      return;
    }
    const FactType &type = facts.type(member.type);
    const FactRecord *inner = type.record ? &facts.record(*type.record) : nullptr;
    const bool unnamed = member.name.empty() || member.base;
    const std::string name = path + member.name;
    if (type.kind == TypeClass::Record && inner != nullptr && !inner->members.empty() &&
        (unnamed || isOfProject(*inner)))
      addMembers(layout, *inner, unnamed ? path : name + ".", begin + member.offset);
    else
      layout.members.push_back(laidOut(facts, member, name, begin));
  }
}

} // namespace fsfind::lsp

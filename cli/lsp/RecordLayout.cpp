#include "cli/lsp/RecordLayout.h"

#include "cli/check/Files.h"
#include "rules/source/layout/FactLayout.h"

#include <utility>

namespace fsfind::lsp {

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
  UsedLayout used{layoutOf(program_.facts(), index), {}};
  const TypeLayout &layout = used.layout;
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

} // namespace fsfind::lsp

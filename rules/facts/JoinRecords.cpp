#include "rules/facts/JoinRecords.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fsfind {
namespace {

/// Whether the type leads, through pointers and arrays, to a record whose members are known.
bool leadsToMembers(const Facts &facts, TypeIndex at) {
  const FactType *type = &facts.type(at);
  while (type->element)
    type = &facts.type(*type->element);
  return type->record && isComplete(facts.record(*type->record));
}

TypeIndex furtherType(TypeIndex one, TypeIndex other, const Facts &facts,
                      const FactIdentities &known) {
  if (one == other)
    return one;
  const auto rank = [&](TypeIndex at) {
    return std::tuple(leadsToMembers(facts, at), known.of(at));
  };
  return rank(one) < rank(other) ? other : one;
}

/// What is joined field by field; the rest of a record is taken from one unit or the other.
struct Joined {
  bool alignable = false;
  std::vector<TypeIndex> types;
  std::vector<bool> padding;
  std::vector<FactPlace> declarations;

  void moveInto(FactRecord &record) const {
    record.alignable = alignable;
    for (std::size_t i = 0; i < types.size(); ++i) {
      record.members[i].type = types[i];
      record.members[i].padding = padding[i];
      record.members[i].declaration = declarations[i];
    }
  }
};

Joined join(const FactRecord &record, const FactRecord &other, const Facts &facts,
            const FactIdentities &known) {
  Joined joined{record.alignable && other.alignable, {}, {}, {}};
  for (std::size_t i = 0; i < record.members.size(); ++i) {
    const FactMember &one = record.members[i], &two = other.members[i];
    joined.types.push_back(furtherType(one.type, two.type, facts, known));
    joined.padding.push_back(one.padding && two.padding);
    joined.declarations.push_back(one.declaration == two.declaration ? one.declaration
                                                                     : FactPlace{});
  }
  return joined;
}

/// Takes out what is joined, so that the rest can be compared.
void blank(FactRecord &record) {
  record.alignable = false;
  for (FactMember &member : record.members) {
    member.type = {};
    member.padding = false;
    member.declaration = {};
  }
}

} // namespace

void joinRecords(FactRecord &record, FactRecord other, const Facts &facts,
                 const FactIdentities &known) {
  if (record == other || record.members.size() != other.members.size())
    return;
  const Joined joined = join(record, other, facts, known);
  blank(record);
  blank(other);
  std::string scratch;
  if (!(record == other) && identityOf(known, scratch, record) < identityOf(known, scratch, other))
    record = std::move(other);
  joined.moveInto(record);
}

} // namespace fsfind

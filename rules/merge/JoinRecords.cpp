#include "rules/merge/JoinRecords.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind {
namespace {

/// Whether pointers and arrays of the type lead to a record whose members are known.
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

FactOrderUses both(const FactOrderUses &one, const FactOrderUses &other) {
  return {one.positions || other.positions, one.offsets || other.offsets,
          one.casts || other.casts,         one.bytes || other.bytes,
          one.access || other.access,       one.directives || other.directives};
}

FactObjects both(const FactObjects &one, const FactObjects &other) {
  return {one.sizes || other.sizes, one.storage || other.storage, one.unsized || other.unsized,
          one.heap || other.heap};
}

std::vector<std::string> both(std::vector<std::string> one, const std::vector<std::string> &other) {
  one.insert(one.end(), other.begin(), other.end());
  std::sort(one.begin(), one.end());
  one.erase(std::unique(one.begin(), one.end()), one.end());
  return one;
}

template <class T> T same(const T &one, const T &other) {
  return one == other ? one : T{};
}

/// The fields that are joined one by one; the others are all taken from one of the two units.
struct Joined {
  bool alignable = false;
  FactPlace head, tail;
  FactConstant constant;
  FactOrderUses order_uses;
  FactObjects objects;
  bool c_linkage = false;
  std::vector<std::string> c_functions;
  std::vector<FactMember> members; ///< only with the fields that are joined

  void moveInto(FactRecord &record) && {
    record.alignable = alignable;
    record.head = head;
    record.tail = tail;
    record.constant = std::move(constant);
    record.order_uses = order_uses;
    record.objects = objects;
    record.c_linkage = c_linkage;
    record.c_functions = std::move(c_functions);
    for (std::size_t i = 0; i < members.size(); ++i) {
      FactMember &member = record.members[i], &joined = members[i];
      member.type = joined.type;
      member.padding = joined.padding;
      member.declaration = joined.declaration;
      member.shared = std::move(joined.shared);
      member.lines = std::move(joined.lines);
      member.first_line = joined.first_line;
      member.ordered = joined.ordered;
    }
  }
};

FactMember join(const FactMember &one, const FactMember &other, const Facts &facts,
                const FactIdentities &known) {
  FactMember joined;
  joined.type = furtherType(one.type, other.type, facts, known);
  joined.padding = one.padding && other.padding;
  joined.declaration = same(one.declaration, other.declaration);
  joined.shared = same(one.shared, other.shared);
  if (one.first_line == other.first_line && one.lines == other.lines) {
    joined.lines = one.lines;
    joined.first_line = one.first_line;
  }
  joined.ordered = one.ordered || other.ordered;
  return joined;
}

Joined join(const FactRecord &record, const FactRecord &other, const Facts &facts,
            const FactIdentities &known) {
  Joined joined{record.alignable && other.alignable,
                same(record.head, other.head),
                same(record.tail, other.tail),
                same(record.constant, other.constant),
                both(record.order_uses, other.order_uses),
                both(record.objects, other.objects),
                record.c_linkage || other.c_linkage,
                both(record.c_functions, other.c_functions),
                {}};
  for (std::size_t i = 0; i < record.members.size(); ++i)
    joined.members.push_back(join(record.members[i], other.members[i], facts, known));
  return joined;
}

/// Clears the fields that are joined, so that the others can be compared.
void blank(FactRecord &record) {
  record.alignable = false;
  record.head = record.tail = {};
  record.constant = {};
  record.order_uses = {};
  record.objects = {};
  record.c_linkage = false;
  record.c_functions.clear();
  for (FactMember &member : record.members) {
    member.type = {};
    member.padding = member.ordered = false;
    member.declaration = {};
    member.shared = {};
    member.lines.clear();
    member.first_line = 0;
  }
}

} // namespace

void joinRecords(FactRecord &record, FactRecord other, const Facts &facts,
                 const FactIdentities &known) {
  if (record == other || record.members.size() != other.members.size())
    return;
  Joined joined = join(record, other, facts, known);
  blank(record);
  blank(other);
  std::string scratch;
  if (!(record == other) && identityOf(known, scratch, record) < identityOf(known, scratch, other))
    record = std::move(other);
  std::move(joined).moveInto(record);
}

} // namespace fsfind

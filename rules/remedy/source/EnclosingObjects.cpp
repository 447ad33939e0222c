#include "rules/remedy/source/EnclosingObjects.h"

#include <algorithm>
#include <optional>

namespace fsfind {

namespace {

bool isOwnFile(const Facts &facts, FileIndex file) {
  const std::string &path = facts.files[file.value()].path;
  const auto has = [&](const std::vector<std::string> &files) {
    return std::binary_search(files.begin(), files.end(), path);
  };
  return has(facts.c_files) || has(facts.cplusplus_files);
}

/// What the compiler makes of itself, such as a constructor, stands where the record does.
bool isImplicit(const Facts &facts, const FactFunction &function) {
  return function.method_of && facts.record(*function.method_of).place == function.place;
}

/// The record of an object, or of one that a pointer leads to.
std::optional<RecordIndex> givenRecord(const Facts &facts, const Designator &argument) {
  if (argument.root == Root::Unknown)
    return std::nullopt;
  const FactType &type = facts.type(argument.type);
  if (argument.address_of || type.kind != TypeClass::Pointer)
    return innermostRecord(facts, argument.type);
  return type.element ? innermostRecord(facts, *type.element) : std::nullopt;
}

/// Functions that headers of the system declare know nothing of the project's records.
bool isUnread(const Facts &facts, FunctionIndex callee, const Roles &roles) {
  const auto targets = roles.targets(callee);
  return isOwnFile(facts, facts.function(callee).place.file) &&
         !isImplicit(facts, facts.function(callee)) &&
         std::none_of(targets.begin(), targets.end(),
                      [&](FunctionIndex target) { return facts.function(target).defined; });
}

std::set<RecordIndex> givenToUnread(const Facts &facts, const Roles &roles) {
  std::set<RecordIndex> all;
  const auto add = [&](const Designator &what) {
    if (const auto record = givenRecord(facts, what))
      all.insert(*record);
  };
  for (const FactFunction &function : facts.functions)
    for (const FactCall &call : function.calls) {
      if (!isUnread(facts, call.callee, roles))
        continue;
      if (call.object)
        add(*call.object);
      for (const FactArgument &one : call.arguments)
        add(one.what);
    }
  return all;
}

} // namespace

EnclosingObjects::EnclosingObjects(const AdviceCase &at, const std::set<RecordIndex> &holders,
                                   const Designator &what)
    : at_(at), holders_(holders), what_(what),
      behind_pointer_(what.root == Root::This ||
                      std::any_of(what.steps.begin(), what.steps.end(), [](const FactStep &step) {
                        return step.kind == StepKind::Deref;
                      })) {}

/// Of a number that no record holds: memory that is put where the loop finds it.
template <class Fits> bool EnclosingObjects::anyAllocation(const Fits &fits) const {
  const auto any = [&](const auto &all) {
    return std::any_of(all.begin(), all.end(), [&](const auto &one) { return fits(*one.second); });
  };
  if (holders_.empty())
    return what_.variable && any(at_.lookup.made.allocations(*what_.variable));
  return std::any_of(holders_.begin(), holders_.end(),
                     [&](RecordIndex holder) { return any(at_.lookup.made.allocations(holder)); });
}

bool EnclosingObjects::isOfUnknownOrigin() const {
  if (!behind_pointer_)
    return false;
  const auto shared = [](const FactAllocation &one) {
    return one.kind == AllocationKind::Map || one.wrapper;
  };
  const auto is_unsized = [&](RecordIndex holder) {
    return at_.facts.record(holder).objects.unsized;
  };
  const auto is_variable = [&](RecordIndex holder) {
    return at_.lookup.made.isInVariables(holder);
  };
  return anyAllocation(shared) || std::any_of(holders_.begin(), holders_.end(), is_unsized) ||
         !(anyAllocation([](const FactAllocation &) { return true; }) ||
           std::any_of(holders_.begin(), holders_.end(), is_variable));
}

bool EnclosingObjects::mayEnd() const {
  const auto on_heap = [&](RecordIndex holder) {
    const FactObjects &objects = at_.facts.record(holder).objects;
    return objects.heap || objects.storage || objects.unsized;
  };
  return behind_pointer_ &&
         (holders_.empty() || std::any_of(holders_.begin(), holders_.end(), on_heap) ||
          anyAllocation([](const FactAllocation &) { return true; }));
}

bool EnclosingObjects::isGivenToUnread() const {
  const auto &given =
      at_.inquiries.given_to_unread([&] { return givenToUnread(at_.facts, at_.roles); });
  return std::any_of(holders_.begin(), holders_.end(),
                     [&](RecordIndex holder) { return given.contains(holder); });
}

} // namespace fsfind

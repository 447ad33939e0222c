#include "rules/remedy/source/EnclosingObjects.h"

#include "rules/remedy/source/AnyAllocation.h"

#include <algorithm>
#include <utility>

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

} // namespace

EnclosingObjects::EnclosingObjects(const Facts &facts, std::vector<RecordIndex> holders,
                                   const Designator &what)
    : facts_(facts), holders_(std::move(holders)), what_(what),
      behind_pointer_(what.root == Root::This ||
                      std::any_of(what.steps.begin(), what.steps.end(), [](const FactStep &step) {
                        return step.kind == StepKind::Deref;
                      })) {}

bool EnclosingObjects::holds(TypeIndex type) const {
  const FactType *at = &facts_.type(type);
  while (at->element && at->kind != TypeClass::Pointer)
    at = &facts_.type(*at->element);
  return at->record && std::find(holders_.begin(), holders_.end(), *at->record) != holders_.end();
}

/// Of a number that no record holds: memory that is put where the loop finds it.
bool EnclosingObjects::isOfThese(const FactAllocation &allocation) const {
  if (allocation.element && holds(*allocation.element))
    return true;
  return holders_.empty() && what_.variable && allocation.target.variable == what_.variable;
}

bool EnclosingObjects::isOfUnknownOrigin() const {
  if (!behind_pointer_)
    return false;
  const auto of_these = [&](const FactAllocation &one) { return isOfThese(one); };
  const auto shared = [&](const FactAllocation &one) {
    return (one.kind == AllocationKind::Map || one.wrapper) && isOfThese(one);
  };
  const auto is_unsized = [&](RecordIndex holder) { return facts_.record(holder).objects.unsized; };
  const auto is_variable = [&](const FactVariable &one) { return holds(one.type); };
  return anyAllocation(facts_, shared) ||
         std::any_of(holders_.begin(), holders_.end(), is_unsized) ||
         !(anyAllocation(facts_, of_these) ||
           std::any_of(facts_.variables.begin(), facts_.variables.end(), is_variable));
}

bool EnclosingObjects::mayEnd() const {
  const auto on_heap = [&](RecordIndex holder) {
    const FactObjects &objects = facts_.record(holder).objects;
    return objects.heap || objects.storage || objects.unsized;
  };
  return behind_pointer_ &&
         (holders_.empty() || std::any_of(holders_.begin(), holders_.end(), on_heap) ||
          anyAllocation(facts_, [&](const FactAllocation &one) { return isOfThese(one); }));
}

/// An object, or a pointer to one.
bool EnclosingObjects::isGiven(const Designator &argument) const {
  if (argument.root == Root::Unknown)
    return false;
  const FactType &type = facts_.type(argument.type);
  return argument.address_of || type.kind != TypeClass::Pointer
             ? holds(argument.type)
             : type.element && holds(*type.element);
}

bool EnclosingObjects::isGivenBy(const FactCall &call) const {
  return (call.object && isGiven(*call.object)) ||
         std::any_of(call.arguments.begin(), call.arguments.end(),
                     [&](const FactArgument &one) { return isGiven(one.what); });
}

/// Functions that headers of the system declare know nothing of the project's records.
bool EnclosingObjects::isUnread(FunctionIndex callee, const Roles &roles) const {
  const auto targets = roles.targets(callee);
  return isOwnFile(facts_, facts_.function(callee).place.file) &&
         !isImplicit(facts_, facts_.function(callee)) &&
         std::none_of(targets.begin(), targets.end(),
                      [&](FunctionIndex target) { return facts_.function(target).defined; });
}

bool EnclosingObjects::isGivenToUnread(const Roles &roles) const {
  return std::any_of(
      facts_.functions.begin(), facts_.functions.end(), [&](const FactFunction &function) {
        return std::any_of(function.calls.begin(), function.calls.end(), [&](const FactCall &call) {
          return isGivenBy(call) && isUnread(call.callee, roles);
        });
      });
}

} // namespace fsfind

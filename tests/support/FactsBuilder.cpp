#include "tests/support/FactsBuilder.h"

#include "analyzer/knowledge/Knowledge.h"

#include <algorithm>

namespace fsfind::test {

Path::Path(FactsBuilder &builder, Root root, TypeIndex type) : builder_(&builder) {
  designator_.root = root;
  designator_.type = type;
}

Path &Path::deref() {
  designator_.steps.push_back({});
  if (const auto element = builder_->facts_.type(designator_.type).element)
    designator_.type = *element;
  return *this;
}

Path &Path::member(const std::string &name) {
  const FactType &type = builder_->facts_.type(designator_.type);
  const auto &members = builder_->facts_.record(*type.record).members;
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const FactMember &one) { return one.name == name; });
  FactStep step;
  step.kind = StepKind::Member;
  step.record = *type.record;
  step.member = static_cast<std::uint32_t>(found - members.begin());
  designator_.steps.push_back(step);
  designator_.type = found->type;
  return *this;
}

Path &Path::index(Provenance from, std::uint32_t number, const std::string &text) {
  FactStep step;
  step.kind = StepKind::Index;
  FactIndex &index = step.index.edit();
  index.from = from;
  index.number = number;
  index.text = text;
  index.remainder = text.find('%') != std::string::npos;
  index.quotient = text.find('/') != std::string::npos;
  index.of_call = text.ends_with(')');
  designator_.steps.push_back(step);
  const FactType &type = builder_->facts_.type(designator_.type);
  if (type.kind == TypeClass::Array)
    designator_.type = *type.element;
  return *this;
}

Path &Path::address() {
  designator_.address_of = true;
  return *this;
}

FactsBuilder::FactsBuilder(std::uint32_t line_size) {
  facts_.files = {{"a.cpp"}, {"a.h"}};
  FactUnit unit;
  unit.file = "a.cpp";
  unit.line_size = line_size;
  facts_.units.push_back(unit);
  facts_.words = analyzer::Knowledge::builtIn().nameWords();
  add(TypeClass::Plain, "unknown", 0);
}

FactPlace FactsBuilder::nextPlace() {
  return {FileIndex(0), ++line_, 1};
}

TypeIndex FactsBuilder::add(TypeClass kind, const std::string &text, std::uint64_t size,
                            std::optional<TypeIndex> element) {
  FactType type;
  type.kind = kind;
  type.text = text;
  type.size = size;
  type.align = std::clamp<std::uint64_t>(size, 1, 8);
  type.element = element;
  facts_.types.push_back(std::move(type));
  return TypeIndex(facts_.types.size() - 1);
}

TypeIndex FactsBuilder::plain(std::uint64_t size, const std::string &text) {
  return add(TypeClass::Plain, text, size);
}

TypeIndex FactsBuilder::atomic(std::uint64_t size) {
  return add(TypeClass::Atomic, "atomic", size);
}

TypeIndex FactsBuilder::lock(std::uint64_t size) {
  return add(TypeClass::Lock, "spinlock", size);
}

TypeIndex FactsBuilder::array(TypeIndex element, std::uint64_t elements,
                              const std::string &extent) {
  const FactType of = facts_.type(element);
  const TypeIndex made = add(TypeClass::Array, of.text + "[]", of.size * elements, element);
  at(made).align = of.align;
  at(made).elements = elements;
  at(made).extent = extent;
  return made;
}

TypeIndex FactsBuilder::container(TypeIndex element) {
  return add(TypeClass::Container, "vector", 24, element);
}

TypeIndex FactsBuilder::pointer(TypeIndex element) {
  return add(TypeClass::Pointer, facts_.type(element).text + " *", 8, element);
}

TypeIndex FactsBuilder::record(const std::string &name, const Members &members,
                               std::uint64_t align) {
  FactRecord made;
  made.key = made.name = name;
  made.place = nextPlace();
  made.declared_align = align;
  made.align = std::max<std::uint64_t>(align, 1);
  const auto roundUp = [](std::uint64_t value, std::uint64_t to) {
    return (value + to - 1) / to * to;
  };
  for (const auto &[member_name, type] : members) {
    const FactType &of = facts_.type(type);
    const std::uint64_t offset = roundUp(made.size, std::max<std::uint64_t>(of.align, 1));
    FactMember member;
    member.name = member_name;
    member.place = nextPlace();
    member.type = type;
    member.offset = offset;
    member.size = of.size;
    made.members.push_back(std::move(member));
    made.size = offset + of.size;
    made.align = std::max(made.align, of.align);
  }
  made.size = roundUp(made.size, made.align);
  facts_.records.push_back(made);
  const TypeIndex type = add(TypeClass::Record, name, made.size);
  at(type).align = made.align;
  at(type).record = RecordIndex(facts_.records.size() - 1);
  return type;
}

FactMember &FactsBuilder::member(TypeIndex record, const std::string &name) {
  auto &members = facts_.records[facts_.type(record).record->value()].members;
  return *std::find_if(members.begin(), members.end(),
                       [&](const FactMember &one) { return one.name == name; });
}

VariableIndex FactsBuilder::global(const std::string &name, TypeIndex type, std::uint64_t align) {
  FactVariable variable;
  variable.key = variable.name = name;
  variable.place = nextPlace();
  variable.type = type;
  variable.defined = true;
  variable.declared_align = align;
  variable.order = static_cast<std::uint32_t>(facts_.variables.size());
  facts_.variables.push_back(variable);
  return VariableIndex(facts_.variables.size() - 1);
}

VariableIndex FactsBuilder::local(const std::string &name, TypeIndex type, FunctionIndex function,
                                  bool captured) {
  const VariableIndex made = global(name, type);
  at(made).storage = Storage::Local;
  at(made).function = function;
  at(made).captured = captured;
  return made;
}

FunctionIndex FactsBuilder::function(const std::string &name) {
  FactFunction made;
  made.key = made.name = name;
  made.place = nextPlace();
  made.defined = true;
  facts_.functions.push_back(made);
  return FunctionIndex(facts_.functions.size() - 1);
}

FunctionIndex FactsBuilder::join(const std::string &name) {
  const FunctionIndex made = function(name);
  at(made).joins = true;
  return made;
}

FunctionIndex FactsBuilder::method(const std::string &name, TypeIndex record, FunctionKind kind) {
  const FunctionIndex made = function(name);
  at(made).method_of = facts_.type(record).record;
  at(made).kind = kind;
  return made;
}

Path FactsBuilder::variable(VariableIndex variable) {
  Path path(*this, Root::Variable, at(variable).type);
  path.designator_.variable = variable;
  return path;
}

Path FactsBuilder::parameter(std::uint32_t number, TypeIndex type) {
  Path path(*this, Root::Parameter, type);
  path.designator_.parameter = number;
  return path;
}

Path FactsBuilder::self(TypeIndex record) {
  Path path(*this, Root::This, pointer(record));
  path.deref();
  return path;
}

FactAccess &FactsBuilder::access(FunctionIndex in, Op op, const Path &what, const How &how) {
  FactAccess made;
  made.what = what.designator();
  made.op = op;
  made.atomic = how.atomic;
  made.loop_depth = how.loop_depth;
  made.held = how.held;
  made.place = nextPlace();
  at(in).accesses.push_back(made);
  return at(in).accesses.back();
}

FactCall &FactsBuilder::call(FunctionIndex in, FunctionIndex callee, std::uint32_t loop_depth) {
  FactCall made;
  made.callee = callee;
  made.loop_depth = loop_depth;
  made.place = nextPlace();
  at(in).calls.push_back(made);
  return at(in).calls.back();
}

FactStart &FactsBuilder::start(FunctionIndex in, FunctionIndex entry, bool many) {
  FactStart made;
  made.entry = entry;
  made.how = "pthread_create";
  made.many = many;
  made.place = nextPlace();
  at(in).starts.push_back(made);
  return at(in).starts.back();
}

} // namespace fsfind::test

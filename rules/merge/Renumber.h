#pragma once

#include "rules/codec/Fields.h"

namespace fsfind {

/// The new index of every entry, for each table by the old index.
struct NewNumbers {
  std::vector<std::uint32_t> units, files, types, records, variables, functions;
  [[nodiscard]] std::uint32_t of(FileIndex at) const { return files[at.value()]; }
  [[nodiscard]] std::uint32_t of(TypeIndex at) const { return types[at.value()]; }
  [[nodiscard]] std::uint32_t of(RecordIndex at) const { return records[at.value()]; }
  [[nodiscard]] std::uint32_t of(VariableIndex at) const { return variables[at.value()]; }
  [[nodiscard]] std::uint32_t of(FunctionIndex at) const { return functions[at.value()]; }
};

/// Gives every reference in a fact its new index. References without a meaning (the record of a
/// step that is not to a member, the file of an unknown place) are cleared.
class Renumber {
public:
  explicit Renumber(const NewNumbers &numbers) : numbers_(numbers) {}
  template <class... Fields> void operator()(Fields &...fields) { (renumber(fields), ...); }

private:
  template <class T> void renumber(T &) {}
  template <Reference T> void renumber(T &reference) { reference = T(numbers_.of(reference)); }
  template <Optional T> void renumber(T &value) {
    if (value)
      renumber(*value);
  }
  template <RareValue T> void renumber(T &value) {
    if (auto *kept = value.kept())
      renumber(*kept);
  }
  template <List T> void renumber(T &list) {
    for (auto &element : list)
      renumber(element);
  }
  template <Fact T> void renumber(T &fact) { eachField(fact, *this); }
  void renumber(FactPlace &place) {
    if (place.known())
      eachField(place, *this);
    else
      place = {};
  }
  void renumber(FactStep &step) {
    if (step.kind == StepKind::Member)
      step.index = {};
    else
      step.record = {}, step.member = 0;
    eachField(step, *this);
  }
  void renumber(FactVariable &variable) {
    eachField(variable, *this);
    if (!variable.defined)
      variable.unit = variable.order = 0;
    else if (variable.unit < numbers_.units.size())
      variable.unit = numbers_.units[variable.unit];
  }

  const NewNumbers &numbers_;
};

} // namespace fsfind

#pragma once

#include "rules/codec/FactsReader.h"
#include "rules/codec/Soundness.h"

#include <random>

namespace fsfind::test {

/// Sound facts of one unit, every field at random from few values, so that those of different units
/// have entities in common, equal ones and contradicting ones.
class RandomFacts {
public:
  explicit RandomFacts(unsigned seed) : random_(seed) {}

  Facts unit() {
    Facts facts;
    facts.units.resize(1 + below(2));
    facts.files = {{"b.h", below(3)}, {"a.h", below(3)}, {"c/../é.h", below(3)}};
    facts.types.resize(1 + below(8));
    facts.records.resize(1 + below(4));
    facts.variables.resize(1 + below(4));
    facts.functions.resize(1 + below(5));
    for (auto *list :
         {&facts.cacheline_constants, &facts.c_files, &facts.cplusplus_files, &facts.untraced})
      *list = {word(), word()};
    (void)facts.words.add(word(), kindsOf({NameKind::State}));
    (void)facts.words.add('*' + word(), kindsOf({NameKind::Queue}));
    (void)facts.words.addOpposites(word(), "z");
    counts_ = {facts.files.size(), facts.types.size(), facts.records.size(), facts.variables.size(),
               facts.functions.size()};
    (*this)(facts.units, facts.types, facts.records, facts.variables, facts.functions);
    facts.types.front() = {};
    makeSound(facts);
    return facts;
  }

  template <class... Fields> void operator()(Fields &...fields) { (fill(fields), ...); }

private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }
  std::string word() { return std::string(1, static_cast<char>('k' + below(3))); }

  void fill(std::string &value) { value = word(); }
  void fill(bool &value) { value = below(2) != 0; }
  template <std::integral T> void fill(T &value) { value = static_cast<T>(64 * below(2)); }
  template <class T>
    requires std::is_enum_v<T>
  void fill(T &value) {
    value = static_cast<T>(below(static_cast<std::uint32_t>(kLast<T>) + 1));
  }
  template <Reference T> void fill(T &value) {
    value = T(below(static_cast<std::uint32_t>(counts_.of(value))));
  }
  template <Optional T> void fill(T &value) {
    if (below(2))
      fill(value.emplace());
  }
  template <RareValue T> void fill(T &value) {
    typename T::value_type filled;
    fill(filled);
    value = std::move(filled);
  }
  template <List T> void fill(T &list) {
    if (list.empty())
      list.resize(below(3));
    for (auto &element : list)
      fill(element);
  }
  template <Fact T> void fill(T &fact) { eachField(fact, *this); }

  std::mt19937 random_;
  FactCounts counts_;
};

} // namespace fsfind::test

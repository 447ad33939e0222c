#pragma once

#include "rules/codec/Fields.h"

#include <cstdint>
#include <string>

namespace fsfind {

/// Appends facts to a string as bytes: numbers in groups of seven bits (the lowest first, the
/// eighth bit says that more follow), strings and lists after their length. `refer` is called to
/// write a reference.
template <class Refer> class FactsWriter {
public:
  FactsWriter(std::string &out, Refer refer) : out_(out), refer_(std::move(refer)) {}

  template <class... Fields> void operator()(const Fields &...fields) { (put(fields), ...); }

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out_.push_back(static_cast<char>(value | 0x80));
    out_.push_back(static_cast<char>(value));
  }

private:
  void put(const std::string &words) {
    number(words.size());
    out_ += words;
  }
  template <Number T> void put(T value) { number(static_cast<std::uint64_t>(value)); }
  template <Reference T> void put(T reference) { refer_(*this, out_, reference); }
  template <Optional T> void put(const T &value) {
    number(value.has_value());
    if (value)
      put(*value);
  }
  template <RareValue T> void put(const T &value) { put(*value); }
  template <List T> void put(const T &list) {
    number(list.size());
    for (const auto &element : list)
      put(element);
  }
  template <Fact T> void put(const T &fact) { eachField(fact, *this); }

  std::string &out_;
  Refer refer_;
};

} // namespace fsfind

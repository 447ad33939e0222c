#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "rules/codec/Words.h"

namespace fsfind {

/// Reads the fields of one JSON object into values of the model. A field that is missing, or null,
/// leaves its value unchanged. A field of the wrong type or range is a problem; the first is kept.
class FieldReader {
public:
  using Json = nlohmann::json;

  /// `path` is the object's place in the document, for problems. `problem`, empty at first, is
  /// shared by all readers of the document.
  FieldReader(const Json &json, std::string path, std::string &problem)
      : json_(json), path_(std::move(path)), problem_(problem) {
    if (!json_.is_object())
      tell("", "not an object");
  }

  [[nodiscard]] bool has(const char *name) const { return find(name) != nullptr; }

  template <class T> void number(const char *name, T &value) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    if (!field->is_number_unsigned() || field->get<std::uint64_t>() > std::numeric_limits<T>::max())
      return tell(name, "not a number in its range");
    value = static_cast<T>(field->get<std::uint64_t>());
  }

  template <class T> void number(const char *name, std::optional<T> &value) const {
    if (has(name))
      number(name, value.emplace());
  }

  void numbers(const char *name, std::vector<std::uint32_t> &values) const {
    eachOf(name, [&](const Json &one, const std::string &at) {
      if (!one.is_number_unsigned() || one.get<std::uint64_t>() > UINT32_MAX)
        return tell(at, "not a number in its range");
      values.push_back(one.get<std::uint32_t>());
    });
  }

  /// A number from 0 to 1.
  void share(const char *name, double &value) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    const double read = field->is_number() ? field->get<double>() : -1;
    if (!(read >= 0 && read <= 1))
      return tell(name, "not a number from 0 to 1");
    value = read;
  }

  void share(const char *name, std::optional<double> &value) const {
    if (has(name))
      share(name, value.emplace());
  }

  /// A number that is not negative.
  void measure(const char *name, double &value) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    const double read = field->is_number() ? field->get<double>() : -1;
    if (!(read >= 0 && std::isfinite(read)))
      return tell(name, "not a number of 0 or more");
    value = read;
  }

  /// A number of either sign.
  void real(const char *name, double &value) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    if (!field->is_number() || !std::isfinite(field->get<double>()))
      return tell(name, "not a number");
    value = field->get<double>();
  }

  void flag(const char *name, bool &value) const {
    if (const Json *field = find(name)) {
      if (!field->is_boolean())
        return tell(name, "neither true nor false");
      value = field->get<bool>();
    }
  }

  void text(const char *name, std::string &value) const {
    if (const Json *field = find(name))
      value = textOf(*field, name);
  }

  void texts(const char *name, std::vector<std::string> &values) const {
    eachOf(name,
           [&](const Json &one, const std::string &at) { values.push_back(textOf(one, at)); });
  }

  template <class Enum> void word(const char *name, Enum &value) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    const std::string read = textOf(*field, name);
    if (!fromWord(read, value))
      tell(name, fmt::format("'{}', which this release does not know", read));
  }

  template <class Enum> void word(const char *name, std::optional<Enum> &value) const {
    if (has(name))
      word(name, value.emplace());
  }

  /// Written as `0x601040`.
  void address(const char *name, std::uint64_t &value) const {
    if (const Json *field = find(name))
      value = addressOf(*field, name);
  }

  void addresses(const char *name, std::vector<std::uint64_t> &values) const {
    eachOf(name,
           [&](const Json &one, const std::string &at) { values.push_back(addressOf(one, at)); });
  }

  void place(Place &place) const {
    text("file", place.file);
    number("line", place.line);
    number("column", place.column);
  }

  /// Calls `read` with a reader of the field's object.
  template <class Read> void object(const char *name, Read read) const {
    if (const Json *field = find(name))
      read(FieldReader(*field, pathOf(name), problem_));
  }

  /// Adds an element to `values` for each object of an array. `read` is called with a reader of the
  /// object and the new element.
  template <class T, class Read>
  void objects(const char *name, std::vector<T> &values, Read read) const {
    eachOf(name, [&](const Json &one, const std::string &at) {
      read(FieldReader(one, pathOf(at), problem_), values.emplace_back());
    });
  }

  /// A missing field is a problem.
  void require(const char *name) const {
    if (!has(name))
      tell(name, "missing");
  }

  /// Notes the problem `name is what`, unless there was one before.
  void tell(const std::string &name, const std::string &what) const {
    if (problem_.empty())
      problem_ = fmt::format("{} is {}", pathOf(name), what);
  }

private:
  [[nodiscard]] const Json *find(const char *name) const {
    if (!json_.is_object())
      return nullptr;
    const auto field = json_.find(name);
    return field == json_.end() || field->is_null() ? nullptr : &*field;
  }

  [[nodiscard]] std::string pathOf(const std::string &name) const {
    return path_.empty() || name.empty() ? path_ + name : path_ + "." + name;
  }

  template <class Visit> void eachOf(const char *name, Visit visit) const {
    const Json *field = find(name);
    if (field == nullptr)
      return;
    if (!field->is_array())
      return tell(name, "not an array");
    std::size_t index = 0;
    for (const Json &one : *field)
      if (problem_.empty())
        visit(one, fmt::format("{}[{}]", name, index++));
  }

  [[nodiscard]] std::string textOf(const Json &field, const std::string &name) const {
    if (field.is_string())
      return field.get_ref<const std::string &>();
    tell(name, "not a string");
    return {};
  }

  [[nodiscard]] std::uint64_t addressOf(const Json &field, const std::string &name) const {
    constexpr std::size_t kMostDigits = 16;
    const std::string text = textOf(field, name);
    const bool hex = text.starts_with("0x") && text.size() > 2 && text.size() <= 2 + kMostDigits &&
                     text.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
    if (hex)
      return std::stoull(text, nullptr, 16);
    tell(name, "not an address such as 0x601040");
    return 0;
  }

  const Json &json_;
  std::string path_;
  std::string &problem_;
};

} // namespace fsfind

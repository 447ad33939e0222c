#include "cli/commands/ConfigSchema.h"

#include "analyzer/config/ConfigKeys.h"
#include "rules/model/FailOn.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fsfind::cli {

namespace {

using analyzer::ConfigKey;
using analyzer::ValueForm;
using Json = nlohmann::ordered_json;

/// A choice as YAML reads it: numbers are no texts.
Json choice(std::string_view word) {
  const bool number = word.find_first_not_of("0123456789") == std::string_view::npos;
  return number ? Json(std::stoul(std::string(word))) : Json(word);
}

Json choices(std::string_view words) {
  Json list = Json::array();
  for (const std::string_view word : analyzer::wordsOf(words))
    list.push_back(choice(word));
  return list;
}

/// The terms that fsfind takes, as a pattern; `choices` have no signs that count in one.
std::string failPattern(std::string_view choices) {
  const std::string term = fmt::format("(({}):)?({})", fmt::join(failKinds(), "|"), choices);
  return fmt::format("^(none|{0}(,{0})*)$", term);
}

Json oneValue(const ConfigKey &key) {
  switch (key.form) {
  case ValueForm::Choice:
    return {{"enum", choices(key.choices)}};
  case ValueForm::FailOn:
    return {{"type", "string"}, {"pattern", failPattern(key.choices)}};
  case ValueForm::Truth:
    return {{"type", "boolean"}};
  case ValueForm::Number:
    return {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}};
  case ValueForm::Text:
  case ValueForm::Path:
  case ValueForm::NameLine:
    break;
  }
  return {{"type", "string"}, {"minLength", 1}};
}

Json values(const ConfigKey &key) {
  Json schema = {{"description", key.help}};
  if (!key.standard.empty())
    schema["default"] =
        key.form == ValueForm::Truth ? Json(key.standard == "true") : choice(key.standard);
  const Json one = oneValue(key);
  if (key.count == analyzer::ValueCount::One)
    schema.update(one);
  else
    schema["oneOf"] = {one, {{"type", "array"}, {"items", one}, {"minItems", 1}}};
  return schema;
}

Json keysOf(std::uint32_t command) {
  Json keys = Json::object();
  for (const ConfigKey &key : analyzer::configKeys())
    if (((key.commands | key.sections) & command) != 0)
      keys[std::string(key.name)] = {{"$ref", fmt::format("#/$defs/{}", key.name)}};
  return keys;
}

} // namespace

std::string configSchema() {
  Json definitions = Json::object(), properties = Json::object();
  for (const ConfigKey &key : analyzer::configKeys()) {
    definitions[std::string(key.name)] = values(key);
    properties[std::string(key.name)] = {{"$ref", fmt::format("#/$defs/{}", key.name)}};
  }
  for (const analyzer::CommandName &one : analyzer::configCommands())
    properties[std::string(one.name)] = {
        {"description", fmt::format("For fsfind {} alone", one.name)},
        {"type", "object"},
        {"additionalProperties", false},
        {"properties", keysOf(one.command)}};
  const Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", ".fsfind.yaml"},
                       {"description", "Options of fsfind for a project; docs/configuration.md"},
                       {"type", "object"},
                       {"additionalProperties", false},
                       {"properties", properties},
                       {"$defs", definitions}};
  return schema.dump(2) + '\n';
}

} // namespace fsfind::cli

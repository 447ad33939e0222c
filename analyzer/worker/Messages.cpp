#include "analyzer/worker/Messages.h"

#include <nlohmann/json.hpp>

namespace fsfind::analyzer {

namespace {

using Json = nlohmann::json;

/// Paths and arguments are bytes, but JSON needs UTF-8: each byte becomes the code point of its
/// value.
std::string encoded(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value >= 0x80) {
      text += static_cast<char>(0xC0U | (value >> 6U));
      text += static_cast<char>(0x80U | (value & 0x3FU));
    } else {
      text += byte;
    }
  }
  return text;
}

std::string decoded(const std::string &text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto value = static_cast<unsigned char>(text[i]);
    if (value >= 0xC0 && i + 1 < text.size())
      bytes += static_cast<char>(((value & 0x3U) << 6U) |
                                 (static_cast<unsigned char>(text[++i]) & 0x3FU));
    else
      bytes += text[i];
  }
  return bytes;
}

Json encodedList(const std::vector<std::string> &list) {
  Json json = Json::array();
  for (const std::string &text : list)
    json.push_back(encoded(text));
  return json;
}

Json encodedTexts(const FileTexts &texts) {
  Json json = Json::array();
  for (const auto &[path, text] : texts)
    json.push_back({{"path", encoded(path)}, {"text", encoded(text)}});
  return json;
}

std::string textAt(const Json &json, const char *key) {
  return decoded(json.at(key).get<std::string>());
}

std::vector<std::string> listAt(const Json &json, const char *key) {
  std::vector<std::string> list;
  for (const Json &text : json.at(key))
    list.push_back(decoded(text.get<std::string>()));
  return list;
}

FileTexts textsAt(const Json &json, const char *key) {
  FileTexts texts;
  for (const Json &one : json.at(key))
    texts[textAt(one, "path")] = textAt(one, "text");
  return texts;
}

OtherFiles otherFilesAt(const Json &json) {
  OtherFiles files(textsAt(json, "edited"));
  files.gone = listAt(json, "gone");
  files.links = textsAt(json, "links");
  return files;
}

UnitRequest readRequest(const Json &json) {
  return {textAt(json, "directory"),
          textAt(json, "file"),
          listAt(json, "arguments"),
          listAt(json, "trusted"),
          listAt(json, "beyond"),
          textAt(json, "knowledge"),
          json.at("memory").get<std::uint64_t>(),
          otherFilesAt(json)};
}

UnitAnswer readAnswer(const Json &json) {
  UnitAnswer answer{textAt(json, "failure"),
                    json.at("errors").get<std::uint32_t>(),
                    textAt(json, "first_error"),
                    {}};
  for (const Json &one : json.at("dependencies"))
    answer.dependencies.push_back({textAt(one, "path"), one.at("size").get<std::uint64_t>(),
                                   one.at("digest").get<std::string>()});
  answer.absent = listAt(json, "absent");
  answer.dropped = listAt(json, "dropped");
  answer.beyond = listAt(json, "beyond");
  answer.calls_confined = json.at("calls_confined").get<bool>();
  answer.files_confined = json.at("files_confined").get<bool>();
  return answer;
}

/// Turns nlohmann's exceptions into errors.
template <class Read>
auto parsed(std::string_view text, const char *what, Read read)
    -> Expected<decltype(read(Json()))> {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception &) {
    return failure({what, {}, "is not understood", "run the fsfind-facts that came with fsfind"});
  }
}

} // namespace

std::string toJson(const UnitRequest &request) {
  Json json;
  json["directory"] = encoded(request.directory);
  json["file"] = encoded(request.file);
  json["arguments"] = encodedList(request.arguments);
  json["trusted"] = encodedList(request.trusted);
  json["beyond"] = encodedList(request.beyond);
  json["knowledge"] = encoded(request.knowledge);
  json["memory"] = request.memory;
  json["edited"] = encodedTexts(request.edited.texts);
  json["gone"] = encodedList(request.edited.gone);
  json["links"] = encodedTexts(request.edited.links);
  return json.dump();
}

std::string toJson(const UnitAnswer &answer) {
  Json json;
  json["failure"] = encoded(answer.failure);
  json["errors"] = answer.errors;
  json["first_error"] = encoded(answer.first_error);
  json["dependencies"] = Json::array();
  for (const Dependency &one : answer.dependencies)
    json["dependencies"].push_back(
        {{"path", encoded(one.path)}, {"size", one.size}, {"digest", one.digest}});
  json["absent"] = encodedList(answer.absent);
  json["dropped"] = encodedList(answer.dropped);
  json["beyond"] = encodedList(answer.beyond);
  json["calls_confined"] = answer.calls_confined;
  json["files_confined"] = answer.files_confined;
  return json.dump();
}

Expected<UnitRequest> requestFromJson(std::string_view text) {
  return parsed(text, "the request", readRequest);
}

Expected<UnitAnswer> answerFromJson(std::string_view text) {
  return parsed(text, "the worker's answer", readAnswer);
}

} // namespace fsfind::analyzer

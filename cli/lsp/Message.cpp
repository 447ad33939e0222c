#include "cli/lsp/Message.h"

#include "rules/codec/JsonText.h"

#include <algorithm>

namespace fsfind::lsp {

namespace {

constexpr const char *kVersion = "2.0";

tl::unexpected<Problem> refused(ErrorCode code, std::string message, Json id = nullptr) {
  return tl::unexpected(Problem{code, std::move(message), std::move(id)});
}

bool isId(const Json &json) {
  return json.is_number_integer() || json.is_string();
}

bool isAnswer(const Json &json) {
  return !json.contains("method") && (json.contains("result") || json.contains("error"));
}

} // namespace

tl::expected<Message, Problem> parseMessage(std::string_view text) {
  if (jsonDepth(text) > kMostDepth)
    return refused(ErrorCode::ParseError, "the message is nested too deep");
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return refused(ErrorCode::ParseError, "the message is not JSON in UTF-8");
  if (!json.is_object())
    return refused(ErrorCode::InvalidRequest, "the message is no JSON object");
  Message message;
  message.id = member(json, "id");
  if (!message.id.is_null() && !isId(message.id))
    return refused(ErrorCode::InvalidRequest, "the id is neither a whole number nor a text");
  if (isAnswer(json))
    return message;
  message.method = textMember(json, "method");
  if (message.method.empty())
    return refused(ErrorCode::InvalidRequest, "the message has no method", message.id);
  message.params = member(json, "params");
  if (!message.params.is_null() && !message.params.is_structured())
    return refused(ErrorCode::InvalidRequest, "the params are neither an object nor an array",
                   message.id);
  return message;
}

Json answer(const Json &id, Json result) {
  return {{"jsonrpc", kVersion}, {"id", id}, {"result", std::move(result)}};
}

Json refusal(const Problem &problem) {
  Json error = {{"code", static_cast<std::int32_t>(problem.code)}, {"message", problem.message}};
  return {{"jsonrpc", kVersion}, {"id", problem.id}, {"error", std::move(error)}};
}

Json notification(std::string_view method, Json params) {
  return {{"jsonrpc", kVersion}, {"method", method}, {"params", std::move(params)}};
}

Json request(const Json &id, std::string_view method, Json params) {
  Json json = notification(method, std::move(params));
  json["id"] = id;
  return json;
}

std::string dumped(const Json &json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

const Json &member(const Json &json, std::string_view name) {
  static const Json kNone;
  if (!json.is_object())
    return kNone;
  const auto found = json.find(name);
  return found == json.end() ? kNone : *found;
}

std::string textMember(const Json &json, std::string_view name) {
  const Json &value = member(json, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

bool flagMember(const Json &json, std::string_view name) {
  const Json &value = member(json, name);
  return value.is_boolean() && value.get<bool>();
}

std::uint32_t countMember(const Json &json, std::string_view name, std::uint32_t most) {
  const Json &value = member(json, name);
  if (value.is_number_unsigned())
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value.get<std::uint64_t>(), most));
  return 0;
}

} // namespace fsfind::lsp

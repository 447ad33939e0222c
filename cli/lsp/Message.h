#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

/// The messages of JSON-RPC 2.0 as the Language Server Protocol uses it (LSP 3.17, Base Protocol).
namespace fsfind::lsp {

using Json = nlohmann::json;

/// LSP 3.17, ErrorCodes.
enum class ErrorCode : std::int32_t {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

/// Why there is no answer.
struct Problem {
  ErrorCode code = ErrorCode::InvalidRequest;
  std::string message;
  Json id = nullptr; ///< of the request; null = not known
};

/// A request, a notification, or the answer to a request of the server.
struct Message {
  Json id = nullptr;  ///< a number or a text; null = a notification
  std::string method; ///< empty = an answer
  Json params;        ///< an object or an array; null = there are none
};

/// Brackets may be nested as deep in a message.
inline constexpr std::size_t kMostDepth = 64;

/// The text may be hostile.
[[nodiscard]] tl::expected<Message, Problem> parseMessage(std::string_view text);

[[nodiscard]] Json answer(const Json &id, Json result);
[[nodiscard]] Json refusal(const Problem &problem);
[[nodiscard]] Json notification(std::string_view method, Json params);
[[nodiscard]] Json request(const Json &id, std::string_view method, Json params);

/// On one line; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string dumped(const Json &json);

/// Members of what a client sent. Each gives nothing, an empty text or null where the member is
/// missing or of another type.
[[nodiscard]] const Json &member(const Json &json, std::string_view name);
[[nodiscard]] std::string textMember(const Json &json, std::string_view name);
[[nodiscard]] bool flagMember(const Json &json, std::string_view name);
/// From 0 to `most`; larger and negative numbers are cut off, what is no number is 0.
[[nodiscard]] std::uint32_t countMember(const Json &json, std::string_view name,
                                        std::uint32_t most = UINT32_MAX);

} // namespace fsfind::lsp

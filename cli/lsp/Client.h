#pragma once

#include "cli/lsp/Message.h"
#include "cli/lsp/Positions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fsfind::lsp {

/// What the editor can do, as far as it matters (LSP 3.17, ClientCapabilities).
struct Abilities {
  Encoding encoding = Encoding::Utf16;
  bool markdown = false;        ///< shows hovers in Markdown
  bool related = false;         ///< shows further places of diagnostics
  bool progress = false;        ///< shows progress that the server begins
  bool watches = false;         ///< tells of changed files, if asked to
  bool resolves = false;        ///< asks for an action's edit when it is chosen
  bool versioned_edits = false; ///< takes edits of certain versions of documents
};
[[nodiscard]] Abilities abilitiesOf(const Json &capabilities);

/// The editor, as who the server talks to. Messages wait here until the editor takes them.
class Client {
public:
  Abilities abilities;

  void send(const Json &message);
  void notify(std::string_view method, Json params) {
    send(notification(method, std::move(params)));
  }
  void ask(std::string_view method, Json params);
  /// Kinds of messages (LSP 3.17, MessageType).
  enum class Kind : std::uint8_t { Error = 1, Warning = 2, Info = 3, Log = 4 };
  void show(Kind kind, const std::string &text) { tell("window/showMessage", kind, text); }
  void log(Kind kind, const std::string &text) { tell("window/logMessage", kind, text); }

  /// Another number each time.
  [[nodiscard]] std::uint64_t newNumber() { return ++numbers_; }

  /// Bytes that are to be written, and that some of them were.
  [[nodiscard]] std::string_view pending() const {
    return std::string_view(pending_).substr(written_);
  }
  void wrote(std::size_t bytes);

private:
  void tell(std::string_view method, Kind kind, const std::string &text);

  std::string pending_;
  std::size_t written_ = 0;
  std::uint64_t numbers_ = 0;
};

/// A bar of progress in the editor. It ends with the object.
class WorkDone {
public:
  WorkDone(Client &client, std::string_view title);
  ~WorkDone();
  WorkDone(const WorkDone &) = delete;
  WorkDone &operator=(const WorkDone &) = delete;

  /// `fraction`: from 0 to 1.
  void update(const std::string &stage, double fraction);
  void endWith(std::string text) { last_ = std::move(text); }
  [[nodiscard]] const std::string &token() const { return token_; }

private:
  void report(Json value);

  Client &client_;
  std::string token_, last_;
  unsigned percent_ = 0;
};

} // namespace fsfind::lsp

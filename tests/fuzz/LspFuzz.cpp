// What an editor writes to `fsfind lsp`.
#include "cli/lsp/Framing.h"
#include "cli/lsp/Message.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::lsp;
  MessageReader reader;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  reader.add(text.substr(0, size / 2)); // a stream comes in pieces
  for (const std::string_view piece : {text.substr(0, 0), text.substr(size / 2)}) {
    reader.add(piece);
    for (auto content = reader.next(); content && *content; content = reader.next()) {
      const auto message = parseMessage(**content);
      if (!message && dumped(refusal(message.error())).empty())
        std::abort();
      if (message && !message->params.is_null() && !message->params.is_structured())
        std::abort();
    }
  }
  return 0;
}

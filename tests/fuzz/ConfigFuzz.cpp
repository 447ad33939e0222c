// A configuration file: whatever it holds is taken, or refused with where and why; what is taken
// has values of the forms that its keys ask for.

#include "analyzer/config/Config.h"
#include "analyzer/knowledge/Knowledge.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::analyzer;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  auto read = parseConfig(text, "/project/.fsfind.yaml");
  if (!read) {
    if (!read.error().message().starts_with("/project/.fsfind.yaml:"))
      std::abort();
    return 0;
  }
  Config config;
  config.settings = std::move(read->settings);
  for (const Setting &setting : config.settings)
    for (const ConfigValue &value : setting.values)
      if (!valueProblem(*setting.key, value.text).empty() || !value.place.known())
        std::abort();
  for (const CommandName &command : configCommands())
    if (!Knowledge::extended(knowledgeIn(config, command.command), "config"))
      std::abort();
  return 0;
}

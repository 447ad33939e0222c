// A user's file of names: whatever it holds is taken, or refused with where and why, and names can
// be looked up afterwards.

#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/NameHints.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind::analyzer;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  Knowledge known = Knowledge::builtIn();
  if (const auto added = known.add(text, "fuzz"); !added && added.error().message().empty())
    std::abort();
  const std::string_view name = text.substr(0, text.find('\n'));
  (void)known.of(name);
  (void)known.dependsOnScope(name);
  (void)known.wordsIn(name);
  (void)fsfind::namesThread(known.nameWords(), name);
  (void)fsfind::isSetup(known.nameWords(), name);
  (void)fsfind::namesNumaNode(known.nameWords(), name);
  (void)fsfind::areComplementary(known.nameWords(), name, text);
  if (!Knowledge::builtIn().of("pthread_create"))
    std::abort();
  return 0;
}

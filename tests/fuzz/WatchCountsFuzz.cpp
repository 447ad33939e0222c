// What perf prints for `fsfind watch`: a list of events, a line that ends it, and counts.
#include "c2c-ingest/watch/CountEvents.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace fsfind;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::size_t end = text.find("\n--\n");
  const auto events = watch::chooseCountEvents(text.substr(0, end));
  if (events.size() > watch::kMostEvents)
    std::abort();
  const Step step =
      watch::countedStep(end == std::string_view::npos ? text : text.substr(end + 4), events);
  if (step.running && !(*step.running >= 0 && *step.running <= 1))
    std::abort();
  for (const auto &loads : step.contended)
    if (loads && !(*loads >= 0))
      std::abort();
  return 0;
}

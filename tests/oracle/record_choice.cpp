// Prints, as JSON, what fsfind would record with on a machine made of files: the command, or what
// is missing. Used by event_choice.py.

#include "c2c-ingest/record/HardwareEngine.h"

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace {

/// Arguments: the machine's folder; `root` or `user`; `all` or `task`; a load latency and a period,
/// 0 for the default.
int describeChoice(std::span<char *> arguments) {
  using namespace fsfind::record;
  const Host host = {arguments[1],
                     std::string(arguments[1]) + "/bin",
                     std::string_view(arguments[2]) == "root",
                     {}};
  RecordRequest request;
  request.output = "perf.data";
  request.all_cpus = std::string_view(arguments[3]) == "all";
  request.command = {"true"};
  const HardwareSampling sampling = {static_cast<std::uint32_t>(std::atoi(arguments[4])),
                                     static_cast<std::uint64_t>(std::atoi(arguments[5]))};
  nlohmann::json told;
  const auto found = findMemoryEvents(host, request.all_cpus);
  if (const auto *lack = std::get_if<HardwareLack>(&found))
    told["lack"] = lack->error.message();
  else
    told["command"] = perfCommand(std::get<MemoryEvents>(found), request, sampling);
  std::cout << told.dump() << '\n';
  return EXIT_SUCCESS;
}

} // namespace

int main(int count, char **words) {
  constexpr int kWords = 6;
  if (count != kWords)
    return EXIT_FAILURE;
  return describeChoice({words, static_cast<std::size_t>(count)});
}

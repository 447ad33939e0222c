#include "cli/report/text/MachineStorage.h"

#include "cli/report/text/MachineMemory.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

using cli::Align;

/// Whether the device is at the node whose CPUs read.
std::string_view deviceDistance(const MachineMap &map, std::uint32_t cpu_node) {
  if (map.nodes.size() == 1 || map.storage->device_node == cpu_node)
    return "near";
  return map.storage->device_node == kNoNode ? "not known" : "far";
}

void writeReads(Page &page, const MachineMap &map) {
  const std::string none(page.sign("·", "-"));
  cli::Table table({{"CPU of"},
                    {"device"},
                    {"reads", Align::Right},
                    {"beside triads", Align::Right},
                    {"threads", Align::Right},
                    {"triad", Align::Right},
                    {"beside reads", Align::Right}});
  for (const StorageReads &one : map.storage->nodes) {
    const auto beside = [&](const Reading &reading) {
      return one.memory_threads == 0 ? none : readingText(reading);
    };
    table.add({{fmt::format("node {}", one.cpu_node)},
               {std::string(deviceDistance(map, one.cpu_node))},
               {readingText(one.alone)},
               {beside(one.beside_triads)},
               {one.memory_threads == 0 ? none : std::to_string(one.memory_threads)},
               {beside(one.triads_alone)},
               {beside(one.triads_beside)}});
  }
  page.block(table.text(page.traits(), 2));
}

} // namespace

void writeMachineStorage(Page &page, const MachineMap &map) {
  constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
  const StorageTimes &storage = *map.storage;
  page.heading("Sequential reads from storage, 1e9 bytes a second (fio, medians)");
  page.fact("folder", fmt::format("{}, a file of {} MiB, read {}", page.safe(storage.folder),
                                  storage.file_bytes / kMebi,
                                  storage.direct ? "past the page cache" : "by the page cache"));
  writeReads(page, map);
}

} // namespace fsfind::report

#include "c2c-ingest/process/Look.h"

#include "c2c-ingest/process/Allocators.h"
#include "c2c-ingest/process/MachineNodes.h"
#include "c2c-ingest/process/MappedModules.h"
#include "c2c-ingest/process/PointedBlocks.h"
#include "c2c-ingest/process/Regions.h"
#include "c2c-ingest/process/StaticObjects.h"
#include "c2c-ingest/process/Threads.h"
#include "rules/model/NumberText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unistd.h>

namespace fsfind::process {

namespace {

/// Bytes; of x86-64, and of AArch64 with pages of 4 KiB.
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

Error ended(std::uint32_t pid) {
  return {processText(pid), {}, "ended while it was looked at", "look at one that runs longer"};
}

class Look {
public:
  explicit Look(const LookRequest &request)
      : request_(request), files_(request.root, request.pid),
        page_bytes_(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))),
        sampler_(request.pages ? request.pages : kernelPages(request.pid), page_bytes_,
                 request.limits),
        memory_(request.memory ? request.memory : processMemory(request.pid)) {}

  Expected<Placement> take() {
    FSFIND_CHECK(describe());
    placement_.nodes = machineNodes(files_);
    readMachineSettings(files_, placement_);
    FSFIND_CHECK(readRegions());
    placement_.threads = readThreads(files_, placement_.nodes);
    placeObjects();
    FSFIND_CHECK(checkAlive());
    return std::move(placement_);
  }

private:
  Expected<TaskStat> readStat() {
    FSFIND_TRY(const std::string text, files_.read("stat"));
    auto stat = parseTaskStat(text);
    if (!stat)
      return failure({files_.pathOf("stat"), {}, "is not of the form that proc(5) tells", {}});
    return std::move(*stat);
  }

  Expected<void> describe() {
    FSFIND_TRY(const TaskStat stat, readStat());
    const bool ended = stat.state == 'Z' || stat.state == 'X';
    if (ended)
      return failure({processText(request_.pid),
                      {},
                      "has ended and has no memory any more: it is a zombie, for which its parent "
                      "has not waited",
                      {}});
    FSFIND_TRY(const std::string status, files_.read("status"));
    if (fieldOf(status, "VmSize").empty())
      return failure({processText(request_.pid),
                      {},
                      "is a thread of the kernel, which has no memory of its own",
                      "give a program's process"});
    start_ticks_ = stat.start_ticks;
    placement_.pid = request_.pid;
    placement_.name = stat.name;
    readCommand();
    readAge(stat);
    return {};
  }

  void readCommand() {
    const std::string words = files_.read("cmdline").value_or("");
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find('\0', at), words.size());
      placement_.command.push_back(words.substr(at, end - at));
      at = end + 1;
    }
  }

  void readAge(const TaskStat &stat) {
    const std::string uptime = files_.machine("/proc/uptime");
    const double machine = std::strtod(uptime.c_str(), nullptr);
    const double started =
        static_cast<double>(stat.start_ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
    placement_.seconds = std::max(0.0, machine - started);
  }

  [[nodiscard]] Clock::time_point timeLimit() const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(request_.time);
  }

  Expected<void> readRegions() {
    const auto deadline = timeLimit();
    FSFIND_TRY(const std::string maps, files_.read("maps"));
    FSFIND_TRY(const ProcFile numa_maps, files_.readUntil("numa_maps", deadline));
    placement_.cost.numa_maps_seconds = numa_maps.seconds;
    const auto smaps = readHugePages(deadline);
    const std::string limits = files_.read("limits").value_or("");
    Regions regions =
        joinRegions({maps, numa_maps.text,
                     smaps ? std::optional<std::string_view>(smaps->text) : std::nullopt, limits});
    maps_ = std::move(regions.maps);
    placement_.regions = std::move(regions.placed);
    if (!numa_maps.whole)
      note(fmt::format("numa_maps was read for {:.2g} s, and not to its end: mappings with high "
                       "addresses are missing; --time allows more",
                       numa_maps.seconds));
    if (regions.unmatched != 0)
      note(fmt::format("{} came or went while they were read, and are left out",
                       counted(regions.unmatched, "mapping")));
    return {};
  }

  /// Only where there can be huge pages: the kernel walks all page tables once more.
  std::optional<ProcFile> readHugePages(Clock::time_point deadline) {
    if (placement_.huge_pages.empty() || placement_.huge_pages == "never")
      return std::nullopt;
    auto smaps = files_.readUntil("smaps", deadline);
    if (!smaps) {
      note("transparent huge pages are not known: " + smaps.error().what);
      return std::nullopt;
    }
    placement_.cost.smaps_seconds = smaps->seconds;
    if (!smaps->whole)
      note("smaps was not read to its end: transparent huge pages are not known of all mappings; "
           "--time allows more");
    return std::move(*smaps);
  }

  void placeObjects() {
    const MappedModules mapped = mappedModules(files_, maps_, page_bytes_);
    for (const MappedModule &module : mapped.modules)
      if (mayHoldObjects(module))
        findObjects(module);
    placement_.allocators = allocatorsIn(mapped.modules);
    for (const std::string &path : mapped.replaced)
      note(fmt::format("{}: the file has been replaced or removed since it was mapped, so its "
                       "variables are not named",
                       path));
    std::stable_sort(
        placement_.objects.begin(), placement_.objects.end(),
        [](const PlacedObject &a, const PlacedObject &b) { return a.object.size > b.object.size; });
    for (PlacedObject &object : placement_.objects)
      place(object);
    if (request_.recorded)
      for (const RecordedPages &recorded : request_.recorded(placement_))
        placeRecorded(recorded);
    tellOfSampling();
  }

  /// Unless its pages are those of an object that was found.
  void placeRecorded(const RecordedPages &recorded) {
    const std::uint64_t address = recorded.object.address;
    const bool known = std::any_of(
        placement_.objects.begin(), placement_.objects.end(),
        [&](const PlacedObject &one) { return address - one.object.address < one.object.size; });
    if (known)
      return;
    PlacedObject object;
    object.object = recorded.object;
    object.recorded = true;
    object.pages = sampler_.sample(recorded.pages);
    if (const PlacedRegion *region = regionAt(placement_.regions, address))
      object.policy = region->policy;
    placement_.objects.push_back(std::move(object));
  }

  void findObjects(const MappedModule &mapped) {
    auto module = debuginfo::Module::open(mapped.opened, mapped.elf->buildId(), request_.search);
    if (!module)
      return note(module.error().message());
    StaticObjects found = staticObjects(mapped, **module, page_bytes_);
    if (found.gave_up)
      note(
          fmt::format("{}: of its many small variables not all were looked at, so some larger ones "
                      "may be missing",
                      mapped.path));
    if (mapped.executable) {
      PointedBlocks blocks = pointedBlocks(
          mapped, **module,
          {placement_.regions, found.objects, memory_, sampler_, page_bytes_, timeLimit()});
      add(std::move(blocks.objects));
      if (!blocks.cut.empty())
        note(fmt::format("{}: {}, so some blocks may be missing", mapped.path, blocks.cut));
      for (std::string &one : (*module)->notes()) // no surprise of libraries
        note(std::move(one));
    }
    add(std::move(found.objects));
  }

  void add(std::vector<PlacedObject> objects) {
    std::move(objects.begin(), objects.end(), std::back_inserter(placement_.objects));
  }

  void place(PlacedObject &object) {
    const std::uint64_t begin = object.object.address, end = begin + object.object.size;
    object.pages = sampler_.sample(begin, object.object.size);
    const PlacedRegion *region = regionAt(placement_.regions, begin);
    if (region == nullptr)
      return;
    object.policy = region->policy;
    const std::uint64_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
    const std::uint64_t last = end / kHugePage * kHugePage;
    if (last > first)
      object.huge_bytes = std::min(last - first, region->huge_bytes.value_or(0));
  }

  void tellOfSampling() {
    placement_.cost.pages_asked = sampler_.asked();
    placement_.cost.move_pages_seconds = sampler_.seconds();
    if (sampler_.refused())
      note(sampler_.refused()->what + "; " + sampler_.refused()->remedy);
    if (sampler_.limited())
      note(fmt::format("pages were asked for up to {} in all: of smaller objects it is not known "
                       "where they are",
                       grouped(request_.limits.of_look)));
  }

  /// What was read before the end is told. A number may be another process's by now.
  Expected<void> checkAlive() {
    const auto stat = readStat();
    const bool alive = stat && stat->state != 'Z' && stat->state != 'X';
    if (placement_.regions.empty() && !alive)
      return failure(ended(request_.pid));
    if (alive && stat->start_ticks != start_ticks_)
      return failure(ended(request_.pid));
    if (!alive)
      note("the process ended while it was looked at, so that some of it may be missing");
    return {};
  }

  void note(std::string text) { placement_.notes.push_back(std::move(text)); }

  const LookRequest &request_;
  ProcFiles files_;
  std::uint64_t page_bytes_;
  PageSampler sampler_;
  MemoryReader memory_;
  std::uint64_t start_ticks_ = 0;
  std::vector<MapsLine> maps_;
  Placement placement_;
};

} // namespace

Expected<Placement> lookAt(const LookRequest &request) {
  return Look(request).take();
}

} // namespace fsfind::process

#include "rules/codec/PlacementFile.h"

#include "rules/codec/DocumentText.h"
#include "rules/codec/FieldReader.h"
#include "rules/codec/ObjectReader.h"
#include "rules/codec/PlacementWords.h"

namespace fsfind {

namespace {

constexpr DocumentKind kPlacementKind = {"fsfind placement", "looks",
                                         "fsfind placement PID --format=json -o FILE"};
/// Larger numbers are no addresses, bytes or pages of any machine. What is summed is not larger in
/// all, either, so that sums stay in 64 bits.
constexpr std::uint64_t kMost = std::uint64_t{1} << 57;
constexpr double kMostSeconds = 1e12;

void bounded(const FieldReader &reader, const char *name, std::uint64_t &value,
             std::uint64_t most = kMost) {
  reader.number(name, value);
  if (value > most)
    reader.tell(name, "too large to be true");
}

/// The numbers that `of` gives of the elements are to be at most kMost in all; each of them is.
template <class T, class Of>
void boundSum(const FieldReader &reader, const char *name, const std::vector<T> &elements, Of of) {
  std::uint64_t sum = 0;
  for (const T &one : elements)
    if ((sum += of(one)) > kMost)
      return reader.tell(name, "too large in all to be true");
}

void seconds(const FieldReader &reader, const char *name, double &value) {
  reader.measure(name, value);
  if (value > kMostSeconds)
    reader.tell(name, "too large to be true");
}

/// All numbers together are at most `most`.
void readByNode(const FieldReader &reader, const char *name, const char *unit, ByNode &nodes,
                std::uint64_t most = kMost) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> read;
  reader.objects(name, read, [&](const FieldReader &at, auto &one) {
    at.require("node");
    at.number("node", one.first);
    bounded(at, unit, one.second, most);
  });
  std::uint64_t left = most;
  for (const auto &[node, number] : read)
    if (number > left)
      return reader.tell(name, "too large in all to be true");
    else
      left -= number;
  nodes.insert(read.begin(), read.end());
}

void readNode(const FieldReader &reader, MemoryNode &node) {
  reader.require("node");
  reader.number("node", node.node);
  reader.numbers("cpus", node.cpus);
  bounded(reader, "bytes", node.bytes);
  bounded(reader, "free_bytes", node.free_bytes);
}

void readRegion(const FieldReader &reader, PlacedRegion &region) {
  for (const char *field : {"begin", "end", "kind"})
    reader.require(field);
  reader.address("begin", region.begin);
  reader.address("end", region.end);
  if (region.end <= region.begin)
    reader.tell("end", "not behind its begin");
  reader.word("kind", region.kind);
  reader.text("file", region.file);
  reader.text("policy", region.policy);
  reader.flag("writable", region.writable);
  reader.flag("executable", region.executable);
  bounded(reader, "page_bytes", region.page_bytes);
  readByNode(reader, "bytes_by_node", "bytes", region.bytes);
  if (reader.has("huge_bytes"))
    bounded(reader, "huge_bytes", region.huge_bytes.emplace());
}

void readPlacedObject(const FieldReader &reader, PlacedObject &placed) {
  reader.object("object", [&](const FieldReader &at) {
    readObject(at, placed.object);
    bounded(at, "size", placed.object.size);
  });
  reader.text("module", placed.module);
  reader.flag("open_ended", placed.open_ended);
  reader.flag("recorded", placed.recorded);
  reader.text("policy", placed.policy);
  bounded(reader, "huge_bytes", placed.huge_bytes);
  PlacedPages &pages = placed.pages;
  bounded(reader, "pages", pages.pages);
  bounded(reader, "pages_asked", pages.asked, pages.pages);
  readByNode(reader, "pages_by_node", "pages", pages.nodes, pages.asked);
  bounded(reader, "pages_absent", pages.absent, pages.asked);
  bounded(reader, "pages_without", pages.without, pages.asked);
}

void readThread(const FieldReader &reader, PlacedThread &thread) {
  reader.require("tid");
  reader.number("tid", thread.tid);
  reader.text("name", thread.name);
  reader.number("cpu", thread.cpu);
  reader.number("node", thread.node);
  seconds(reader, "cpu_seconds", thread.cpu_seconds);
  reader.numbers("allowed_nodes", thread.allowed);
}

void readAllocator(const FieldReader &reader, PlacedAllocator &allocator) {
  reader.require("kind");
  reader.word("kind", allocator.kind);
  reader.text("module", allocator.module);
  reader.text("symbol", allocator.symbol);
  reader.text("prefix", allocator.prefix);
}

void readTraffic(const FieldReader &reader, std::size_t objects, RecordedTraffic &traffic) {
  reader.text("path", traffic.path);
  reader.flag("same_process", traffic.same_process);
  bounded(reader, "local", traffic.local);
  bounded(reader, "remote", traffic.remote);
  reader.objects("objects", traffic.objects, [&](const FieldReader &at, ObjectTraffic &one) {
    at.object("object", [&](const FieldReader &object) { readObject(object, one.object); });
    bounded(at, "local", one.local);
    bounded(at, "remote", one.remote);
    readByNode(at, "loads_by_node", "loads", one.loads_of);
    bounded(at, "threads", one.threads);
    at.object("filled", [&](const FieldReader &filled) {
      filled.place(one.filled);
      filled.text("thread", one.filled_by);
    });
    at.number("here", one.here);
    if (one.here && *one.here >= objects)
      at.tell("here", "not among the objects");
  });
  const auto loads = [](const ObjectTraffic &one) { return one.local + one.remote; };
  boundSum(reader, "objects", traffic.objects, loads);
  boundSum(reader, "objects", traffic.objects,
           [](const ObjectTraffic &one) { return sumOf(one.loads_of); });
}

void boundSums(const FieldReader &reader, const Placement &look) {
  boundSum(reader, "nodes", look.nodes, [](const MemoryNode &node) { return node.bytes; });
  boundSum(reader, "nodes", look.nodes, [](const MemoryNode &node) { return node.free_bytes; });
  boundSum(reader, "regions", look.regions,
           [](const PlacedRegion &region) { return sumOf(region.bytes); });
  boundSum(reader, "regions", look.regions,
           [](const PlacedRegion &region) { return region.huge_bytes.value_or(0); });
  boundSum(reader, "objects", look.objects,
           [](const PlacedObject &placed) { return placed.object.size; });
  boundSum(reader, "objects", look.objects,
           [](const PlacedObject &placed) { return placed.huge_bytes; });
  boundSum(reader, "objects", look.objects,
           [](const PlacedObject &placed) { return placed.pages.pages; });
}

void readCost(const FieldReader &reader, LookCost &cost) {
  seconds(reader, "numa_maps_seconds", cost.numa_maps_seconds);
  seconds(reader, "smaps_seconds", cost.smaps_seconds);
  seconds(reader, "move_pages_seconds", cost.move_pages_seconds);
  bounded(reader, "pages_asked", cost.pages_asked);
}

void readLook(const FieldReader &reader, Placement &look) {
  for (const char *field : {"pid", "nodes", "regions", "threads"})
    reader.require(field);
  reader.number("pid", look.pid);
  reader.text("name", look.name);
  reader.texts("command", look.command);
  seconds(reader, "seconds", look.seconds);
  reader.objects("nodes", look.nodes, readNode);
  reader.number("numa_balancing", look.balancing);
  reader.number("pages_migrated", look.pages_migrated);
  reader.text("transparent_huge_pages", look.huge_pages);
  reader.objects("regions", look.regions, readRegion);
  reader.objects("objects", look.objects, readPlacedObject);
  reader.objects("threads", look.threads, readThread);
  reader.objects("allocators", look.allocators, readAllocator);
  reader.object("traffic", [&](const FieldReader &at) {
    readTraffic(at, look.objects.size(), look.traffic.emplace());
  });
  reader.object("cost", [&](const FieldReader &at) { readCost(at, look.cost); });
  reader.texts("notes", look.notes);
  boundSums(reader, look);
}

} // namespace

Expected<std::vector<Placement>> parsePlacements(std::string_view text, const std::string &where) {
  FSFIND_TRY(const nlohmann::json json, parseDocument(text, where, kPlacementKind));
  std::vector<Placement> looks;
  std::string problem;
  FieldReader(json, "", problem).objects("looks", looks, readLook);
  if (!problem.empty())
    return failure({where, {}, problem, documentRemedy(kPlacementKind)});
  return looks;
}

Expected<std::vector<Placement>> readPlacementFile(const std::string &path) {
  FSFIND_TRY(const std::string text, readDocument(path, kPlacementKind));
  return parsePlacements(text, path);
}

} // namespace fsfind

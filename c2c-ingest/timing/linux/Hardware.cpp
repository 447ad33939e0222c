#include "c2c-ingest/timing/Hardware.h"

#include "rules/model/Profile.h"

#include <hwloc.h>

#include <algorithm>
#include <memory>
#include <type_traits>

namespace fsfind::timing {

namespace {

struct DestroyTopology {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using TopologyHandle = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, DestroyTopology>;

struct FreeBitmap {
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, FreeBitmap>;

Error unreadableTopology() {
  return {"machine", {}, "hwloc cannot read the topology", "see what its lstopo says"};
}

Expected<TopologyHandle> loadTopology(const std::string &synthetic) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0)
    return failure(unreadableTopology());
  TopologyHandle topology(raw);
  if (!synthetic.empty() && hwloc_topology_set_synthetic(raw, synthetic.c_str()) != 0)
    return failure(unreadableTopology());
  if (hwloc_topology_load(raw) != 0)
    return failure(unreadableTopology());
  return topology;
}

std::uint64_t cacheBytes(hwloc_topology_t topology, hwloc_obj_type_t type) {
  const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, type, 0);
  return cache == nullptr ? 0 : cache->attr->cache.size;
}

std::uint32_t lineSize(hwloc_topology_t topology) {
  const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, HWLOC_OBJ_L1CACHE, 0);
  const unsigned size = cache == nullptr ? 0 : cache->attr->cache.linesize;
  return size == 0 ? kDefaultLineSize : size;
}

std::string infoOf(hwloc_obj_t object, const char *name) {
  const char *value = object == nullptr ? nullptr : hwloc_obj_get_info_by_name(object, name);
  return value == nullptr ? "" : value;
}

std::string cpuModel(hwloc_topology_t topology) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  const std::string model = infoOf(package, "CPUModel");
  return model.empty() ? infoOf(hwloc_get_root_obj(topology), "CPUModel") : model;
}

/// Numbers the objects of one type, for the CPUs below each.
void takePart(hwloc_topology_t topology, hwloc_obj_type_t type, std::uint32_t CpuParts::*part,
              Topology &parts) {
  for (hwloc_obj_t at = hwloc_get_next_obj_by_type(topology, type, nullptr); at != nullptr;
       at = hwloc_get_next_obj_by_type(topology, type, at))
    for (int cpu = hwloc_bitmap_first(at->cpuset); cpu >= 0;
         cpu = hwloc_bitmap_next(at->cpuset, cpu))
      if (static_cast<std::size_t>(cpu) < parts.cpus.size())
        parts.cpus[static_cast<std::size_t>(cpu)].*part =
            type == HWLOC_OBJ_NUMANODE ? at->os_index : at->logical_index;
}

Topology topologyOf(hwloc_topology_t topology) {
  Topology parts;
  const int last = hwloc_bitmap_last(hwloc_topology_get_complete_cpuset(topology));
  parts.cpus.resize(static_cast<std::size_t>(std::max(last, -1) + 1));
  takePart(topology, HWLOC_OBJ_CORE, &CpuParts::core, parts);
  takePart(topology, HWLOC_OBJ_L3CACHE, &CpuParts::l3, parts);
  takePart(topology, HWLOC_OBJ_DIE, &CpuParts::die, parts);
  takePart(topology, HWLOC_OBJ_PACKAGE, &CpuParts::socket, parts);
  takePart(topology, HWLOC_OBJ_NUMANODE, &CpuParts::node, parts);
  return parts;
}

/// CPUs in hwloc's order, which has those next to each other that share most.
std::vector<std::uint32_t> cpusIn(hwloc_topology_t topology, hwloc_const_bitmap_t allowed) {
  std::vector<std::uint32_t> cpus;
  for (hwloc_obj_t at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, nullptr); at != nullptr;
       at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, at))
    if (hwloc_bitmap_isset(allowed, at->os_index) != 0)
      cpus.push_back(at->os_index);
  return cpus;
}

std::vector<NodeParts> nodesOf(hwloc_topology_t topology, hwloc_const_bitmap_t allowed) {
  std::vector<NodeParts> nodes;
  for (hwloc_obj_t at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, nullptr);
       at != nullptr; at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, at)) {
    const Bitmap own(hwloc_bitmap_dup(at->cpuset));
    hwloc_bitmap_and(own.get(), own.get(), allowed);
    nodes.push_back({at->os_index, cpusIn(topology, own.get())});
  }
  std::sort(nodes.begin(), nodes.end(),
            [](const NodeParts &a, const NodeParts &b) { return a.node < b.node; });
  return nodes;
}

/// The CPUs that this process may use. hwloc leaves out what a cpuset forbids; the affinity it does
/// not heed.
Bitmap allowedCpus(hwloc_topology_t topology, const std::vector<std::uint32_t> &given) {
  Bitmap allowed(hwloc_bitmap_alloc());
  for (const std::uint32_t cpu : given)
    hwloc_bitmap_set(allowed.get(), cpu);
  if (given.empty() && (hwloc_topology_is_thissystem(topology) == 0 ||
                        hwloc_get_cpubind(topology, allowed.get(), HWLOC_CPUBIND_THREAD) != 0))
    hwloc_bitmap_copy(allowed.get(), hwloc_topology_get_allowed_cpuset(topology));
  hwloc_bitmap_and(allowed.get(), allowed.get(), hwloc_topology_get_allowed_cpuset(topology));
  return allowed;
}

} // namespace

Expected<Hardware> readHardware(const HardwareSource &source) {
  FSFIND_TRY(const TopologyHandle handle, loadTopology(source.synthetic));
  hwloc_topology_t topology = handle.get();
  const Bitmap allowed = allowedCpus(topology, source.allowed);
  Hardware hardware;
  hardware.topology = topologyOf(topology);
  hardware.cpus = cpusIn(topology, allowed.get());
  if (hardware.cpus.empty())
    return failure({"machine", {}, "no CPU may be used", "check the affinity and the cpuset"});
  hardware.online = static_cast<std::size_t>(
      std::max(0, hwloc_bitmap_weight(hwloc_topology_get_complete_cpuset(topology))));
  hardware.nodes = nodesOf(topology, allowed.get());
  hardware.l2_bytes = cacheBytes(topology, HWLOC_OBJ_L2CACHE);
  hardware.l3_bytes = cacheBytes(topology, HWLOC_OBJ_L3CACHE);
  hardware.line_size = lineSize(topology);
  hardware.cpu_model = cpuModel(topology);
  const hwloc_obj_t root = hwloc_get_root_obj(topology);
  hardware.product = infoOf(root, "DMISysVendor") + " " + infoOf(root, "DMIProductName");
  if (hardware.product == " ")
    hardware.product.clear();
  return hardware;
}

} // namespace fsfind::timing

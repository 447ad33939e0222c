#include "rules/codec/MachineFile.h"

#include "rules/codec/FieldReader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace fsfind {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kSchema = 1;
/// Eight times as many as Linux can be built for on any architecture.
constexpr std::uint32_t kMostCpus = 1U << 16;
/// That is enough for all pairs of 600 CPUs.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr const char *kRemedy = "give a file that fsfind machine --format=json -o wrote";

void readReading(const FieldReader &reader, const std::string &unit, Reading &reading) {
  const std::string median = "median_" + unit, low = "low_" + unit, high = "high_" + unit;
  for (const std::string &name : {median, low, high})
    reader.require(name.c_str());
  reader.measure(median.c_str(), reading.value.median);
  reader.measure(low.c_str(), reading.value.low);
  reader.measure(high.c_str(), reading.value.high);
  reader.number("measurements", reading.value.count);
  reader.flag("disturbed", reading.disturbed);
  constexpr double kMost = 1e9; // a transfer of a second, or an exabyte in one
  if (reading.value.median <= 0)
    reader.tell(median, "not positive");
  if (reading.value.high > kMost)
    reader.tell(high, "too large to be true");
  if (reading.value.low > reading.value.median || reading.value.median > reading.value.high)
    reader.tell(median, fmt::format("not between {} and {}", low, high));
  if (reading.value.count == 0)
    reader.tell("measurements", "not positive");
}

class MachineReader {
public:
  explicit MachineReader(MachineMap &map) : map_(map) {}

  void read(const FieldReader &reader) {
    for (const char *field : {"machine", "cpus", "transfers"})
      reader.require(field);
    reader.object("machine", [&](const FieldReader &at) { readMachine(at); });
    std::vector<std::uint32_t> cpus;
    reader.objects("cpus", cpus,
                   [&](const FieldReader &at, std::uint32_t &cpu) { readCpu(at, cpu); });
    map_.cpus = std::move(cpus);
    reader.object("measurement", [&](const FieldReader &at) { readMeasurement(at); });
    reader.objects("transfers", map_.transfers,
                   [&](const FieldReader &at, Transfer &one) { readTransfer(at, one); });
    reader.objects("memory_latencies", map_.latencies,
                   [&](const FieldReader &at, MemoryLatency &one) { readLatency(at, one); });
    reader.objects("bandwidths", map_.bandwidths, readBandwidth);
    reader.texts("notes", map_.notes);
  }

private:
  void readMachine(const FieldReader &reader) {
    reader.text("cpu_model", map_.cpu_model);
    reader.text("arch", map_.arch);
    reader.text("kernel", map_.kernel);
    reader.text("governor", map_.governor);
    if (reader.has("virtual_machine"))
      reader.flag("virtual_machine", map_.virtual_machine.emplace());
    reader.number("line_size_bytes", map_.line_size);
    reader.number("l3_bytes", map_.l3_bytes);
    reader.numbers("nodes", map_.nodes);
  }

  void readMeasurement(const FieldReader &reader) {
    reader.word("handover", map_.handover);
    reader.number("seed", map_.seed);
    reader.measure("seconds", map_.seconds);
    reader.number("cells_left_out", map_.left_out);
  }

  void readCpu(const FieldReader &reader, std::uint32_t &cpu) {
    reader.require("cpu");
    reader.number("cpu", cpu);
    if (cpu >= kMostCpus)
      return reader.tell("cpu", fmt::format("not below {}", kMostCpus));
    if (!known_.insert(cpu).second)
      return reader.tell("cpu", "given twice");
    if (map_.topology.cpus.size() <= cpu)
      map_.topology.cpus.resize(cpu + 1);
    CpuParts &parts = map_.topology.cpus[cpu];
    reader.number("core", parts.core);
    reader.number("l3", parts.l3);
    reader.number("die", parts.die);
    reader.number("socket", parts.socket);
    reader.number("node", parts.node);
  }

  void readKnownCpu(const FieldReader &reader, const char *name, std::uint32_t &cpu) const {
    reader.require(name);
    reader.number(name, cpu);
    if (!known_.contains(cpu))
      reader.tell(name, "not among the CPUs");
  }

  void readTransfer(const FieldReader &reader, Transfer &transfer) const {
    readKnownCpu(reader, "a", transfer.a);
    readKnownCpu(reader, "b", transfer.b);
    if (transfer.a == transfer.b)
      reader.tell("b", "the same CPU as a");
    reader.number("home_node", transfer.home);
    readReading(reader, "ns", transfer.ns);
  }

  void readLatency(const FieldReader &reader, MemoryLatency &latency) const {
    readKnownCpu(reader, "cpu", latency.cpu);
    reader.require("node");
    reader.number("node", latency.node);
    reader.word("pages", latency.pages);
    reader.flag("loaded", latency.loaded);
    readReading(reader, "ns", latency.ns);
  }

  static void readBandwidth(const FieldReader &reader, Bandwidth &bandwidth) {
    reader.word("streaming", bandwidth.streaming);
    reader.number("threads", bandwidth.threads);
    reader.number("cpu_node", bandwidth.cpu_node);
    reader.number("memory_node", bandwidth.memory_node);
    reader.word("pages", bandwidth.pages);
    readReading(reader, "gb_per_s", bandwidth.gb_per_s);
  }

  MachineMap &map_;
  std::set<std::uint32_t> known_;
};

Expected<void> checkDocument(std::string_view text, const Json &json, const std::string &where) {
  if (text.empty())
    return failure({where, {}, "is empty", kRemedy});
  if (json.is_discarded())
    return failure({where, {}, "is not whole JSON", kRemedy});
  if (!json.is_object() || !json.contains("schema") || !json.contains("machine"))
    return failure({where, {}, "is not a file of fsfind machine", kRemedy});
  if (json.at("schema") != kSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kSchema),
                    "measure again with this release: fsfind machine --format=json -o FILE"});
  return {};
}

Error tooLarge(const std::string &where) {
  return {where, {}, fmt::format("has more than {} bytes", kMostBytes), kRemedy};
}

} // namespace

Expected<MachineMap> parseMachine(std::string_view text, const std::string &where) {
  if (text.size() > kMostBytes)
    return failure(tooLarge(where));
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  FSFIND_CHECK(checkDocument(text, json, where));
  MachineMap map;
  std::string problem;
  MachineReader(map).read(FieldReader(json, "", problem));
  if (!problem.empty())
    return failure({where, {}, problem, kRemedy});
  return map;
}

Expected<MachineMap> readMachineFile(const std::string &path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    return failure({path, {}, "is a directory", kRemedy});
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  // Devices and pipes do not tell their size.
  std::string piece(std::size_t{1} << 16, '\0');
  while (file && text.size() <= kMostBytes) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    return failure({path, {}, fmt::format("cannot be read: {}", std::strerror(errno)), kRemedy});
  return parseMachine(text, path);
}

} // namespace fsfind

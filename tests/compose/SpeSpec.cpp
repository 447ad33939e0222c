#include "tests/compose/SpeSpec.h"

#include "tests/support/SpePackets.h"

namespace fsfind::test {

using nlohmann::json;

namespace {

constexpr std::uint64_t kAuxtraceSize = 48;

void appendRaw(SpePackets &packets, const json &packet) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 1; i < packet.size(); ++i)
    bytes.push_back(static_cast<std::byte>(packet[i].get<unsigned>()));
  packets.raw(bytes);
}

void appendIndexed(SpePackets &packets, const std::string &kind, const json &packet) {
  if (kind == "address")
    packets.address(packet[1], packet[2], packet[3]);
  else if (kind == "counter")
    packets.counter(packet[1], packet[2], packet[3]);
  else if (kind == "operation")
    packets.operation(packet[1], packet[2]);
  else
    packets.context(packet[1], packet[2]);
}

void append(SpePackets &packets, const json &packet) {
  const std::string kind = packet[0];
  if (kind == "raw")
    return appendRaw(packets, packet);
  if (packet.size() > 2)
    return appendIndexed(packets, kind, packet);
  if (kind == "end")
    packets.end();
  else if (kind == "events")
    packets.events(packet[1]);
  else if (kind == "source")
    packets.source(packet[1]);
  else if (kind == "timestamp")
    packets.timestamp(packet[1]);
  else if (kind == "padding")
    packets.padding(packet[1]);
  else
    packets.alignment(packet[1]);
}

void appendTrace(PerfDataBuilder &data, const json &record) {
  SpePackets packets;
  for (const json &packet : record["packets"])
    append(packets, packet);
  // perf aligns in the file, fsfind in the AUX area: make both the same.
  const std::uint64_t offset = record.value("offset", data.position() + kAuxtraceSize);
  data.auxtrace({offset, record.value("queue", 0U), record.value("tid", UINT32_MAX),
                 record.value("cpu", UINT32_MAX)},
                packets.padding((8 - packets.bytes().size() % 8) % 8).bytes());
}

void appendInfo(PerfDataBuilder &data, const json &record) {
  std::vector<SpeCpu> cpus;
  for (const json &cpu : record.value("cpus", json::array()))
    cpus.push_back({cpu[0], cpu[1]});
  if (cpus.empty())
    addSpeInfo(data);
  else
    addSpeInfo(data, cpus);
}

} // namespace

bool appendSpe(PerfDataBuilder &data, const std::string &kind, const json &record,
               const SampleId &id) {
  if (kind == "spe_info")
    appendInfo(data, record);
  else if (kind == "time_conv")
    addClock(data, {record["shift"], record["multiplier"], record["zero"]});
  else if (kind == "aux")
    addPiece(data, record["offset"], record["size"], record["flags"], id);
  else if (kind == "switch")
    addSwitch(data, record["next_pid"], record["next_tid"], id);
  else if (kind == "auxtrace")
    appendTrace(data, record);
  else
    return false;
  return true;
}

} // namespace fsfind::test

#include "c2c-ingest/perf/Attributes.h"

namespace fsfind::perf {
namespace {

constexpr std::uint64_t kAttrSizeVer0 = 64;
constexpr std::uint64_t kIdSectionSize = 16;

constexpr unsigned kFlagFreq = 10, kFlagMmapData = 17, kFlagSampleIdAll = 18;

/// A flag of the attribute's bit-field word: bits count from the low end of each byte on
/// little-endian machines, from the high end on big-endian ones.
bool flag(Bytes word, unsigned bit, ByteLayout layout) {
  const auto byte = std::to_integer<unsigned>(word[bit / 8]);
  const unsigned in_byte = layout.big_endian ? 7 - bit % 8 : bit % 8;
  return ((byte >> in_byte) & 1U) != 0;
}

/// The size an attribute claims for itself; 0 in the oldest files.
std::uint64_t claimedSize(Bytes attr, bool swap) {
  ByteReader reader(attr, swap);
  reader.skip(4);
  return std::max<std::uint64_t>(reader.u32(), kAttrSizeVer0);
}

/// Reads a field that older attributes lack.
template <class T> void readIfThere(ByteReader &reader, T &field) {
  if (reader.remaining() >= sizeof(T))
    field = reader.read<T>();
}

} // namespace

std::optional<EventAttr> decodeAttr(Bytes bytes, ByteLayout layout) {
  if (bytes.size() < kAttrSizeVer0)
    return std::nullopt;
  ByteReader reader(
      bytes.first(std::min<std::uint64_t>(bytes.size(), claimedSize(bytes, layout.swap))),
      layout.swap);
  EventAttr attr;
  attr.type = reader.u32();
  reader.skip(4); // size
  attr.config = reader.u64();
  attr.sample_period = reader.u64();
  attr.sample_type = reader.u64();
  attr.read_format = reader.u64();
  const Bytes flags = reader.take(8);
  attr.freq = flag(flags, kFlagFreq, layout);
  attr.mmap_data = flag(flags, kFlagMmapData, layout);
  attr.sample_id_all = flag(flags, kFlagSampleIdAll, layout);
  reader.skip(8); // wakeup_events, bp_type
  attr.config1 = reader.u64();
  readIfThere(reader, attr.config2);
  readIfThere(reader, attr.branch_sample_type);
  readIfThere(reader, attr.sample_regs_user);
  if (reader.remaining() >= 8)
    reader.skip(8); // sample_stack_user, clockid
  readIfThere(reader, attr.sample_regs_intr);
  return attr;
}

std::optional<EventAttr> decodeHeaderAttr(Bytes payload, ByteLayout layout) {
  const std::uint64_t size = claimedSize(payload, layout.swap);
  std::optional<EventAttr> attr = decodeAttr(payload, layout);
  if (!attr || size > payload.size())
    return std::nullopt;
  ByteReader ids(payload.subspan(size), layout.swap);
  while (ids.remaining() >= 8)
    attr->ids.push_back(ids.u64());
  return attr;
}

Expected<std::vector<EventAttr>> readAttrs(Bytes file, const FileHeader &header,
                                           const std::string &name) {
  const Bytes section = clip(file, header.attrs);
  const std::uint64_t entry = header.attr_entry_size;
  if (entry < kAttrSizeVer0 + kIdSectionSize || section.size() < entry)
    return failure({name, header.attrs.offset, "the recording does not describe its events",
                    "record again: perf c2c record -- COMMAND"});
  std::vector<EventAttr> events;
  // Sections may overlap in a hostile file: together the ids cannot outgrow the file.
  std::uint64_t id_bytes_left = file.size();
  for (std::uint64_t at = 0; at + entry <= section.size(); at += entry) {
    std::optional<EventAttr> attr =
        decodeAttr(section.subspan(at, entry - kIdSectionSize), {header.swap, header.bigEndian()});
    ByteReader where(section.subspan(at + entry - kIdSectionSize, kIdSectionSize), header.swap);
    const std::uint64_t offset = where.u64(), size = where.u64();
    const Bytes id_bytes = clip(file, {offset, std::min(size, id_bytes_left)});
    id_bytes_left -= id_bytes.size();
    for (ByteReader ids(id_bytes, header.swap); ids.remaining() >= 8;)
      attr->ids.push_back(ids.u64());
    events.push_back(std::move(*attr));
  }
  return events;
}

} // namespace fsfind::perf

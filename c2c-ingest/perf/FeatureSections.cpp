#include "c2c-ingest/perf/FeatureSections.h"

#include <fmt/format.h>

namespace fsfind::perf {
namespace {

constexpr unsigned kFeatureBits = 256;
constexpr std::uint64_t kTableEntrySize = 16;

} // namespace

bool featureTableFollows(Bytes file, const FileHeader &header) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : header.features)
    count += static_cast<std::uint64_t>(std::popcount(word));
  const std::uint64_t table_at = header.data.offset + header.data.size;
  ByteReader table(clip(file, {table_at, kTableEntrySize}), header.swap);
  return table.u64() == table_at + count * kTableEntrySize && table.ok() && count != 0;
}

std::optional<Error> readFeatureSections(Bytes file, const FileHeader &header, FeatureTarget target,
                                         const std::string &name) {
  std::optional<Error> first_damage;
  unsigned damaged = 0;
  std::uint64_t entry = header.data.offset + header.data.size;
  for (unsigned number = 0; number < kFeatureBits; ++number) {
    if (!header.hasFeature(number))
      continue;
    ByteReader table(clip(file, {entry, kTableEntrySize}), header.swap);
    const Section section{table.u64(), table.u64()};
    entry += kTableEntrySize;
    if (table.ok() && section.size == 0)
      continue; // perf had no data for it
    const Bytes payload = clip(file, section);
    const bool whole = table.ok() && payload.size() == section.size &&
                       decodeFeature(number, payload, {header.swap, header.bigEndian()}, target);
    if (!whole && damaged++ == 0)
      first_damage = Error{name, table.ok() ? section.offset : entry - kTableEntrySize, {}, {}};
  }
  if (first_damage) {
    first_damage->what =
        fmt::format("{} of the header's descriptions of the machine cannot be read", damaged);
    first_damage->remedy = "the report does without them";
  }
  return first_damage;
}

} // namespace fsfind::perf

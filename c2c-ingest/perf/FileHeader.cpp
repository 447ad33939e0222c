#include "c2c-ingest/perf/FileHeader.h"

#include <algorithm>
#include <utility>

namespace fsfind::perf {
namespace {

constexpr std::uint64_t kPipeHeaderSize = 16;
constexpr std::uint64_t kHeaderSizeWithoutFeatures = 72; ///< before Linux 2.6.33
constexpr unsigned kFeatureHostname = 3;

/// Files that users may give instead of a recording, recognised by their first bytes.
struct OtherKind {
  std::string_view magic;
  const char *what;
  const char *remedy;
};
constexpr std::array kOtherKinds = {
    OtherKind{"PERFFILE", "a perf.data of format version 1 (Linux 2.6 or RHEL 6)",
              "record with perf of Linux 3.0 or later"},
    OtherKind{"ELIFFREP", "a perf.data of format version 1 (Linux 2.6 or RHEL 6)",
              "record with perf of Linux 3.0 or later"},
    OtherKind{"\x1f\x8b", "compressed with gzip", "gunzip it first"},
    OtherKind{"\x28\xb5\x2f\xfd", "compressed with zstd", "unzstd it first"},
    OtherKind{"\xfd\x37\x7a\x58\x5a", "compressed with xz", "unxz it first"},
    OtherKind{"BZh", "compressed with bzip2", "bunzip2 it first"},
    OtherKind{"\x7f"
              "ELF",
              "an ELF file, not a recording of one", "record it: perf c2c record -- <program>"},
    OtherKind{"SIMPLEPERF", "a simpleperf report", "pass simpleperf's perf.data"},
};

tl::unexpected<Error> notARecording(Bytes file, const std::string &name) {
  const std::string_view text(reinterpret_cast<const char *>(file.data()), file.size());
  for (const OtherKind &kind : kOtherKinds)
    if (text.starts_with(kind.magic))
      return failure({name, {}, std::string("is ") + kind.what, kind.remedy});
  return failure({name,
                  {},
                  "is not a perf.data recording (no PERFILE2 at its start)",
                  "make one with 'perf c2c record -- COMMAND'"});
}

Section readSection(ByteReader &reader) {
  Section section;
  section.offset = reader.u64();
  section.size = reader.u64();
  return section;
}

/// perf writes the bit set as an array of `unsigned long`. If that had 32 bits on a big-endian
/// machine, the halves of each word are exchanged, which the bit of HOSTNAME shows: perf always
/// writes this feature.
void mendHalfWords(FileHeader &header) {
  const auto exchange = [](std::uint64_t word) { return word << 32 | word >> 32; };
  if (header.swap && !header.hasFeature(kFeatureHostname) &&
      ((exchange(header.features[0]) >> kFeatureHostname) & 1U) != 0)
    for (std::uint64_t &word : header.features)
      word = exchange(word);
}

constexpr std::string_view kMagic = "PERFILE2", kSwappedMagic = "2ELIFREP";

std::string_view magicOf(Bytes file) {
  return {reinterpret_cast<const char *>(file.data()),
          std::min<std::size_t>(file.size(), kMagic.size())};
}

} // namespace

bool hasMagic(Bytes file) {
  return magicOf(file) == kMagic || magicOf(file) == kSwappedMagic;
}

Expected<FileHeader> readFileHeader(Bytes file, const std::string &name) {
  if (!hasMagic(file))
    return notARecording(file, name);

  FileHeader header;
  const bool file_is_big = magicOf(file) == kSwappedMagic;
  header.swap = file_is_big != (std::endian::native == std::endian::big);
  ByteReader reader(file, header.swap);
  reader.skip(kMagic.size());
  header.size = reader.u64();
  if (header.size == kPipeHeaderSize) {
    header.pipe = true;
    return header;
  }
  header.attr_entry_size = reader.u64();
  header.attrs = readSection(reader);
  header.data = readSection(reader);
  readSection(reader); // event types: unused since Linux 3.x
  if (!reader.ok() || header.size < kHeaderSizeWithoutFeatures)
    return failure({name, reader.position(), "the recording is cut off inside its header",
                    "record again: perf c2c record -- COMMAND"});
  if (header.size > kHeaderSizeWithoutFeatures)
    for (std::uint64_t &word : header.features)
      word = reader.u64();
  mendHalfWords(header);
  return header;
}

} // namespace fsfind::perf

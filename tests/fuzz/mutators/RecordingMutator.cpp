#include "tests/fuzz/mutators/RecordingMutator.h"

#include "c2c-ingest/perf/FileHeader.h"
#include "tests/support/ByteWriter.h"

#include <map>

namespace fsfind::fuzz {
namespace {

using perf::ByteReader;
using perf::Section;
using test::ByteWriter;

constexpr std::size_t kPipeHeader = 16, kFileHeader = 104, kSectionSize = 16;
constexpr unsigned kFeatureBits = 256;
constexpr std::size_t kMostEvents = 64;

struct EventPart {
  Buffer attr, ids;
};

/// A perf.data, taken apart. Offsets and sizes are made when it is written.
struct RecordingImage {
  bool swap = false, pipe = false;
  std::vector<EventPart> events;
  RecordStream data;
  std::map<unsigned, Buffer> features;
};

void readEvents(Bytes file, const perf::FileHeader &header, RecordingImage &image) {
  const Bytes section = perf::clip(file, header.attrs);
  const std::uint64_t entry = header.attr_entry_size;
  for (std::uint64_t at = 0;
       entry > kSectionSize && entry <= section.size() - at && image.events.size() < kMostEvents;
       at += entry) {
    ByteReader reader(section.subspan(at, entry), header.swap);
    EventPart event{bufferOf(reader.take(entry - kSectionSize)), {}};
    const Section ids{reader.u64(), reader.u64()};
    event.ids = bufferOf(perf::clip(file, ids));
    image.events.push_back(std::move(event));
  }
}

void readFeatures(Bytes file, const perf::FileHeader &header, RecordingImage &image) {
  std::uint64_t entry = header.data.offset + header.data.size;
  for (unsigned bit = 0; bit < kFeatureBits; ++bit) {
    if (!header.hasFeature(bit))
      continue;
    ByteReader table(perf::clip(file, {entry, kSectionSize}), header.swap);
    const Section section{table.u64(), table.u64()};
    image.features[bit] = bufferOf(perf::clip(file, section));
    entry += kSectionSize;
  }
}

std::optional<RecordingImage> readImage(Bytes file) {
  const auto header = perf::readFileHeader(file, "");
  if (!header)
    return std::nullopt;
  RecordingImage image;
  image.swap = header->swap;
  image.pipe = header->pipe;
  if (image.pipe) {
    image.data = readStream(file.subspan(std::min(file.size(), kPipeHeader)), image.swap);
    return image;
  }
  readEvents(file, *header, image);
  image.data = readStream(perf::clip(file, header->data), image.swap);
  readFeatures(file, *header, image);
  return image;
}

std::endian orderOf(bool swap) {
  return (std::endian::native == std::endian::little) != swap ? std::endian::little
                                                              : std::endian::big;
}

void putMagic(ByteWriter &out, std::uint64_t header_size) {
  constexpr std::uint64_t kMagic = 0x32454c4946524550; // PERFILE2
  out.u64(kMagic).u64(header_size);
}

/// What begins at `body` behind the header: ids, attributes, records, the table of features, and
/// the features.
class ImageWriter {
public:
  ImageWriter(const RecordingImage &image, Random &random)
      : image_(image), random_(random), body_(orderOf(image.swap)) {}

  Buffer write() {
    const Buffer data =
        writeStream(image_.data, image_.swap, random_.oneIn(4) ? 16 + random_.below(4096) : 2048);
    ByteWriter out(orderOf(image_.swap));
    if (image_.pipe) {
      putMagic(out, kPipeHeader);
      return out.raw(data).take();
    }
    const std::size_t entry = putEvents();
    const Section events{kFileHeader + events_at_, body_.size() - events_at_};
    const Section records{kFileHeader + body_.size(), random_.oneIn(64) ? 0 : data.size()};
    body_.raw(data);
    putFeatures();
    putMagic(out, random_.oneIn(128) ? random_.number(kFileHeader) : kFileHeader);
    out.u64(entry).u64(events.offset).u64(events.size).u64(records.offset).u64(records.size);
    out.u64(0).u64(0);
    for (const std::uint64_t word : bits_)
      out.u64(word);
    return out.raw(body_.bytes()).take();
  }

private:
  /// All entries are as long as the longest.
  std::size_t putEvents() {
    std::size_t longest = 64;
    std::vector<Section> ids;
    for (const EventPart &event : image_.events) {
      longest = std::max(longest, event.attr.size());
      ids.push_back({kFileHeader + body_.size(), event.ids.size()});
      body_.raw(event.ids).align(8);
    }
    events_at_ = body_.size();
    for (std::size_t i = 0; i < image_.events.size(); ++i) {
      const Buffer &attr = image_.events[i].attr;
      body_.raw(attr).zeros(longest - attr.size()).u64(ids[i].offset).u64(ids[i].size);
    }
    return longest + kSectionSize;
  }

  void putFeatures() {
    std::uint64_t at = kFileHeader + body_.size() + kSectionSize * image_.features.size();
    for (const auto &[bit, bytes] : image_.features) {
      bits_[bit / 64] |= std::uint64_t{1} << bit % 64;
      body_.u64(at).u64(bytes.size());
      at += bytes.size();
    }
    for (const auto &[bit, bytes] : image_.features)
      body_.raw(bytes);
  }

  const RecordingImage &image_;
  Random &random_;
  ByteWriter body_;
  std::size_t events_at_ = 0;
  std::array<std::uint64_t, 4> bits_ = {};
};

/// Fields of perf_event_attr that say how samples lie: their offsets, and the bits they use.
struct AttrField {
  std::size_t at, bits;
};
constexpr std::array<AttrField, 8> kAttrFields = {
    {{0, 4}, {4, 8}, {8, 12}, {24, 25}, {24, 25}, {32, 5}, {40, 38}, {56, 64}}};

void flipAttrBit(Buffer &attr, bool swap, Random &random) {
  const AttrField field = random.pick(kAttrFields);
  const std::size_t bit = random.below(field.bits), size = field.at < 8 ? 4 : 8;
  const std::size_t byte = swap ? size - 1 - bit / 8 % size : bit / 8 % size;
  if (field.at + byte < attr.size())
    attr[field.at + byte] ^= static_cast<std::byte>(1U << bit % 8);
}

void mutateEvents(RecordingImage &image, Random &random) {
  std::vector<EventPart> &events = image.events;
  if (events.empty()) {
    events.push_back({Buffer(112), Buffer(8)});
    return;
  }
  EventPart &event = random.pick(events);
  switch (random.below(8)) {
  case 0:
    if (events.size() < kMostEvents)
      events.push_back(EventPart(event));
    break;
  case 1:
    events.erase(events.begin() + (&event - events.data()));
    break;
  case 2:
    event.attr.resize(8 * random.below(20));
    break;
  case 3:
    event.ids.resize(8 * random.below(4));
    break;
  case 4:
    mutateField(event.ids, image.swap, random);
    break;
  case 5:
    mutateField(event.attr, image.swap, random);
    break;
  default:
    flipAttrBit(event.attr, image.swap, random);
  }
}

void mutateFeatures(RecordingImage &image, Random &random) {
  constexpr unsigned kKnown = 34;
  if (image.features.empty()) {
    image.features[static_cast<unsigned>(random.below(kKnown))] = Buffer(8 * random.below(8));
    return;
  }
  const auto feature = std::next(image.features.begin(),
                                 static_cast<std::ptrdiff_t>(random.below(image.features.size())));
  Buffer &bytes = feature->second;
  switch (random.below(8)) {
  case 0:
    image.features.erase(feature);
    break;
  case 1:
    image.features[static_cast<unsigned>(random.below(random.oneIn(8) ? kFeatureBits : kKnown))] =
        Buffer(bytes);
    break;
  case 2:
    mutateBytes(bytes, 16);
    break;
  case 3:
    bytes.resize(random.below(bytes.size() + 16));
    break;
  default:
    mutateField(bytes, image.swap, random);
  }
}

void mutateImage(RecordingImage &image, Random &random) {
  const std::size_t choice = image.pipe ? 3 : random.below(8);
  if (choice == 0)
    mutateEvents(image, random);
  else if (choice < 3)
    mutateFeatures(image, random);
  else
    mutateStream(image.data, image.swap, random);
}

std::size_t fewEdits(Random &random) {
  return 1 + random.below(random.oneIn(4) ? 12 : 3);
}

/// Once in a while a size or offset that is wrong.
Buffer torn(Buffer bytes, bool swap, Random &random) {
  if (random.oneIn(32))
    bytes.resize(bytes.size() - random.below(bytes.size()));
  if (random.oneIn(32)) {
    Buffer front = bufferOf(Bytes(bytes).first(std::min(bytes.size(), kFileHeader)));
    mutateField(front, swap, random);
    std::copy(front.begin(), front.end(), bytes.begin());
  }
  return bytes;
}

} // namespace

std::optional<Buffer> mutatedRecording(Bytes bytes, Random &random) {
  std::optional<RecordingImage> image = readImage(bytes);
  if (!image)
    return std::nullopt;
  for (std::size_t edits = fewEdits(random); edits > 0; --edits)
    mutateImage(*image, random);
  return torn(ImageWriter(*image, random).write(), image->swap, random);
}

std::optional<Buffer> mixedRecordings(Bytes bytes, Bytes other, Random &random) {
  std::optional<RecordingImage> image = readImage(bytes);
  const std::optional<RecordingImage> giving = readImage(other);
  if (!image || !giving)
    return std::nullopt;
  const bool events = random.oneIn(4) && !giving->events.empty();
  const bool features = random.oneIn(3) && !giving->features.empty();
  if (events)
    image->events.push_back(giving->events[random.below(giving->events.size())]);
  if (features) {
    const auto feature =
        std::next(giving->features.begin(),
                  static_cast<std::ptrdiff_t>(random.below(giving->features.size())));
    image->features[feature->first] = feature->second;
  }
  if (!events && !features)
    mixStreams(image->data, giving->data, random);
  return ImageWriter(*image, random).write();
}

std::optional<Buffer> mutatedRecords(Bytes bytes, std::size_t front, bool swap, Random &random) {
  if (bytes.size() < front)
    return std::nullopt;
  RecordStream stream = readStream(bytes.subspan(front), swap);
  for (std::size_t edits = fewEdits(random); edits > 0; --edits)
    mutateStream(stream, swap, random);
  Buffer made = bufferOf(bytes.first(front));
  if (front != 0 && random.oneIn(64))
    random.pick(made) = static_cast<std::byte>(random.below(256));
  const Buffer written = writeStream(stream, swap, 2048);
  made.insert(made.end(), written.begin(), written.end());
  return made;
}

std::optional<Buffer> mixedRecords(Bytes bytes, Bytes other, std::size_t front, bool swap,
                                   Random &random) {
  if (bytes.size() < front || other.size() < front)
    return std::nullopt;
  RecordStream stream = readStream(bytes.subspan(front), swap);
  mixStreams(stream, readStream(other.subspan(front), swap), random);
  Buffer made = bufferOf(bytes.first(front));
  const Buffer written = writeStream(stream, swap, 2048);
  made.insert(made.end(), written.begin(), written.end());
  return made;
}

} // namespace fsfind::fuzz
